/// A count of the rows of each kind, for the line below a list: "3 started · 1 failed".
public struct Tally<Row: Sendable>: Sendable {
  private let words: [String]
  private let plurals: [String: String]
  private let word: @Sendable (Row) -> String

  /// Creates a tally of rows by a word for each.
  ///
  /// ```swift
  /// Tally(["started", "stopped"]) { $0.isStarted ? "started" : "stopped" }
  /// ```
  ///
  /// - Parameters:
  ///   - words: The kinds in the order in which they are named; those without a row are left out.
  ///   - plurals: The plurals of those words that have one: `["reaction": "reactions"]`.
  ///   - word: Returns the kind of a row. A row of a kind that isn't among the words isn't counted.
  public init(
    _ words: [String], plurals: [String: String] = [:], word: @escaping @Sendable (Row) -> String
  ) {
    self.words = words
    self.plurals = plurals
    self.word = word
  }

  /// The kinds that have rows, with their counts: "3 started", "1 failed".
  func clauses(of rows: some Sequence<Row>) -> [String] {
    var counts: [String: Int] = [:]
    for row in rows { counts[word(row), default: 0] += 1 }
    return words.compactMap { word in
      counts[word].map { $0.counted((word, plurals[word] ?? word)) }
    }
  }
}
