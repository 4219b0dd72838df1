/// Why an entry of a list is left out.
public enum Unreadable: Error, Hashable, Sendable {
  /// What it is instead: "a number".
  case notAnObject(String)
  /// Missing, null or blank.
  case noID
  /// What stands there instead: "an array".
  case unusableID(String)
  /// The number of the entry, counted from 1, that has this id too and is kept.
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
