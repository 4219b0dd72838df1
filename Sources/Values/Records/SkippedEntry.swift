/// An entry of a list that was left out.
public struct SkippedEntry: Hashable, Sendable {
  /// Counted from 0.
  public let index: Int
  public let reason: Unreadable

  public init(index: Int, reason: Unreadable) {
    self.index = index
    self.reason = reason
  }
}

extension SkippedEntry {
  /// What was left out of `count` entries, in one line; nil if nothing was.
  ///
  /// "1 of 15 entries was skipped: entry 3 has no id."
  public static func summary(of skipped: [SkippedEntry], in count: Int) -> String? {
    guard !skipped.isEmpty else { return nil }
    let verb = skipped.count == 1 ? "was" : "were"
    let entries = count == 1 ? "entry" : "entries"
    var clauses = skipped.prefix(2).map { "entry \($0.index + 1) \($0.reason.clause)" }
    if skipped.count > 2 { clauses.append("and \(skipped.count - 2) more") }
    return "\(skipped.count) of \(count) \(entries) \(verb) skipped: "
      + clauses.joined(separator: ", ") + "."
  }
}
