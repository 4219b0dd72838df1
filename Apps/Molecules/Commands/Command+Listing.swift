import Chemistry
import FoundationEssentials
import Glibc
import Reprise

extension Command {
  static let list = listing(
    "list",
    .some(
      "FILE|FOLDER…", needs: "a file", advice: "Name files or folders: molecules list FILE."),
    help: "print the records of files",
    json: "as JSON: formula, masses, charge, fields and problems of each",
    options: [
      Option("filter", .required("TEXT"), help: "print the records that match TEXT"),
      Option(
        "sort", .required("COLUMN[:desc]"), help: "sort by number, name, formula, mass, field.NAME"),
    ]
  ) { operands, arguments in
    var listed = Listing()
    for operand in operands { try await listed.add(operand) }
    if listed.isEmpty, listed.failures.count == 1 { throw listed.failures[0] }
    return try listed.rows(arguments)
  }

  static let show = showing(
    "show", .oneRecord(for: "show"),
    help: "print one record: its properties, fields and problems", json: "as JSON"
  ) { operand, _ in
    let input = try InputFile(operand)
    let (record, number) = try input.only(for: "show")
    let found = FoundRecord(
      record: record, number: number, count: input.file.count, format: input.file.format,
      texts: input.file.document?.texts ?? [], change: nil)
    return Shown(
      json: JSON(
        record, number, of: input.path, format: input.file.format, texts: found.texts),
      note: note(input.problems)
    ) { Detail(found) }
  }
}

/// The records that `list` prints. They are read from the files again in each pass.
private struct Listing: Sendable {
  private struct Part: Sendable {
    let operand: String
    let numbers: ClosedRange<Int>
    /// The open file; `nil` if too many files are open already.
    let input: InputFile?
    let format: ChemicalFormat
    let texts: [String]
  }

  private var parts: [Part] = []
  private(set) var failures: [UnreadableFile] = []
  private var problems: [FormatError] = []
  private static let openLimit = 16

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ operand: String) async throws {
    let reference = RecordReference(operand, directory: FileManager.default.currentDirectoryPath)
    let path = reference.path
    guard FileStamp(path: path)?.isDirectory == true else { return try addFile(operand) }
    guard reference.number == nil else {
      throw UsageError(
        "\(operand) names a record, but is a folder",
        advice: "Name only the folder, or a file in it.")
    }
    // Unlike the screen, a script gets all files.
    let listing = try await DirectoryListing(ofDirectory: path, limit: nil, zone: .local)
    let base = operand.hasSuffix("/") ? String(operand.dropLast()) : operand
    let files = listing.rows.filter { !$0.isDirectory }.map(\.name)
    for name in files + listing.unreadable { try addFile("\(base)/\(name)") }
    failures += listing.unreachable.map { UnreadableFile(unreachable: "\(base)/\($0)") }
  }

  private mutating func addFile(_ operand: String) throws {
    do {
      let input = try InputFile(operand)
      problems += input.problems
      guard let numbers = input.numbers else { return }
      _ = try input.record(numbers.lowerBound)
      let isRetained = parts.count < Listing.openLimit
      parts.append(
        Part(
          operand: operand, numbers: numbers, input: isRetained ? input : nil,
          format: input.file.format, texts: input.file.document?.texts ?? []))
    } catch let failure as UnreadableFile {
      failures.append(failure)
    } catch let gone as RecordGone {
      failures.append(UnreadableFile(gone))
    }
  }

  private var note: String? { Command.note(failures.map(\.problem) + problems) }

  private var exitCode: ExitCode { failures.first?.exitCode ?? .success }

  private func forEach(
    _ body: (_ number: Int, _ input: InputFile, _ partIndex: Int) throws -> Void
  ) throws {
    for (partIndex, part) in parts.enumerated() {
      let input = try part.input ?? InputFile(part.operand)
      for number in part.numbers { try body(number, input, partIndex) }
    }
  }

  func rows(_ arguments: Arguments) throws -> Command.Rows<RecordRow> {
    // A table may omit columns, but scripts get all of them. JSON contains the record's own fields,
    // so columns are needed only to filter and sort.
    let hasColumns =
      !arguments.has("json") || ["filter", "sort"].contains { arguments.value($0) != nil }
    var fields = FieldCatalog.Builder(limit: .max)
    if hasColumns {
      try forEach { number, input, _ in fields.add(try input.file.fields(number - 1)) }
    }
    let catalog = fields.catalog
    var columns = RecordRow.columns(catalog)
    let files = parts.map(\.operand)
    if Set(files).count > 1 {
      columns.insert(
        Column(
          "file", heading: "FILE", width: .flexible(10...60, ideal: 20),
          text: { files[Listing.partIndex(of: $0)] }), at: 0)
    }
    let isJSON = arguments.has("json")
    let source: Table<RecordRow>.Source = { body in
      try forEach { number, input, partIndex in
        try body(
          RecordRow(
            try input.record(number), number: number, fingerprint: "", id: "\(partIndex)-\(number)",
            catalog: catalog,
            retainsRecord: isJSON))
      }
    }
    let filter = arguments.value("filter") ?? ""
    let table: Table<RecordRow>
    if let sort = try arguments.sort(by: columns, example: "mass:desc") {
      // Only sorting needs all rows in memory.
      var rows: [RecordRow] = []
      try source { rows.append($0) }
      let sorted = try Table(
        rows, columns: columns, sort: sort, filter: filter, searchText: \.searchText, id: \.id
      ).arranged
      table = try Table(reading: { try sorted.forEach($0) }, columns: columns)
    } else {
      table = try Table(
        reading: source, columns: columns, filter: filter, searchText: \.searchText)
    }
    let parts = parts
    return Command.Rows(table, note: note, exitCode: exitCode) { row in
      let partIndex = Listing.partIndex(of: row)
      return row.whole.map {
        JSON(
          $0, row.number, of: parts[partIndex].operand, format: parts[partIndex].format,
          texts: parts[partIndex].texts)
      } ?? .null
    }
  }

  private static func partIndex(of row: RecordRow) -> Int {
    Int(row.id.prefix { $0 != "-" }) ?? 0
  }
}
