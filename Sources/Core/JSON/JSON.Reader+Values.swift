extension JSON.Reader {
  private struct Container {
    let isObject: Bool
    let start: Int
    var elements: [JSON] = []
    var members: [JSON.Member] = []
    var key = ""
    var keys: Set<String> = []

    mutating func append(_ value: JSON) {
      if isObject { members.append(JSON.Member(key, value)) } else { elements.append(value) }
    }

    var value: JSON { isObject ? .object(members) : .array(elements) }
    var name: String { isObject ? "object" : "array" }
    var closing: Unicode.Scalar { isObject ? "}" : "]" }
  }

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
        if try readSeparator(&open[open.count - 1]) { continue }
      }
      // The innermost container is complete, and possibly its parents.
      while true {
        let value = open.removeLast().value
        if open.isEmpty { return value }
        open[open.count - 1].append(value)
        if try readSeparator(&open[open.count - 1]) { break }
      }
    }
  }

  /// Calls `body` with the range of each value, and with its key in an object.
  mutating func skipParts(_ body: (_ key: String, Range<Int>) throws -> Void) throws {
    guard var container = try openContainer(depth: 1), !take(container.closing) else { return }
    try readKey(&container)
    repeat {
      let start = offset
      try skipValue()
      try body(container.key, start..<offset)
    } while try readSeparator(&container)
  }

  private mutating func skipValue() throws {
    guard let container = try openContainer(depth: 1) else {
      _ = try readLeaf()
      return
    }
    var depth = 1
    while depth > 0 {
      guard offset < bytes.count else { throw unclosed(container) }
      switch bytes[offset] {
      case UInt8(ascii: "\""): _ = try skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      offset += 1
    }
  }

  private mutating func openContainer(depth: Int) throws -> Container? {
    guard peek("{") || peek("[") else { return nil }
    if depth > limits.depth {
      throw malformed("values are nested more than \(limits.depth) deep")
    }
    let container = Container(isObject: peek("{"), start: offset)
    offset += 1
    skipSpace()
    return container
  }

  /// Returns `false` at the closing bracket.
  private mutating func readSeparator(_ container: inout Container) throws -> Bool {
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
    container.key = try readKeyText()
    try spend(JSON.Cost.key + container.key.memoryCost)
    if !limits.allowsDuplicateKeys, !container.keys.insert(container.key).inserted {
      throw malformed("the key is a duplicate", at: start)
    }
    skipSpace()
    guard take(":") else { throw malformed("\":\" is missing after the key") }
    skipSpace()
  }

  /// A few bytes of a hostile response may need a thousand times as many in memory.
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

extension JSON.Reader {
  /// Reads a key. The objects of a list have the same keys, so most were read before and aren't
  /// validated and allocated again.
  private mutating func readKeyText() throws -> String {
    let start = offset
    let hasEscapes = try skipString()
    let written = UnsafeBufferPointer(rebasing: bytes[start + 1..<offset])
    let ends = Int(written.first ?? 0) &* 7 &+ Int(written.last ?? 0) &* 31
    let slot = (written.count &+ ends) & 63
    if !hasEscapes, recentKeys[slot].utf8.elementsEqual(written) {
      offset += 1
      return recentKeys[slot]
    }
    offset = start
    let key = try readString()
    if !hasEscapes { recentKeys[slot] = key }
    return key
  }

  mutating func readString() throws -> String {
    let start = offset
    let hasEscapes = try skipString()
    let (contents, end) = (start + 1, offset)
    guard end - contents <= limits.stringBytes else {
      throw malformed("the text is longer than \(limits.stringBytes) bytes", at: start)
    }
    let written = UnsafeBufferPointer(rebasing: bytes[contents..<end])
    guard let text = String(validating: written, as: UTF8.self) else {
      throw notUTF8(from: contents, to: end)
    }
    offset = end + 1
    return hasEscapes ? try unescaped(from: contents, to: end) : text
  }

  /// Returns whether the string has escapes.
  private mutating func skipString() throws -> Bool {
    var index = offset + 1
    var hasEscapes = false
    defer { offset = index }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { return hasEscapes }
      if byte < 0x20 {
        throw malformed(
          "\(name(of: byte)) isn't allowed in a text; write it as an escape", at: index)
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        index += 1
      }
      index += 1
    }
    throw malformed("the text isn't closed; a quotation mark is missing", at: bytes.count)
  }

  private func notUTF8(from start: Int, to end: Int) -> JSON.Malformed {
    var index = start
    while index < end {
      let byte = bytes[index]
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let next = min(end, index + length)
      let one = UnsafeBufferPointer(rebasing: bytes[index..<next])
      if String(validating: one, as: UTF8.self) == nil { break }
      index = next
    }
    return malformed(
      "byte 0x\(String(bytes[index], radix: 16, uppercase: true)) isn't UTF-8; "
        + "if this is Latin-1, save it as UTF-8", at: index)
  }

  // MARK: Escapes

  private func unescaped(from start: Int, to end: Int) throws -> String {
    var result: [UInt8] = []
    result.reserveCapacity(end - start)
    var index = start
    while index < end {
      guard bytes[index] == UInt8(ascii: "\\") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        result.append(bytes[index + 1])
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      default:
        guard let unit = codeUnit(at: index, before: end) else {
          throw malformed("this isn't an escape of JSON", at: index)
        }
        let (scalar, length) = scalarNamed(by: unit, at: index, before: end)
        result.append(contentsOf: String(scalar).utf8)
        index += length
        continue
      }
      index += 2
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// An unpaired surrogate becomes U+FFFD.
  private func scalarNamed(
    by unit: UInt32, at index: Int, before end: Int
  ) -> (Unicode.Scalar, length: Int) {
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    guard unit < 0xDC00, let low = codeUnit(at: index + 6, before: end),
      (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { return ("\u{FFFD}", 6) }
    return (scalar, 12)
  }

  private func codeUnit(at index: Int, before end: Int) -> UInt32? {
    guard index + 6 <= end, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index + 2..<index + 6] {
      guard let digit = hexDigit(byte) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte) - 0x30
    case 0x41...0x46: UInt32(byte) - 0x41 + 10
    case 0x61...0x66: UInt32(byte) - 0x61 + 10
    default: nil
    }
  }
}
