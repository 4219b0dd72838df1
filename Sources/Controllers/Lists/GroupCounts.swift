/// A count of the rows of each kind, for the line below a list:
/// "1 failed · 14 systems · 13 started".
public struct GroupCounts<Row: Sendable>: Sendable {
  private let words: [String]
  private let plurals: [String: String]
  private let urgent: Set<String>
  private let word: @Sendable (Row) -> String

  /// Creates a tally of rows by a word for each.
  ///
  /// ```swift
  /// GroupCounts(["started", "stopped"]) { $0.isStarted ? "started" : "stopped" }
  /// ```
  ///
  /// - Parameters:
  ///   - words: The kinds in the order in which they are named; those without a row are left out.
  ///   - plurals: The plurals of those words that have one: `["reaction": "reactions"]`.
  ///   - urgent: Those words whose counts stand before the number of rows, so that no window is too
  ///     narrow for them.
  ///   - word: Returns the kind of a row. A row of a kind that isn't among the words isn't counted.
  public init(
    _ words: [String], plurals: [String: String] = [:], urgent: Set<String> = [],
    word: @escaping @Sendable (Row) -> String
  ) {
    self.words = words
    self.plurals = plurals
    self.urgent = urgent
    self.word = word
  }

  /// Returns the number of rows, in words, among the counts of their kinds:
  /// "1 failed", "14 systems", "13 started".
  func clauses(of rows: some Sequence<Row>, around total: String) -> [String] {
    var counts: [String: Int] = [:]
    for row in rows { counts[word(row), default: 0] += 1 }
    func clauses(_ words: [String]) -> [String] {
      words.compactMap { word in
        counts[word].map { $0.counted((word, plurals[word] ?? word)) }
      }
    }
    return clauses(words.filter(urgent.contains)) + [total]
      + clauses(words.filter { !urgent.contains($0) })
  }

  /// Returns the number of clauses that begin a line and must not be cut: the urgent ones.
  func urgentCount(of clauses: [String]) -> Int {
    clauses.prefix { clause in
      clause.split(separator: " ", maxSplits: 1).last.map { urgent.contains(String($0)) } ?? false
    }.count
  }
}
