extension JSON {
  /// The value's memory in bytes, as `JSON.Limits.memory` estimates it, rather too high.
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
