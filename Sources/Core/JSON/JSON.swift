/// A JSON value that preserves the order of keys, and each number as it was written.
///
/// Snapshots and raw server responses need both. Foundation's `JSONSerialization` preserves
/// neither, doesn't report duplicate keys, and has no limits for depth and size. See
/// <doc:TheJSONReaderAndWriter>.
public enum JSON: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it was written, for example `1260941860895` or `1e3`.
  case number(String)
  /// A string.
  case string(String)
  /// A list of values.
  case array([JSON])
  /// A list of key-value pairs in their original order. A key may occur twice.
  case object([Member])

  /// A key of an object and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: JSON

    /// Creates a key-value pair.
    ///
    ///     JSON.Member("name", .string("north"))
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

extension JSON {
  /// The value of a key, or `nil` if this isn't an object or doesn't have the key. Of duplicate
  /// keys, the last one counts.
  ///
  /// Setting `nil` removes the key. Setting a key turns a value that isn't an object into one.
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

  /// The string, or `nil` if this is another kind of value.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements, or `nil` if this isn't an array.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The key-value pairs, or `nil` if this isn't an object.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The Boolean, or `nil` if this is another kind of value.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The kind of value as text for messages: "an object", "a number".
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
