/// A JSON value that keeps what it was read from: the order of keys, and how each number was written.
///
/// Foundation's `JSONSerialization` keeps neither, says nothing about duplicate keys, and its recursion and size can't be capped;
/// a snapshot and a server's raw answer need all of that. Why it is ours: <doc:WhyOurOwnJSON>.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as it was written, for example `1260941860895` or `1e3`.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// One key of an object, with its value.
  public struct Member: Hashable, Sendable {
    public var key: String
    public var value: JSON

    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

extension JSON {
  /// The value of a key; nil if this isn't an object or lacks the key. Of duplicate keys the last one counts.
  ///
  /// Set to nil, the key is gone. What isn't an object becomes one when a key is set.
  public subscript(key: String) -> JSON? {
    get { members?.last { $0.key == key }?.value }
    set {
      var members = members ?? []
      guard let newValue else {
        members.removeAll { $0.key == key }
        self = .object(members)
        return
      }
      if let place = members.lastIndex(where: { $0.key == key }) {
        members[place].value = newValue
      } else {
        members.append(Member(key, newValue))
      }
      self = .object(members)
    }
  }

  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// What kind of value this is, in words: "an object", "a number".
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
