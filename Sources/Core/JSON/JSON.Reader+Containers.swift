extension JSON.Reader {
  private struct Container {
    let isObject: Bool
    let start: Int
    var elements: [JSON] = []
    var members: [JSON.Member] = []
    var key = ""
    /// The keys so far, if duplicates are forbidden.
    var keys: Set<String> = []

    mutating func append(_ value: JSON) {
      if isObject { members.append(JSON.Member(key, value)) } else { elements.append(value) }
    }

    var value: JSON { isObject ? .object(members) : .array(elements) }
    var name: String { isObject ? "object" : "array" }
    var closing: Unicode.Scalar { isObject ? "}" : "]" }
  }

  /// Reads a value with all its descendants.
  ///
  /// Uses a stack of its own instead of recursion, which deep nesting could overflow.
  mutating func readValue() throws -> JSON {
    var open: [Container] = []
    while true {
      values += 1
      if values > limits.values { throw malformed("there are more than \(limits.values) values") }
      if let container = try openContainer(depth: open.count + 1) {
        try spend(JSON.Cost.container)
        open.append(container)
        if !take(container.closing) {
          try readKey(&open[open.count - 1])
          continue
        }
      } else {
        let leaf = try readLeaf()
        try spend(leaf.memory)
        if open.isEmpty { return leaf }
        open[open.count - 1].append(leaf)
        if try goesOn(&open[open.count - 1]) { continue }
      }
      // The innermost container is complete, and possibly its parents.
      while true {
        let value = open.removeLast().value
        if open.isEmpty { return value }
        open[open.count - 1].append(value)
        if try goesOn(&open[open.count - 1]) { break }
      }
    }
  }

  private mutating func openContainer(depth: Int) throws -> Container? {
    guard peek("{") || peek("[") else { return nil }
    if depth > limits.depth {
      throw malformed("values stand more than \(limits.depth) deep in each other")
    }
    let container = Container(isObject: peek("{"), start: offset)
    offset += 1
    skipSpace()
    return container
  }

  /// Advances to the next value of a container. Returns `false` at its closing bracket.
  private mutating func goesOn(_ container: inout Container) throws -> Bool {
    skipSpace()
    if take(container.closing) { return false }
    guard take(",") else { throw unclosed(container) }
    skipSpace()
    try readKey(&container)
    return true
  }

  private mutating func readKey(_ container: inout Container) throws {
    if offset == bytes.count { throw unclosed(container) }
    guard container.isObject else {
      if peek("]") { throw malformed("a value is missing after the comma") }
      return
    }
    guard peek("\"") else { throw malformed("a key in quotation marks is expected here") }
    let start = offset
    container.key = try readString()
    try spend(JSON.Cost.key + container.key.memoryCost)
    if !limits.allowsDuplicateKeys, !container.keys.insert(container.key).inserted {
      throw malformed("the key stands twice", at: start)
    }
    skipSpace()
    guard take(":") else { throw malformed("\":\" is missing after the key") }
    skipSpace()
  }

  /// Counts memory. A few bytes of a hostile response may need a thousand times as many.
  private mutating func spend(_ bytes: Int) throws {
    memory += bytes
    guard memory > limits.memory else { return }
    throw malformed("this takes more than \(limits.memory >> 20) MiB of memory")
  }

  private func unclosed(_ container: Container) -> JSON.Malformed {
    let closing = container.closing
    if offset < bytes.count {
      return malformed("\",\" or \"\(closing)\" is expected here, not \(name(of: bytes[offset]))")
    }
    let line = malformed("", at: container.start).line
    return malformed(
      "the \(container.name) that begins in line \(line) isn't closed; \"\(closing)\" is missing")
  }
}
