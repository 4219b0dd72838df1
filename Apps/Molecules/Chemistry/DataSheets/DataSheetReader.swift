import Core

/// Reads an XML DataSheet. Notes errors in `problems`; rejects a text without columns.
struct DataSheetReader {
  private(set) var problems = FormatErrors()
  private var sheet = DataSheet()
  private var columnIndices: [String: Int] = [:]

  mutating func read(_ bytes: [UInt8]) throws -> DataSheet {
    var reader = XMLReader(bytes)
    let (root, problem) = try reader.read()
    if let problem { problems.note(problem) }
    guard root.name == "DataSheet" else {
      throw FormatError(
        .line(root.line), "The root element is “\(root.name)”, not “DataSheet”.",
        advice: "Open the file with a program for that kind of XML.")
    }
    sheet.title = root.child("Summary")?.child("Title")?.text.trimmed ?? ""
    sheet.summary = root.child("Summary")?.child("Description")?.text ?? ""
    for element in root.child("Extension")?.children("Ext") ?? [] {
      sheet.extensions.append(
        .init(
          name: element.attributes["name"] ?? "", type: element.attributes["type"] ?? "",
          text: element.text))
    }
    try readColumns(root)
    try checkSize(root, bytes.count)
    readRows(root)
    return sheet
  }

  private mutating func readColumns(_ root: XMLElement) throws {
    guard let header = root.child("Header") else {
      throw FormatError(
        .line(root.line), "The element “Header” is missing, which names the columns.",
        advice: "Check that the file is complete.")
    }
    // Records look up values by column name, so the names must be unique.
    var names = UniqueNames()
    for element in header.children("Column") {
      let type = element.attributes["type"] ?? "string"
      let kind = Field.Kind(rawValue: type)
      if kind == nil, type != "molecule" {
        problems.note(
          line: element.line, "“\(type)” isn't a column type.",
          advice: "Its values are read as text.")
      }
      columnIndices[element.attributes["id"] ?? String(sheet.columns.count + 1)] =
        sheet.columns.count
      sheet.columns.append(
        .init(
          names.next(element.attributes["name"] ?? "Column \(sheet.columns.count + 1)"),
          type == "molecule" ? .molecule : .text(kind ?? .string), summary: element.text))
    }
    check(header, "ncols", sheet.columns.count) { "\($0) columns and has \($1)" }
  }

  private mutating func check(
    _ header: XMLElement, _ attribute: String, _ count: Int, _ text: (Int, Int) -> String
  ) {
    guard let stated = header.attributes[attribute].flatMap({ Characters.integer($0) }),
      stated != count
    else { return }
    problems.note(
      line: header.line, "The header says \(text(stated, count)).",
      advice: "Check that the file is complete.")
  }

  /// Every cell has an element, so only a damaged or hostile file has more cells than bytes.
  private func checkSize(_ root: XMLElement, _ byteCount: Int) throws {
    let rows = root.child("Content")?.children.count ?? 0
    guard sheet.columns.count * rows > max(1_000_000, byteCount) else { return }
    throw FormatError(
      .line(root.line),
      "\(rows) rows and \(sheet.columns.count) columns are more cells than the file has bytes.",
      advice: "Check the file: each row must have all of its cells.")
  }

  private mutating func readRows(_ root: XMLElement) {
    for element in root.child("Content")?.children("Row") ?? [] {
      var row = DataSheet.Row(
        cells: Array(repeating: nil, count: sheet.columns.count),
        lines: Array(repeating: element.line, count: sheet.columns.count))
      for cell in element.children("Cell") {
        guard let index = cell.attributes["id"].flatMap({ columnIndices[$0] }) else {
          problems.note(
            line: cell.line, "The cell belongs to no column.",
            advice: "It is left out. Its “id” must be a column's.")
          continue
        }
        // An empty text is a value only if it is in a CDATA section.
        let mayBeEmpty = [.text(.string), .text(.extend)].contains(sheet.columns[index].kind)
        let isValue = !cell.text.isEmpty || (mayBeEmpty && cell.hasSection)
        row.cells[index] = isValue ? cell.text : nil
        row.lines[index] = cell.textLine
      }
      sheet.rows.append(row)
    }
    guard let header = root.child("Header") else { return }
    check(header, "nrows", sheet.rows.count) { "\($0) rows and there are \($1)" }
  }
}
