import Core

struct StateDecoder: Decoder {
  let json: JSON
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch([String: JSON].self, "an object") }
    return KeyedDecodingContainer(
      StateKeyedDecoding(
        members: Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = json else { throw mismatch([JSON].self, "an array") }
    return StateUnkeyedDecoding(elements: elements, decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func nested(_ json: JSON, _ key: any CodingKey) -> StateDecoder {
    StateDecoder(json: json, codingPath: codingPath + [key])
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    DecodingError.typeMismatch(
      type,
      .init(codingPath: codingPath, debugDescription: "\(expected) is expected, not \(json.kind)"))
  }
}

extension StateDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { json == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let value = json.bool else { throw mismatch(type, "true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard let value = json.string else { throw mismatch(type, "a text") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let value = json.double else { throw mismatch(type, "a number") }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard let value = json.double.map(Float.init), value.isFinite else {
      throw mismatch(type, "a number")
    }
    return value
  }

  func decode(_ type: Int.Type) throws -> Int { try whole() }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
  func decode(_ type: UInt.Type) throws -> UInt { try whole() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func whole<Value: FixedWidthInteger>() throws -> Value {
    guard case .number(let text) = json,
      let value = Value(text) ?? json.int.flatMap({ Value(exactly: $0) })
    else { throw mismatch(Value.self, "a whole number that fits") }
    return value
  }
}

struct StateKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [String: JSON]
  let decoder: StateDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  private func value(_ key: Key) throws -> StateDecoder {
    guard let json = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "\"\(key.stringValue)\" is missing"))
    }
    return decoder.nested(json, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let value = try value(key)
    do {
      return try Value(from: value)
    } catch let error where codingPath.isEmpty {
      // An error thrown by a type's own decoding may lack the coding path, which is needed to drop
      // the key.
      if let path = (error as? DecodingError)?.failedPath, !path.isEmpty { throw error }
      throw DecodingError.dataCorrupted(
        .init(codingPath: [key], debugDescription: "\(error)", underlyingError: error))
    }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    StateDecoder(json: members["super"] ?? .null, codingPath: codingPath)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}

struct StateUnkeyedDecoding: UnkeyedDecodingContainer {
  let elements: [JSON]
  let decoder: StateDecoder
  private(set) var currentIndex = 0

  init(elements: [JSON], decoder: StateDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> StateDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        JSON.self, .init(codingPath: codingPath, debugDescription: "the array is too short"))
    }
    defer { currentIndex += 1 }
    return StateDecoder(json: elements[currentIndex], codingPath: codingPath)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try Value(from: next())
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}
