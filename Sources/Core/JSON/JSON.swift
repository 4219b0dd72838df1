/// A JSON value that preserves the order of keys, and each number as it was written.
///
/// Snapshots and raw server responses need both. Foundation's `JSONSerialization` preserves
/// neither, doesn't report duplicate keys, and has no limits for depth and size. See
/// <doc:TheJSONReaderAndWriter>.
public enum JSON: Hashable, Sendable {
  /// The JSON value `null`.
  case null
  /// A Boolean: `true` or `false`.
  case bool(Bool)
  /// A number. The value is its text as it was written, for example `1260941860895` or `1e3`.
  case number(String)
  /// A string, in which escape sequences are already decoded.
  case string(String)
  /// An array. The value is the list of its elements.
  case array([JSON])
  /// An object. The value is the list of its key-value pairs in their original order. A key may
  /// occur twice.
  case object([Member])

  /// A key-value pair of a JSON object.
  public struct Member: Hashable, Sendable {
    /// The key, in which escape sequences are already decoded.
    public var key: String
    /// The JSON value that belongs to the key.
    public var value: JSON

    /// Creates a key-value pair of a JSON object.
    ///
    ///     JSON.Member("name", .string("north"))
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

extension JSON {
  /// The value of a key of this object; `nil` if the key is missing or this value isn't an object.
  /// If the key occurs several times, the last value counts.
  ///
  /// Setting `nil` removes the key. If this value isn't an object, setting a key, even to `nil`,
  /// replaces it with an object.
  public subscript(key: String) -> JSON? {
    get { members?.last { $0.key == key }?.value }
    set {
      var members = members ?? []
      guard let newValue else {
        members.removeAll { $0.key == key }
        self = .object(members)
        return
      }
      if let index = members.lastIndex(where: { $0.key == key }) {
        members[index].value = newValue
      } else {
        members.append(Member(key, newValue))
      }
      self = .object(members)
    }
  }

  /// The string, if this value is a string; otherwise `nil`.
  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The elements, if this value is an array; otherwise `nil`.
  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The key-value pairs, if this value is an object; otherwise `nil`.
  public var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The Boolean, if this value is one; otherwise `nil`.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The kind of the value with an article, for messages: "an object", "a number".
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

extension JSON {
  /// The number as an `Int`, for example of `12`, `1.0` and `1e3`. `nil` if this value isn't a
  /// number, isn't whole, or doesn't fit. The conversion is exact.
  public var int: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? JSON.wholeNumber(text)
  }

  /// The number as a `Double`; `nil` if this value isn't a number or is out of range.
  public var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  private static func wholeNumber(_ text: String) -> Int? {
    let sign = text.hasPrefix("-") ? "-" : ""
    let halves = text.dropFirst(sign.count).split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: { $0 == "e" || $0 == "E" })
    let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(isDigits) else { return nil }

    // The number is `digits` followed by `zeros` zeros; negative means a fraction.
    var digits = String(parts.joined().drop { $0 == "0" })
    var zeros = parts.count > 1 ? -parts[1].count : 0
    while digits.last == "0" {
      digits.removeLast()
      zeros += 1
    }
    if digits.isEmpty { return 0 }
    if halves.count > 1 {
      guard let exponent = Int(halves[1]), (-1_000...1_000).contains(exponent) else { return nil }
      zeros += exponent
    }
    guard zeros >= 0, digits.count + zeros <= 19 else { return nil }
    return Int(sign + digits + String(repeating: "0", count: zeros))
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// Lenient access to a resource's fields, for servers that write null or "" for a missing value.
extension JSON {
  /// Returns the string for a key of this object, or a number as it is written. Returns `nil` if
  /// the value is missing, null, empty or of another kind.
  public func text(_ key: String) -> String? {
    switch self[key] {
    case .string(let text) where !text.isEmpty: text
    case .number(let text): text
    default: nil
    }
  }

  /// Returns the whole number for a key of this object, even if it is written as a string. Returns
  /// `nil` if there is none.
  public func wholeNumber(_ key: String) -> Int? {
    guard let value = self[key] else { return nil }
    return value.int ?? value.string.flatMap { Int($0) }
  }
}

extension JSON {
  /// Returns whether two values are equal if the order of keys in objects is ignored. If a key
  /// occurs several times, its last value counts.
  ///
  /// Numbers are compared as they are written: `1` and `1.0` differ.
  public func areContentsEqual(as other: JSON) -> Bool {
    // Most compared values are equal, which `==` finds faster.
    self == other || hasSameContents(as: other)
  }

  private func hasSameContents(as other: JSON) -> Bool {
    switch (self, other) {
    case (.array(let one), .array(let two)):
      return one.count == two.count && zip(one, two).allSatisfy { $0.hasSameContents(as: $1) }
    case (.object(let one), .object(let two)):
      let values = JSON.lastValues(two)
      let keys = JSON.lastValues(one)
      return keys.count == values.count
        && keys.allSatisfy { key, value in values[key]?.hasSameContents(as: value) == true }
    default: return self == other
    }
  }

  private static func lastValues(_ members: [Member]) -> [String: JSON] {
    Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }
}

extension JSON {
  /// The memory that the value uses, in bytes. It is estimated as for `JSON.Limits.memory`, and
  /// rather overestimated.
  public var memory: Int {
    switch self {
    case .null, .bool: Cost.value
    case .string(let text), .number(let text): Cost.value + text.memoryCost
    case .array(let elements): elements.reduce(Cost.container) { $0 + $1.memory }
    case .object(let members):
      members.reduce(Cost.container) { $0 + Cost.key + $1.key.memoryCost + $1.value.memory }
    }
  }

  /// The memory of a value without its text, in bytes: its slots in an array that grows by
  /// doubling, and for containers the array.
  enum Cost {
    static let value = 48
    static let key = 48
    static let container = 208
  }
}

extension String {
  /// The heap memory of a string in bytes: 0 if it is short enough for inline storage.
  var memoryCost: Int { utf8.count <= 15 ? 0 : utf8.count + 32 }
}
