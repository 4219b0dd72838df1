/// Parses XML in UTF-8, or in a Latin encoding that it declares. Rejects document types, whose
/// entities can expand to any amount of memory, and depths and sizes beyond the limits. After an
/// error, the elements read so far remain, and open elements are closed.
struct XMLReader {
  static let depthLimit = 64
  static let elementLimit = 20_000_000

  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var open: [XMLElement] = []
  private var root: XMLElement?
  private var elements = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.contains(0x0D) ? XMLReader.withPlainLineEnds(bytes) : bytes
  }

  /// Normalizes line ends to line feeds, as XML 1.0 requires (section 2.11).
  private static func withPlainLineEnds(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
      // "\r\r\n" is one line end, as in `TextLines`.
      if byte == 0x0D, bytes[(index + 1)...].starts(with: [0x0D, 0x0A]) { continue }
      plain.append(byte == 0x0D ? 0x0A : byte)
    }
    return plain
  }

  /// `problem` is the error that ended the text early.
  mutating func read() throws -> (root: XMLElement, problem: FormatError?) {
    do {
      try readText()
    } catch let problem as FormatError {
      while !open.isEmpty { closeLast() }
      guard let root else { throw problem }
      return (root, problem)
    }
    guard let root else { throw malformed("There is no element here.") }
    return (root, nil)
  }

  private mutating func readText() throws {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw FormatError(.line(1), "This is UTF-16.", advice: "Save the file as UTF-8.")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    while offset < bytes.count {
      if bytes[offset] != UInt8(ascii: "<") {
        try readCharacters()
      } else if has("<!--") {
        _ = try skip("<!--", to: "-->", "a comment")
      } else if has("<![CDATA[") {
        let range = try skip("<![CDATA[", to: "]]>", "a CDATA section")
        try append(Characters.decode(bytes[range]))
        open[open.count - 1].hasSection = true
      } else if has("<?") {
        let range = try skip("<?", to: "?>", "an instruction")
        try checkEncoding(Characters.decode(bytes[range]))
      } else if has("<!") {
        throw FormatError(
          .line(line), "The text has a document type, which may define entities.",
          advice: "It is refused. Remove “<!DOCTYPE …>” if you trust the file.")
      } else if has("</") {
        try readEndTag()
      } else {
        try readStartTag()
      }
      if root != nil, open.isEmpty { return }
    }
    if let last = open.last {
      throw malformed("“\(last.name)”, which begins in line \(last.line), isn't closed.")
    }
  }

  private func checkEncoding(_ instruction: String) throws {
    let words = instruction.split { " =\"'".contains($0) }
    guard words.first == "xml", let index = words.firstIndex(of: "encoding") else { return }
    let value = words.dropFirst(index + 1).first.map { $0.uppercased() }
    let known = ["UTF-8", "UTF8", "US-ASCII", "ASCII", "ISO-8859-1", "LATIN1", "WINDOWS-1252"]
    guard let value, !known.contains(value) else { return }
    throw FormatError(
      .line(line), "The text is encoded as \(value).", advice: "Save the file as UTF-8.")
  }

  // MARK: Tags

  private mutating func readStartTag() throws {
    let start = line
    offset += 1
    let name = try readName()
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      let isEmpty = has("/>")
      if isEmpty || has(">") {
        offset += isEmpty ? 2 : 1
        try begin(XMLElement(name: name, attributes: attributes, line: start, textLine: line))
        if isEmpty { closeLast() }
        return
      }
      let key = try readName()
      skipSpace()
      guard has("=") else { throw malformed("“=” is missing after “\(key)”.") }
      offset += 1
      skipSpace()
      attributes[key] = try readValue()
    }
  }

  private mutating func begin(_ element: XMLElement) throws {
    elements += 1
    guard open.count < XMLReader.depthLimit else {
      throw malformed("Elements are nested more than \(XMLReader.depthLimit) deep.")
    }
    guard elements <= XMLReader.elementLimit else {
      throw malformed("There are too many elements.")
    }
    open.append(element)
  }

  private mutating func closeLast() {
    guard let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  private mutating func readEndTag() throws {
    offset += 2
    let name = try readName()
    skipSpace()
    guard has(">") else { throw malformed("“>” is missing after “</\(name)”.") }
    offset += 1
    guard let last = open.last else { throw malformed("“\(name)” is closed, but isn't open.") }
    guard last.name == name else {
      throw malformed("“\(name)” is closed, but “\(last.name)” of line \(last.line) is open.")
    }
    closeLast()
  }

  private mutating func readName() throws -> String {
    let start = offset
    while offset < bytes.count, !" \t\r\n<>=/\"'&?!".utf8.contains(bytes[offset]) { offset += 1 }
    guard offset > start, offset - start <= 1000 else {
      throw malformed("A name is expected here.")
    }
    return Characters.decode(bytes[start..<offset])
  }

  private mutating func readValue() throws -> String {
    guard offset < bytes.count, bytes[offset] == 0x22 || bytes[offset] == 0x27 else {
      throw malformed("A value in quotation marks is expected here.")
    }
    let quote = bytes[offset]
    let start = offset + 1
    offset = start
    while offset < bytes.count, bytes[offset] != quote, bytes[offset] != UInt8(ascii: "<") {
      step()
    }
    guard offset < bytes.count, bytes[offset] == quote else {
      throw malformed("The value isn't closed.")
    }
    let value = try resolved(bytes[start..<offset])
    offset += 1
    return value
  }

  // MARK: Text

  private mutating func readCharacters() throws {
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "<") { step() }
    let part = bytes[start..<offset]
    guard !open.isEmpty else {
      if part.allSatisfy({ " \t\r\n".utf8.contains($0) }) { return }
      throw malformed("There is text outside all elements.")
    }
    try append(resolved(part))
  }

  private mutating func append(_ text: String) throws {
    guard !open.isEmpty else { throw malformed("There is text outside all elements.") }
    open[open.count - 1].text += text
  }

  private func resolved(_ part: ArraySlice<UInt8>) throws -> String {
    guard part.contains(UInt8(ascii: "&")) else { return Characters.decode(part) }
    var result = ""
    var rest = part
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += Characters.decode(rest[..<ampersand])
      guard let end = rest[ampersand...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
        throw malformed("“&” doesn't begin a reference.")
      }
      let name = Characters.decode(rest[(ampersand + 1)..<end])
      guard let character = XMLReader.character(name) else {
        throw malformed("“&\(name);” isn't one of XML's own entities.")
      }
      result.unicodeScalars.append(character)
      rest = rest[(end + 1)...]
    }
    return result + Characters.decode(rest)
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    let entities: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    guard name.hasPrefix("#") else { return entities[name] }
    let code =
      name.hasPrefix("#x")
      ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(), radix: 10)
    return code.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
  }

  // MARK: Steps

  private func has(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard offset + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[offset + $0] == literal.utf8Start[$0] }
  }

  private mutating func step() {
    if bytes[offset] == 0x0A { line += 1 }
    offset += 1
  }

  private mutating func skipSpace() {
    while offset < bytes.count, bytes[offset] <= 0x20 { step() }
  }

  /// Skips a delimited part, and returns the range between the delimiters.
  private mutating func skip(
    _ start: StaticString, to end: StaticString, _ what: String
  ) throws -> Range<Int> {
    let from = offset + start.utf8CodeUnitCount
    offset = from
    while offset < bytes.count {
      if has(end) {
        let range = from..<offset
        offset += end.utf8CodeUnitCount
        return range
      }
      step()
    }
    offset = bytes.count
    throw malformed("The end of \(what) is missing.")
  }

  private func malformed(_ message: String) -> FormatError {
    FormatError(
      .line(line), message, advice: "Check that the file is complete and well-formed XML.")
  }
}

/// An XML element and its content, without comments and processing instructions.
struct XMLElement {
  let name: String
  let attributes: [String: String]
  /// The line of the start tag, from 1.
  let line: Int
  var children: [XMLElement] = []
  /// All text between the tags, including CDATA sections.
  var text = ""
  /// Whether the text includes a CDATA section, which may be empty.
  var hasSection = false
  var textLine: Int

  func child(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
