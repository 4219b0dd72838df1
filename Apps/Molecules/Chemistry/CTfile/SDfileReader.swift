import Core

/// Reads one record of an SDfile: a molfile and its data items, up to `$$$$`.
///
/// If the molfile can't be read, the items still are.
struct SDfileReader {
  var lines: TextLines
  private var record = Record(.none)
  private var problems = FormatErrors()

  init(_ lines: TextLines) { self.lines = lines }

  static func isEnd(_ line: TextLine) -> Bool { line.hasPrefix("$$$$") }

  /// Returns whether the line is a data header: "> <NAME>", ">  25 <NAME> (1)", ">  DT12".
  static func isHead(_ line: TextLine) -> Bool {
    guard line.hasPrefix(">") else { return false }
    let rest = line.bytes.dropFirst()
    if let open = rest.firstIndex(of: 0x3C) { return rest[open...].contains(0x3E) }
    return Characters.trim(rest).starts(with: "DT".utf8)
  }

  /// Returns whether the line is a data header even if the empty line before it is missing: it has
  /// only a name and numbers. A value can have lines that begin with ">", too: ">95% by <1H NMR>".
  static func isPlainHead(_ line: TextLine) -> Bool {
    guard isHead(line) else { return false }
    var rest = line.text.dropFirst()
    if let open = rest.firstIndex(of: "<"), let close = rest.lastIndex(of: ">"), open < close {
      let name = rest[open...close].dropFirst().dropLast()
      if name.contains("<") || name.contains(">") { return false }
      rest = rest[..<open] + " " + rest[close...].dropFirst()
    }
    return rest.split { $0 == " " || $0 == "\t" }.allSatisfy { word in
      ["FROM", "ARCHIVES"].contains(word) || word.first == "(" || word.last == ")"
        || (word.hasPrefix("DT") ? word.dropFirst(2) : word).allSatisfy(\.isNumber)
    }
  }

  /// The number of leading free-text lines: three, if a molfile's counts line is the fourth.
  private static func freeLineCount(_ body: TextLines) -> Int {
    let head = body.head(4)
    return head.count > 3 && MolfileReader.isCounts(head[3], strictly: true) ? 3 : 0
  }

  mutating func read() -> Record {
    let entry = lines.rest
    var body = lines.part(until: SDfileReader.isEnd)
    _ = lines.take()
    let start = body
    readStructure(&body)
    while let line = body.take() {
      if SDfileReader.isHead(line) {
        readItem(line, &body)
      } else if !line.isBlank {
        problems.note(
          line: line.number, "A data item is expected here.",
          advice: "The line is left out. Items begin with “> <NAME>”.")
      }
    }
    record.problems = problems.all
    if record.structure == .none {
      record.unread = Record.Unread(
        bytes: Array(entry[..<lines.rest.startIndex]), name: SDfileReader.name(of: start))
    }
    return record
  }

  mutating func readFields() -> [Field] {
    var body = lines.part(until: SDfileReader.isEnd)
    _ = structure(in: &body)
    while let line = body.take() { if SDfileReader.isHead(line) { readItem(line, &body) } }
    return record.fields
  }

  private func structure(in body: inout TextLines) -> TextLines {
    let first = body.number + SDfileReader.freeLineCount(body)
    return body.part { $0.number >= first && SDfileReader.isHead($0) }
  }

  /// The first line; empty if it is a data header, or the counts line of a headless structure.
  private static func name(of body: TextLines) -> String {
    guard let line = body.peek(), freeLineCount(body) > 0 || !isHead(line),
      !MolfileReader.isCounts(line, strictly: true)
    else { return "" }
    return line.trimmed
  }

  private mutating func readStructure(_ body: inout TextLines) {
    let text = structure(in: &body)
    if text.rest.allSatisfy({ $0 <= 0x20 }) {
      problems.note(
        line: text.number, "The record has no structure.",
        advice: "A molfile precedes the data items; it may have no atoms.")
      return
    }
    var reader = MolfileReader(text)
    do {
      record.structure = .molecule(try reader.read())
      problems.note(reader.problems.all)
      noteRest(&reader.lines)
    } catch {
      problems.note(reader.problems.all)
      problems.note(error)
    }
  }

  private mutating func noteRest(_ rest: inout TextLines) {
    while let line = rest.take() {
      if line.isBlank { continue }
      problems.note(
        line: line.number, "A data item is expected after the structure.",
        advice: "The lines up to the next item are left out. Items begin with “> <NAME>”.")
      return
    }
  }

  /// The final empty line can be missing, and values can have empty lines.
  private mutating func readItem(_ head: TextLine, _ body: inout TextLines) {
    var values: [String] = []
    while let line = body.peek(),
      !(values.last == "" ? SDfileReader.isHead(line) : SDfileReader.isPlainHead(line))
    {
      _ = body.take()
      values.append(line.isBlank ? "" : line.text)
    }
    while values.last == "" { values.removeLast() }
    if values.contains("") {
      problems.note(
        line: head.number, "The item that begins here has empty lines within.",
        advice: "They are kept; other programs may stop reading at the first.")
    }
    let text = String(head.text.dropFirst())
    var name = text.trimmed
    var annotation = ""
    if let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close {
      name = String(text[text.index(after: open)..<close])
      annotation =
        (text[..<open].trimmed + " " + text[text.index(after: close)...].trimmed)
        .trimmed
    }
    var field = Field(name, .text(values.joined(separator: "\n"), .string))
    field.annotation = annotation
    record.fields.append(field)
  }
}
