import Core

struct StateEncoder: Encoder {
  let node: StateNode
  var codingPath: [any CodingKey] { node.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .nothing = node.content { node.content = .object([]) }
    return KeyedEncodingContainer(StateKeyedEncoding(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .nothing = node.content { node.content = .array([]) }
    return StateUnkeyedEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension StateEncoder: SingleValueEncodingContainer {
  func encodeNil() { node.content = .value(.null) }
  func encode(_ value: Bool) { node.content = .value(.bool(value)) }
  func encode(_ value: String) { node.content = .value(.string(value)) }
  func encode(_ value: Int) { encode(whole: value) }
  func encode(_ value: Int8) { encode(whole: value) }
  func encode(_ value: Int16) { encode(whole: value) }
  func encode(_ value: Int32) { encode(whole: value) }
  func encode(_ value: Int64) { encode(whole: value) }
  func encode(_ value: UInt) { encode(whole: value) }
  func encode(_ value: UInt8) { encode(whole: value) }
  func encode(_ value: UInt16) { encode(whole: value) }
  func encode(_ value: UInt32) { encode(whole: value) }
  func encode(_ value: UInt64) { encode(whole: value) }
  func encode(_ value: Float) throws { try encode(Double(value)) }

  func encode(_ value: Double) throws {
    guard value.isFinite else {
      let context = EncodingError.Context(
        codingPath: codingPath, debugDescription: "\(value) can't be saved; save nil instead.")
      throw EncodingError.invalidValue(value, context)
    }
    node.content = .value(.number("\(value)"))
  }

  func encode(_ value: some Encodable) throws {
    // Most values are strings, and encoding them directly is ten times faster than through a
    // container.
    if let text = value as? String { encode(text) } else { try value.encode(to: self) }
  }

  private func encode(whole value: some FixedWidthInteger) {
    node.content = .value(.number(String(value)))
  }
}

/// Encodes an object. `nil` is written as null, since a missing key would be restored as the
/// default.
struct StateKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: StateEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  private func value(_ key: Key) -> StateEncoder {
    StateEncoder(node: encoder.node.child(key))
  }

  func encodeNil(forKey key: Key) { value(key).encodeNil() }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try self.value(key).encode(value)
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try orNull(value, key) }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    try orNull(value, key)
  }

  private func orNull(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { try encode(value, forKey: key) } else { encodeNil(forKey: key) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    value(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { StateEncoder(node: encoder.node.child(SuperKey())) }
  func superEncoder(forKey key: Key) -> any Encoder { value(key) }
}

private struct SuperKey: CodingKey {
  let stringValue = "super"
  var intValue: Int? { nil }

  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

struct StateUnkeyedEncoding: UnkeyedEncodingContainer {
  let encoder: StateEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int {
    if case .array(let nodes) = encoder.node.content { nodes.count } else { 0 }
  }

  private func next() -> StateEncoder { StateEncoder(node: encoder.node.nextChild()) }

  func encodeNil() { next().encodeNil() }
  func encode(_ value: some Encodable) throws { try next().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
  func superEncoder() -> any Encoder { next() }
}

/// A JSON value under construction: containers hand out child nodes before these are filled.
final class StateNode {
  enum Content {
    case nothing
    case value(JSON)
    case array([StateNode])
    case object([(key: String, node: StateNode)])
  }

  var content = Content.nothing
  /// The key in the parent. The path is computed only for errors, not stored with each value.
  private let key: (any CodingKey)?
  private unowned let parent: StateNode?

  init() {
    key = nil
    parent = nil
  }

  private init(_ key: (any CodingKey)?, in parent: StateNode) {
    self.key = key
    self.parent = parent
  }

  var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + [key].compactMap(\.self) }

  /// Thrown if arrays and objects are nested more deeply than can be read back.
  struct TooDeep: Error {}

  /// Returns the value with sorted keys. Throws `TooDeep` if it has more than `levels` levels of
  /// arrays and objects.
  func json(levels: Int) throws -> JSON {
    switch content {
    case .value(let value): return value
    case _ where levels <= 0: throw TooDeep()
    case .nothing: return .object([])
    case .array(let nodes): return .array(try nodes.map { try $0.json(levels: levels - 1) })
    case .object(let members):
      return .object(
        try members.sorted { $0.key < $1.key }
          .map { JSON.Member($0.key, try $0.node.json(levels: levels - 1)) })
    }
  }

  func child(_ key: any CodingKey) -> StateNode {
    var members: [(key: String, node: StateNode)] = []
    if case .object(let existing) = content { members = existing }
    let name = key.stringValue
    if let existing = members.first(where: { $0.key == name }) { return existing.node }
    let node = StateNode(key, in: self)
    // The content is released first, so that appending doesn't copy the array.
    content = .nothing
    members.append((name, node))
    content = .object(members)
    return node
  }

  func nextChild() -> StateNode {
    var nodes: [StateNode] = []
    if case .array(let existing) = content { nodes = existing }
    let node = StateNode(nil, in: self)
    content = .nothing
    nodes.append(node)
    content = .array(nodes)
    return node
  }
}
