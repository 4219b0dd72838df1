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
