/// Writes records, each a molecule with its fields, as the entries of an SDfile.
public struct SDfileWriter {
  private var molfiles: MolfileWriter

  /// Creates a writer whose molecules have a connection table of the given version:
  /// `SDfileWriter(.v3000)`.
  public init(_ version: MolfileWriter.Version = .smallest) { molfiles = MolfileWriter(version) }

  /// The errors about data that the entries written so far couldn't store.
  public var problems: [FormatError] { molfiles.problems }

  /// Returns a record as one entry of an SDfile, including the line `$$$$`.
  ///
  /// If the record has the original bytes of an entry that couldn't be read (`Record.unread`),
  /// these are returned. Any other record without a molecule is written with a molecule that has no
  /// atoms.
  public mutating func bytes(of record: Record) -> [UInt8] {
    record.unread.map { SDfileWriter.ended($0.bytes) } ?? Array(text(of: record).utf8)
  }

  /// Completes the last entry of a file, whose final `$$$$` or line break may be missing.
  private static func ended(_ entry: [UInt8]) -> [UInt8] {
    var lines = TextLines(entry)
    _ = lines.part(until: SDfileReader.isEnd)
    let isEnded = lines.peek() != nil
    let hasBreak = entry.last == 0x0A || entry.last == 0x0D
    return entry + Array((hasBreak ? "" : "\n").utf8) + Array((isEnded ? "" : "$$$$\n").utf8)
  }

  private mutating func text(of record: Record) -> String {
    if record.reaction != nil {
      molfiles.problemList.note(of: "“\(record.name)”", advice: "Write reactions as an RDfile.") {
        "An SDfile has no reactions; \($0) is written without its structure."
      }
    }
    var text = molfiles.text(of: record.molecule ?? Molecule())
    text = Container.sdfile.text(of: text, record.name, &molfiles.problemList)
    for field in record.fields { text += item(field) }
    return text + "$$$$\n"
  }

  private mutating func item(_ field: Field) -> String {
    let value = field.fileText
    let annotation = field.annotation.isEmpty ? "" : " " + Characters.oneLine(field.annotation)
    let head = ">  <\(Characters.oneLine(field.name))>\(annotation)\n"
    var wasBlank = false
    // Swift treats CR LF as one character.
    let lines = value.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }.map { line in
      // An empty line would end the item, and a data header would begin another.
      let bytes = TextLine(bytes: Array(line.utf8)[...], number: 0)
      let isHead =
        wasBlank ? SDfileReader.isHead(bytes) : SDfileReader.isPlainHead(bytes)
      wasBlank = bytes.isBlank
      let isTaken = line.isEmpty || isHead || line.hasPrefix("$$$$")
      return (isTaken && !value.isEmpty ? " " : "") + line + "\n"
    }
    return head + (value.isEmpty ? "" : lines.joined()) + "\n"
  }
}

/// A file of records, some of whose lines have a meaning wherever they are.
enum Container {
  case sdfile, rdfile

  private func isTaken(_ line: TextLine) -> Bool {
    switch self {
    case .sdfile: SDfileReader.isEnd(line) || SDfileReader.isHead(line)
    case .rdfile: RDfileReader.isKeyword(line)
    }
  }

  /// A name or comment that looks like one of the file's own lines gets a blank in front.
  func text(of structure: String, _ name: String, _ problems: inout FormatErrors) -> String {
    // A fast path: most structures have neither of the characters that such lines begin with.
    guard structure.utf8.contains(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: ">") })
    else { return structure }
    var isChanged = false
    let lines = structure.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      let line = String(Substring($0))
      guard isTaken(TextLine(bytes: Array($0)[...], number: 0)) else { return line }
      isChanged = true
      return " " + line
    }
    guard isChanged else { return structure }
    problems.note(
      of: "“\(name)”", advice: "It is written after a space. Choose another name or comment."
    ) { "A line in the head of \($0) is one of the file format's own." }
    return lines.joined(separator: "\n")
  }
}
