/// A JSON value that preserves the form in which it was read: the order of keys, and each number as it was written.
///
/// Foundation's `JSONSerialization` keeps neither, says nothing about duplicate keys, and its recursion and size can't be capped;
/// a snapshot and a server's raw answer need all of that. Why it is ours: <doc:WhyOurOwnJSON>.
public enum JSON: Hashable, Sendable {
  /// The value null.
  case null
  /// The value true or false.
  case bool(Bool)
  /// A number as it was written, for example `1260941860895` or `1e3`.
  case number(String)
  /// A text.
  case string(String)
  /// A list of values.
  case array([JSON])
  /// Keys with values, in their order; a key may stand twice.
  case object([Member])

  /// One key of an object, with its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSON

    /// Creates a key with its value.
    ///
    ///     JSON.Member("name", .string("north"))
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

  /// The text; nil if this isn't one.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements; nil if this isn't an array.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The keys with their values; nil if this isn't an object.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// True or false; nil if this is neither.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The kind of value in words: "an object", "a number".
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
