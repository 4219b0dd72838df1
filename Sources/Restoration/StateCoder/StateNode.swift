import Core

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
