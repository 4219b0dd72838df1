/// A list entry that was skipped.
public struct SkippedEntry: Hashable, Sendable {
  /// The index of the entry in the list, counted from 0.
  public let index: Int
  /// The reason why the entry was skipped.
  public let reason: Unreadable

  /// Creates a skipped entry.
  public init(index: Int, reason: Unreadable) {
    self.index = index
    self.reason = reason
  }
}

extension SkippedEntry {
  /// Returns a line about the skipped entries of `count`, or `nil` if there are none.
  ///
  /// "1 of 15 entries unreadable, skipped: entry 3 has no id."
  public static func summary(of skipped: [SkippedEntry], in count: Int) -> String? {
    guard !skipped.isEmpty else { return nil }
    let entries = count == 1 ? "entry" : "entries"
    let label = skipped.unreadableCount > 0 ? "unreadable, skipped" : "skipped"
    return "\(skipped.count) of \(count) \(entries) \(label): \(reasons(of: skipped))."
  }

  /// Returns the reasons of the first two: "entry 1 has no id, entry 5 has no id, and 2 more".
  public static func reasons(of skipped: [SkippedEntry]) -> String {
    var clauses = skipped.prefix(2).map { "entry \($0.index + 1) \($0.reason.clause)" }
    if skipped.count > 2 { clauses.append("and \(skipped.count - 2) more") }
    return clauses.joined(separator: ", ")
  }
}

extension [SkippedEntry] {
  /// The number of entries that couldn't be read. Entries that repeat an id don't count, because
  /// they hide no other entry.
  public var unreadableCount: Int {
    count { if case .repeatedID = $0.reason { false } else { true } }
  }
}

/// The reason why a list entry was skipped.
public enum Unreadable: Error, Hashable, Sendable {
  /// The entry isn't an object; the payload names its kind: "a number".
  case notAnObject(String)
  /// The id is missing, null or blank.
  case noID
  /// The id is neither a string nor a whole number; the payload names its kind: "an array".
  case unusableID(String)
  /// An earlier entry, whose number is counted from 1, has the same id and is used instead.
  case repeatedID(ResourceID, of: Int)
}

extension Unreadable {
  /// The reason as a clause that follows "entry 3": "has no id".
  public var clause: String {
    switch self {
    case .notAnObject(let kind): "is \(kind), not an object"
    case .noID: "has no id"
    case .unusableID(let kind): "has \(kind) for an id"
    case .repeatedID(let id, let first): "has the id \(id), as entry \(first) has"
    }
  }
}
