extension JSON {
  /// The value as one line of JSON, keys in their order.
  public var bytes: [UInt8] {
    var writer = Writer(isIndented: false)
    writer.write(self)
    return writer.bytes
  }

  /// The value as a person reads it: one key or element a line, two spaces for each level.
  ///
  /// C1 controls, bidirectional controls, line and paragraph separators are escapes: a terminal would obey them.
  public var indented: String {
    var writer = Writer(isIndented: true)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  fileprivate struct Writer {
    let isIndented: Bool
    var bytes: [UInt8] = []
    /// The arrays and objects that are being written, outermost first.
    private var open: [Container] = []

    init(isIndented: Bool) { self.isIndented = isIndented }
  }
}

extension JSON.Writer {
  /// An array or object that is being written.
  private struct Container {
    var elements: [JSON] = []
    var members: [JSON.Member] = []
    let closing: Unicode.Scalar
    /// The index of the value to be written next.
    var next = 0

    var count: Int { max(elements.count, members.count) }
  }

  /// Writes a value with all that it holds.
  ///
  /// Containers wait on a stack of our own: how deep they stand in each other is no matter of the thread's.
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

  /// Writes a value, or opens it.
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
