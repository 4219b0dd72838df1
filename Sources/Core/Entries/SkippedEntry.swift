/// An entry of a server's list that is not used, because it can't be read or repeats an id.
public struct SkippedEntry: Hashable, Sendable {
  /// The index of the entry in the server's list, counted from 0.
  public let index: Int
  /// The reason why the entry isn't used.
  public let reason: Unreadable

  /// Creates a skipped entry from its index in the list, counted from 0, and the reason.
  public init(index: Int, reason: Unreadable) {
    self.index = index
    self.reason = reason
  }
}

extension SkippedEntry {
  /// Returns a line for the user about skipped entries, such as "1 of 15 entries unreadable,
  /// skipped: entry 3 has no id." Returns `nil` if there are none.
  ///
  /// - Parameters:
  ///   - skipped: The skipped entries.
  ///   - count: The number of all entries in the list.
  public static func summary(of skipped: [SkippedEntry], in count: Int) -> String? {
    guard !skipped.isEmpty else { return nil }
    let entries = count == 1 ? "entry" : "entries"
    let label = skipped.unreadableCount > 0 ? "unreadable, skipped" : "skipped"
    return "\(skipped.count) of \(count) \(entries) \(label): \(reasons(of: skipped))."
  }

  /// Returns the reasons why the first two entries were skipped, and the number of further entries:
  /// "entry 1 has no id, entry 5 has no id, and 2 more".
  public static func reasons(of skipped: [SkippedEntry]) -> String {
    var clauses = skipped.prefix(2).map { "entry \($0.index + 1) \($0.reason.clause)" }
    if skipped.count > 2 { clauses.append("and \(skipped.count - 2) more") }
    return clauses.joined(separator: ", ")
  }
}

extension [SkippedEntry] {
  /// The number of entries in the array that couldn't be read. Entries that repeat an id don't
  /// count, because the entry with that id is shown.
  public var unreadableCount: Int {
    count { if case .repeatedID = $0.reason { false } else { true } }
  }
}

/// The reason why an entry of a server's list isn't used.
public enum Unreadable: Error, Hashable, Sendable {
  /// The entry isn't a JSON object. The value is its kind, such as "a number".
  case notAnObject(String)
  /// The entry has no id: the value is missing, null or blank.
  case noID
  /// The entry's id is neither a string nor a whole number. The value is its kind, such as "an
  /// array" or "the number 1.5".
  case unusableID(String)
  /// The entry has the same id as an earlier entry, which is used instead. The values are the id
  /// and the number of the earlier entry, counted from 1.
  case repeatedID(ResourceID, of: Int)
}

extension Unreadable {
  /// The reason as a clause that follows words such as "entry 3": "has no id".
  public var clause: String {
    switch self {
    case .notAnObject(let kind): "is \(kind), not an object"
    case .noID: "has no id"
    case .unusableID(let kind): "has \(kind) for an id"
    case .repeatedID(let id, let first): "has the id \(id), as entry \(first) has"
    }
  }
}
