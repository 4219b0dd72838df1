/// Lets a state contain a value that only another type decodes, such as a child screen's state.
extension JSON: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try container.allKeys.map { key in
          Member(key.stringValue, try container.decode(JSON.self, forKey: key))
        })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
      self = .array(elements)
      return
    }
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let whole = try? value.decode(Int.self) {
      self = .number(String(whole))
    } else {
      self = .number(String(try value.decode(Double.self)))
    }
  }

  /// Encodes the value. Throws if it contains a number that can't be represented as `Int` or
  /// `Double`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members { try container.encode(member.value, forKey: Key(member.key)) }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    default: try encode(to: encoder.singleValueContainer())
    }
  }

  private func encode(to container: any SingleValueEncodingContainer) throws {
    var container = container
    switch self {
    case .null, .array, .object: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .string(let text): try container.encode(text)
    case .number(let text):
      if let whole = int {
        try container.encode(whole)
      } else if let double {
        try container.encode(double)
      } else {
        throw EncodingError.invalidValue(
          self,
          .init(
            codingPath: container.codingPath,
            debugDescription: "The number \(text) can't be saved; it is too large."))
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
