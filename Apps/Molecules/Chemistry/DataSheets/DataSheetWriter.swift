/// Writes DataSheets as XML files in UTF-8.
struct DataSheetWriter {
  func text(of sheet: DataSheet) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<DataSheet>\n<Summary>\n"
    text += "<Title>\(escaped(sheet.title))</Title>\n"
    text += "<Description>\(data(sheet.summary))</Description>\n</Summary>\n"
    if !sheet.extensions.isEmpty {
      let parts = sheet.extensions.map {
        "<Ext name=\"\(escaped($0.name))\" type=\"\(escaped($0.type))\">\(data($0.text))</Ext>\n"
      }
      text += "<Extension>\n" + parts.joined() + "</Extension>\n"
    }
    text += "<Header nrows=\"\(sheet.rows.count)\" ncols=\"\(sheet.columns.count)\">\n"
    for (index, column) in sheet.columns.enumerated() {
      let name = escaped(column.name)
      let type = if case .text(let kind) = column.kind { kind.rawValue } else { "molecule" }
      text += "<Column id=\"\(index + 1)\" name=\"\(name)\" type=\"\(type)\">"
      text += escaped(column.summary) + "</Column>\n"
    }
    text += "</Header>\n<Content>\n"
    for (index, row) in sheet.rows.enumerated() {
      text += "<Row id=\"\(index + 1)\">\n" + cells(row, sheet.columns) + "</Row>\n"
    }
    return text + "</Content>\n</DataSheet>\n"
  }

  private func cells(_ row: DataSheet.Row, _ columns: [DataSheet.Column]) -> String {
    columns.enumerated().map { index, column in
      guard index < row.cells.count, let cell = row.cells[index] else {
        return "<Cell id=\"\(index + 1)\"/>\n"
      }
      let isPlain = [.text(.integer), .text(.real), .text(.boolean)].contains(column.kind)
      // An empty element means no value; an empty CDATA section means an empty text.
      let text = isPlain ? escaped(cell) : cell.isEmpty ? "<![CDATA[]]>" : data(cell)
      return "<Cell id=\"\(index + 1)\">\(text)</Cell>\n"
    }.joined()
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: if isAllowed(scalar) { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// CDATA can't contain "]]>", so the text is split there.
  private func data(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    let allowed = String(String.UnicodeScalarView(text.unicodeScalars.filter { isAllowed($0) }))
    return "<![CDATA[" + allowed.replacing("]]>", with: "]]]]><![CDATA[>") + "]]>"
  }

  /// XML can't represent most control characters.
  private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" || scalar == "\r"
  }
}
