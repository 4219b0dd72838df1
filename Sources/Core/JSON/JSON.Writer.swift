extension JSON {
  /// The value as JSON on one line, with keys in their original order.
  public var bytes: [UInt8] {
    var writer = Writer(isIndented: false)
    writer.write(self)
    return writer.bytes
  }

  /// The value as readable JSON: one key or element per line, indented by two spaces per level.
  ///
  /// C1 controls, bidirectional controls, and line and paragraph separators are escaped, because a
  /// terminal would interpret them.
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

  /// Writes a value with all its descendants.
  ///
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
