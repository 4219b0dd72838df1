extension JSON {
  /// The value as JSON text in UTF-8, on one line, with keys in their original order.
  public var bytes: [UInt8] {
    var writer = Writer(isIndented: false)
    writer.write(self)
    return writer.bytes
  }

  /// The value as JSON text for people: one key or element per line, indented by two spaces per
  /// level.
  ///
  /// Control characters that a terminal could interpret are escaped: C1 controls, bidirectional
  /// controls, and line and paragraph separators.
  public var indented: String {
    var writer = Writer(isIndented: true)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  fileprivate struct Writer {
    let isIndented: Bool
    var bytes: [UInt8] = []
    private var open: [Container] = []

    init(isIndented: Bool) { self.isIndented = isIndented }
  }
}

extension JSON.Writer {
  private struct Container {
    var elements: [JSON] = []
    var members: [JSON.Member] = []
    let closing: Unicode.Scalar
    var next = 0

    var count: Int { max(elements.count, members.count) }
  }

  /// Uses a stack of its own instead of recursion, which deep nesting could overflow.
  mutating func write(_ value: JSON) {
    begin(value)
    while let last = open.indices.last {
      let index = open[last].next
      guard index < open[last].count else {
        close()
        continue
      }
      open[last].next += 1
      if index > 0 { append(",") }
      startLine()
      if open[last].members.isEmpty {
        begin(open[last].elements[index])
      } else {
        let member = open[last].members[index]
        JSON.write(member.key, to: &bytes, escapesControls: isIndented)
        append(isIndented ? ": " : ":")
        begin(member.value)
      }
    }
  }

  private mutating func begin(_ value: JSON) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): JSON.write(text, to: &bytes, escapesControls: isIndented)
    case .array(let elements):
      append("[")
      open.append(Container(elements: elements, closing: "]"))
    case .object(let members):
      append("{")
      open.append(Container(members: members, closing: "}"))
    }
  }

  private mutating func close() {
    let container = open.removeLast()
    if container.count > 0 { startLine() }
    bytes.append(UInt8(ascii: container.closing))
  }

  private mutating func startLine() {
    guard isIndented else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension JSON {
  /// With `escapesControls`, also escapes all characters that control a terminal.
  package static func write(
    _ text: String, to bytes: inout [UInt8], escapesControls: Bool = false
  ) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      // Copies runs without escapes at once, because single bytes take most of a save.
      var start = 0
      var offset = 0
      while offset < text.count {
        if isPlain(text, from: offset, escapesControls: escapesControls) {
          offset += 8
          continue
        }
        var length = 1
        if needsEscape(text[offset]) {
          bytes.append(contentsOf: text[start..<offset])
          writeEscape(text[offset], to: &bytes)
          start = offset + 1
        } else if escapesControls, text[offset] >= 0xC2, let control = control(in: text, at: offset)
        {
          bytes.append(contentsOf: text[start..<offset])
          let digits = String(control.value, radix: 16)
          let zeros = String(repeating: "0", count: 4 - digits.count)
          bytes.append(contentsOf: "\\u\(zeros)\(digits)".utf8)
          length = control.length
          start = offset + length
        }
        offset += length
      }
      bytes.append(contentsOf: text[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns whether the next eight bytes surely need no escape, checking all of them at once.
  private static func isPlain(
    _ text: UnsafeBufferPointer<UInt8>, from offset: Int, escapesControls: Bool
  ) -> Bool {
    guard offset + 8 <= text.count else { return false }
    let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let each: UInt64 = 0x0101_0101_0101_0101
    let highest = each << 7
    // Subtracting n from each byte of x borrows into its highest bit if x is less than n. A byte
    // less than 1 after the XOR is the one searched for.
    func hasLess(_ word: UInt64, than bound: UInt64) -> Bool {
      (word &- each &* bound) & ~word & highest != 0
    }
    return !hasLess(word, than: 0x20)
      && !hasLess(word ^ each &* UInt64(UInt8(ascii: "\"")), than: 1)
      && !hasLess(word ^ each &* UInt64(UInt8(ascii: "\\")), than: 1)
      && !hasLess(word ^ each &* 0x7F, than: 1)
      && !(escapesControls && word & highest != 0)
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  /// Returns the non-ASCII control character at this offset and its length in bytes.
  private static func control(
    in text: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (value: Int, length: Int)? {
    switch (text[offset], text[offset + 1]) {
    case (0xC2, let next) where next <= 0x9F: return (Int(next), 2)  // C1
    case (0xD8, 0x9C): return (0x061C, 2)  // Arabic letter mark
    case (0xE2, let next) where next <= 0x81:
      let value = 0x2000 + Int(next & 0x01) << 6 + Int(text[offset + 2] & 0x3F)
      let isControl =
        switch value {
        case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
      return isControl ? (value, 3) : nil
    default: return nil
    }
  }

  private static func writeEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
    case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    default:
      bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    }
  }
}
