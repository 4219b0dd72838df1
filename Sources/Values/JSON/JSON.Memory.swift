extension JSON {
  /// The memory that the value takes, in bytes, as `JSON.Limits.memory` reckons it: rather too high.
  public var memory: Int {
    switch self {
    case .null, .bool: Cost.value
    case .string(let text), .number(let text): Cost.value + text.memoryCost
    case .array(let elements): elements.reduce(Cost.container) { $0 + $1.memory }
    case .object(let members):
      members.reduce(Cost.container) { $0 + Cost.key + $1.key.memoryCost + $1.value.memory }
    }
  }

  /// The memory of values beside their texts, in bytes: their places in an array that grows by doubling, and for containers the array.
  enum Cost {
    static let value = 48
    static let key = 48
    static let container = 208
  }
}

extension String {
  /// The memory of a text beside its place, in bytes: none if it is short enough to stand there.
  var memoryCost: Int { utf8.count <= 15 ? 0 : utf8.count + 32 }
}
