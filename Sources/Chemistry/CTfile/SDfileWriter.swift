/// Writes records as entries of an SDfile.
public struct SDfileWriter {
  private var molfiles: MolfileWriter

  /// `SDfileWriter(.v3000)`
  public init(_ version: MolfileWriter.Version = .smallest) { molfiles = MolfileWriter(version) }

  /// The notes about parts that the entries couldn't hold.
  public var problems: [Problem] { molfiles.problems }

  /// The text of one entry, the line `$$$$` included. A record without a molecule has one without atoms.
  public mutating func text(of record: Record) -> String {
    if record.reaction != nil {
      molfiles.problemList.note(
        Problem(of: "“\(record.name)”", advice: "Write reactions as an RDfile.") {
          "An SDfile has no reactions; \($0) is written without its structure."
        })
    }
    var text = molfiles.text(of: record.molecule ?? Molecule())
    text = Container.sdfile.text(of: text, record.name, &molfiles.problemList)
    for field in record.fields { text += item(field) }
    return text + "$$$$\n"
  }

  private mutating func item(_ field: Field) -> String {
    let value =
      switch field.value {
      case .text(let text, _): text
      case .molecule(let molecule): SketchElWriter().text(of: molecule)
      case .reaction: field.text
      }
    let annotation = field.annotation.isEmpty ? "" : " " + Characters.oneLine(field.annotation)
    let head = ">  <\(Characters.oneLine(field.name))>\(annotation)\n"
    // CR and LF together are one character.
    let lines = value.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }.map { line in
      // An empty line would end the item, a head begin another.
      let isHead = SDfileReader.isHead(TextLine(bytes: Array(line.utf8)[...], number: 0))
      let isTaken = line.isEmpty || isHead || line.hasPrefix("$$$$")
      return (isTaken && !value.isEmpty ? " " : "") + line + "\n"
    }
    return head + (value.isEmpty ? "" : lines.joined()) + "\n"
  }
}
