/// The reason why an entry of a list is left out.
public enum Unreadable: Error, Hashable, Sendable {
  /// The entry is another kind of value: "a number".
  case notAnObject(String)
  /// The id is missing, null or blank.
  case noID
  /// The id is another kind of value: "an array".
  case unusableID(String)
  /// An earlier entry has the same id and stays; its number is counted from 1.
  case repeatedID(ResourceID, of: Int)
}

extension Unreadable {
  /// The reason as a clause behind "entry 3": "has no id".
  public var clause: String {
    switch self {
    case .notAnObject(let kind): "is \(kind), not an object"
    case .noID: "has no id"
    case .unusableID(let kind): "has \(kind) for an id"
    case .repeatedID(let id, let first): "has the id \(id), as entry \(first) has"
    }
  }
}
