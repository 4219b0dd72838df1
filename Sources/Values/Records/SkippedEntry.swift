/// An entry of a list that was left out.
public struct SkippedEntry: Hashable, Sendable {
  /// The place of the entry in the list, counted from 0.
  public let index: Int
  /// The reason why the entry couldn't be read.
  public let reason: Unreadable

  /// Creates a record of an entry that was left out.
  public init(index: Int, reason: Unreadable) {
    self.index = index
    self.reason = reason
  }
}

extension SkippedEntry {
  /// Returns one line about the entries left out of `count`; nil if there are none.
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
