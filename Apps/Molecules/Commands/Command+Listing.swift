import Chemistry
import Foundation
import Reprise

extension Command {
  /// The command that prints the records of files and folders.
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

  /// The command that prints all that is known of one record.
  static let show = showing(
    "show", .oneRecord(for: "show"),
    help: "print one record: its properties, fields and problems", json: "as JSON"
  ) { operand, _ in
    let input = try InputFile(operand)
    let (record, number) = try input.only(for: "show")
    let found = FoundRecord(
      record: record, number: number, count: input.file.count, format: input.file.format,
      change: nil)
    return Shown(
      json: JSON(record, number, of: input.path, format: input.file.format),
      note: note(input.problems)
    ) { Detail(found) }
  }
}

/// The records that `list` prints.
private struct Listing {
  private var entries: [(file: String, format: ChemicalFormat, record: Record, number: Int)] = []
  private(set) var failures: [UnreadableFile] = []
  private var problems: [Problem] = []

  /// True if no record was found.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds the records of a file, or of the chemical files in a folder.
  mutating func add(_ operand: String) async throws {
    let reference = RecordReference(operand, folder: FileManager.default.currentDirectoryPath)
    let path = reference.path
    guard FileStamp(path: path)?.isFolder == true else { return try addFile(operand) }
    guard reference.number == nil else {
      throw UsageProblem(
        "\(operand) names a record, and a folder has none",
        advice: "Name the folder alone, or a file in it.")
    }
    // A script isn't to miss a file: there is no limit as on the screen.
    let listing = try await FolderListing(ofFolder: path, limit: nil, zone: .local)
    let base = operand.hasSuffix("/") ? String(operand.dropLast()) : operand
    let files = listing.rows.filter { !$0.isFolder }.map(\.name)
    for name in files + listing.unreadable { try addFile("\(base)/\(name)") }
    failures += listing.unreachable.map { UnreadableFile(unreachable: "\(base)/\($0)") }
  }

  private mutating func addFile(_ operand: String) throws {
    do {
      let input = try InputFile(operand)
      problems += input.problems
      for number in input.numbers.map({ Array($0) }) ?? [] {
        entries.append((operand, input.file.format, try input.record(number), number))
      }
    } catch let failure as UnreadableFile {
      failures.append(failure)
    } catch let gone as RecordGone {
      failures.append(UnreadableFile(gone))
    }
  }

  /// The failures, and the problems of whole files, as a note: other records are printed all the same.
  private var note: String? { Command.note(failures.map(\.problem) + problems) }

  /// The exit code of the first file that can't be read; the others are printed all the same.
  private var exitCode: ExitCode { failures.first?.exitCode ?? .success }

  func rows(_ arguments: Arguments) throws -> Command.Rows<RecordRow> {
    // A table may leave columns out, but what a script reads has them all. JSON has a record's own fields: there the columns are only to
    // be found and sorted by.
    let hasColumns =
      !arguments.has("json") || ["filter", "sort"].contains { arguments.value($0) != nil }
    let catalog =
      hasColumns ? FieldCatalog(entries.lazy.map(\.record), limit: .max) : FieldCatalog()
    let rows = entries.enumerated().map { place, entry in
      RecordRow(
        entry.record, number: entry.number, fingerprint: "", id: String(place), catalog: catalog,
        keepsRecord: false)
    }
    var columns = RecordRow.columns(catalog)
    let files = entries.map(\.file)
    if Set(files).count > 1 {
      columns.insert(
        Column(
          "file", heading: "FILE", width: .flexible(10...60, ideal: 20),
          text: { row in Int(row.id).map { files[$0] } ?? "" }), at: 0)
    }
    let table = try Table(
      rows, columns: columns,
      sort: arguments.sort(by: columns, example: "mass:desc") ?? .asReceived,
      filter: arguments.value("filter") ?? "", searched: \.searched, id: \.id)
    return Command.Rows(
      table, note: note, exitCode: exitCode,
      json: table.arranged.compactMap { Int($0.id) }.map { place in
        let entry = entries[place]
        return JSON(entry.record, entry.number, of: entry.file, format: entry.format)
      })
  }
}
