extension JSON {
  /// The value as one line of JSON, keys in their order.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// The value as a person reads it: one key or element a line, two spaces for each level.
  public var indented: String {
    var bytes: [UInt8] = []
    writeIndented(to: &bytes, level: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .string(let text): JSON.write(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSON.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private func writeIndented(to bytes: inout [UInt8], level: Int) {
    func lines(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ count: Int, _ item: (Int) -> Void) {
      bytes.append(UInt8(ascii: open))
      for index in 0..<count {
        bytes.append(contentsOf: index > 0 ? ",\n".utf8 : "\n".utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * (level + 1)))
        item(index)
      }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
      bytes.append(UInt8(ascii: close))
    }
    switch self {
    case .array(let elements) where !elements.isEmpty:
      lines("[", "]", elements.count) { elements[$0].writeIndented(to: &bytes, level: level + 1) }
    case .object(let members) where !members.isEmpty:
      lines("{", "}", members.count) { index in
        JSON.write(members[index].key, to: &bytes)
        bytes.append(contentsOf: ": ".utf8)
        members[index].value.writeIndented(to: &bytes, level: level + 1)
      }
    default: write(to: &bytes)
    }
  }

  static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
      case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F:
        let hex = String(byte, radix: 16)
        bytes.append(contentsOf: "\\u00".utf8)
        if hex.utf8.count == 1 { bytes.append(UInt8(ascii: "0")) }
        bytes.append(contentsOf: hex.utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
