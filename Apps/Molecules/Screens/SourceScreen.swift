import Chemistry
import Reprise

/// The source text of a record; for a format that is read as a whole, of the whole file.
@MainActor func sourceScreen(_ id: RecordID, _ file: FileID, _ viewer: Viewer) -> any Screen {
  TextController(
    title: "Source",
    exports: TextExport(directory: viewer.directory, fileName: "record", ending: "txt")
  ) { load in
    let found = try await viewer.find(id, of: file, say: load.say)
    let opened = try await viewer.open(file)
    load.show(try await sourceText(of: opened, found.number - 1))
  }
}

/// Reads a record's text off the main thread. CDX is binary, and is shown as a hex dump.
private func sourceText(of file: ChemicalFile, _ place: Int) async throws -> String {
  let bytes = try file.source(place)
  guard file.format == .cdx else { return ChemicalFile.text(of: bytes) }
  let shown = 64 << 10
  let lines = stride(from: 0, to: min(bytes.count, shown), by: 16).map { start in
    let line = bytes[start..<min(start + 16, bytes.count)]
    let numbers = line.map { hexadecimal(Int($0), 2) }.joined(separator: " ")
    let letters = line.map { (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "." }
    let padding = String(repeating: " ", count: 48 - numbers.count)
    return "\(hexadecimal(start, 8))  \(numbers)\(padding) \(letters.joined())"
  }
  let rest = bytes.count > shown ? ["… \((bytes.count - shown).grouped) more bytes"] : []
  return (lines + rest).joined(separator: "\n")
}

private func hexadecimal(_ number: Int, _ places: Int) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: max(0, places - digits.count)) + digits
}
