/// Group counts of rows, for the line below a list: "1 failed · 14 systems · 13 started".
public struct GroupCounts<Row: Sendable>: Sendable {
  private let groups: [String]
  private let plurals: [String: String]
  private let urgent: Set<String>
  private let group: @Sendable (Row) -> String

  /// Creates group counts.
  ///
  /// ```swift
  /// GroupCounts(["started", "stopped"]) { $0.isStarted ? "started" : "stopped" }
  /// ```
  ///
  /// - Parameters:
  ///   - groups: The groups, in the order shown. Groups without rows are omitted.
  ///   - plurals: The plurals of groups that have one: `["reaction": "reactions"]`.
  ///   - urgent: The groups whose counts come before the number of rows, so that they are visible
  ///     in any window.
  ///   - group: Returns the group of a row. Rows of other groups aren't counted.
  public init(
    _ groups: [String], plurals: [String: String] = [:], urgent: Set<String> = [],
    group: @escaping @Sendable (Row) -> String
  ) {
    self.groups = groups
    self.plurals = plurals
    self.urgent = urgent
    self.group = group
  }

  /// For example "1 failed", "14 systems", "13 started", where `total` is "14 systems".
  func clauses(of rows: some Sequence<Row>, around total: String) -> [String] {
    var counts: [String: Int] = [:]
    for row in rows { counts[group(row), default: 0] += 1 }
    func clauses(_ groups: [String]) -> [String] {
      groups.compactMap { group in
        counts[group].map { $0.counted((group, plurals[group] ?? group)) }
      }
    }
    return clauses(groups.filter(urgent.contains)) + [total]
      + clauses(groups.filter { !urgent.contains($0) })
  }

  /// Returns the number of leading clauses that must not be cut, because they are urgent.
  func urgentCount(of clauses: [String]) -> Int {
    clauses.prefix { clause in
      clause.split(separator: " ", maxSplits: 1).last.map { urgent.contains(String($0)) } ?? false
    }.count
  }
}
