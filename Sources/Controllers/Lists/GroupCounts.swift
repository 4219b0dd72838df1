/// Counts the rows of a list by group, for the line below the list, such as "1 failed · 14 systems
/// · 13 started".
public struct GroupCounts<Row: Sendable>: Sendable {
  private let groups: [String]
  private let plurals: [String: String]
  private let urgent: Set<String>
  private let group: @Sendable (Row) -> String

  /// Creates counts for named groups of rows.
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
  func summary(of rows: some Sequence<Row>, around total: String) -> ListSummary {
    var counts: [String: Int] = [:]
    for row in rows { counts[group(row), default: 0] += 1 }
    func clauses(_ groups: [String]) -> [String] {
      groups.compactMap { group in
        counts[group].map { $0.counted((group, plurals[group] ?? group)) }
      }
    }
    let urgentClauses = clauses(groups.filter(urgent.contains))
    return ListSummary(
      clauses: urgentClauses + [total] + clauses(groups.filter { !urgent.contains($0) }),
      urgentCount: urgentClauses.count)
  }
}

/// The clauses of the line below a list. The leading urgent ones must not be cut.
struct ListSummary: Hashable {
  var clauses: [String]
  var urgentCount = 0

  var text: String { clauses.joined(separator: " · ") }
}

extension ListSummary {
  /// Splits an application's own line.
  init(_ text: String) {
    self.init(clauses: text.split(separator: " · ").map { String($0) })
  }
}
