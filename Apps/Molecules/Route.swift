import Chemistry
import Documents
import Glibc
import Reprise

enum Route: AppRoute {
  /// The screen with the recently opened files.
  case start
  case open
  case folder(path: String)
  case files([FileID])
  case records(of: FileID)
  case record(id: RecordID, of: FileID)
  /// The form in which the user types the number of a record in a large file.
  case goTo(of: FileID)
  case source(id: RecordID, of: FileID)
  case export(id: RecordID, of: FileID)
  case openWith(id: RecordID, of: FileID)
  case openFileWith(FileID)
}

/// The operands to open: `drugs.sdf`, `drugs.sdf#12`, a folder, several files, or `-` for standard
/// input.
struct Target: Sendable {
  /// The path that selects the session; `nil` if the command line has none.
  var path: String?
  /// The initial routes above the first screen.
  var home: [Route] = []
  /// Alternative initial routes, from when the path was something else. Sessions that begin with
  /// one are still restored.
  var alternativeInitialRoutes: [[Route]] = []
  /// The screens to open once, replacing those that the session has above the first one.
  var opening: [Route] = []

  /// The same documents, for another process that has the session open.
  var openRequest = OpenRequest()

  init() {}

  /// Throws `UsageError`, `DocumentError` for a pipe or device, and what `standardInput` throws.
  init(
    _ operands: [String], directory: String, standardInput: () throws -> OpenRequest.Document
  ) throws {
    guard operands.count <= OpenRequest.limit else {
      throw UsageError(
        "\(operands.count.grouped) files are too many to open together",
        advice: "Name at most \(OpenRequest.limit.grouped), or the folder that they are in.")
    }
    let documents = try operands.map { operand in
      operand == "-" ? try standardInput() : try Target.document(operand, directory: directory)
    }
    guard operands.count > 1 || operands.first == "-" else {
      self.init(operands.first, directory: directory)
      return
    }
    self.init()
    openRequest = OpenRequest(documents: documents)
    if operands.count > 1, let record = documents.first(where: { $0.part != nil }) {
      throw UsageError(
        "\(record.path)#\(record.part ?? "") is one record",
        advice: "Open it by itself, or name only files.")
    }
    opening = Target.routes(openRequest)
  }

  /// A missing file isn't an error here.
  private static func document(_ operand: String, directory: String) throws -> OpenRequest.Document
  {
    let reference = RecordReference(operand, directory: directory)
    if let stamp = FileStamp(path: reference.path), !stamp.isDirectory {
      _ = try DocumentReader().examine(reference.path)
    }
    return OpenRequest.Document(path: reference.path, part: reference.number.map { String($0) })
  }

  /// A missing file isn't an error here: its screen reports it.
  init(_ operand: String?, directory: String) {
    guard let operand else { return }
    let reference = RecordReference(operand, directory: directory)
    path = reference.path
    openRequest = OpenRequest(documents: [
      .init(path: reference.path, part: reference.number.map { String($0) })
    ])
    home = [Target.route(reference.path)]
    alternativeInitialRoutes = Target.formerRoutes(reference.path).map { [$0] }.filter {
      $0 != home
    }
    guard let number = reference.number else { return }
    let file = FileID(reference.path)
    // If the file's format holds one record, the initial route already shows it.
    let isOnly = home == [.record(id: RecordID(number: number), of: file)]
    opening =
      isOnly ? home : [.records(of: file), .record(id: RecordID(number, in: file), of: file)]
  }

  static func routes(_ openRequest: OpenRequest) -> [Route] {
    let documents = openRequest.documents
    guard documents.count == 1, let document = documents.first else {
      return documents.isEmpty ? [] : [.files(documents.map { FileID($0.path) })]
    }
    if let number = document.part.flatMap({ Int($0) }) {
      let file = FileID(document.path)
      return [.record(id: RecordID(number, in: file), of: file)]
    }
    return [route(document.path)]
  }

  /// Off the main thread: disks may not respond.
  @concurrent static func received(_ openRequest: OpenRequest) async -> [Route] {
    routes(openRequest)
  }

  static func route(_ path: String) -> Route {
    if FileStamp(path: path)?.isDirectory == true { return .folder(path: path) }
    let file = FileID(path)
    // If the file is gone, only its extension is left to choose the screen.
    let named = file.stamp.isEmpty ? FileRow.format(ofName: file.contentName) : nil
    return route(file, named ?? FileRow.format(of: path))
  }

  /// Reads the file only if it has changed.
  static func route(_ row: FileRow) -> Route {
    let file = FileID(row.path)
    guard !row.stamp.isEmpty, row.stamp == file.stamp else { return route(row.path) }
    return row.isDirectory ? .folder(path: row.path) : route(file, row.format)
  }

  private static func route(_ file: FileID, _ format: ChemicalFormat?) -> Route {
    format?.holdsOneRecord == true
      ? .record(id: RecordID(number: 1), of: file) : .records(of: file)
  }

  /// The screens that the path may have had in earlier sessions. For a missing file that is any
  /// screen. An existing file may have had a list, even if its format now holds only one record.
  private static func formerRoutes(_ path: String) -> [Route] {
    let (file, stamp) = (FileID(path), FileStamp(path: path))
    guard stamp?.isDirectory != true else { return [] }
    let list = Route.records(of: file)
    return stamp == nil
      ? [list, .record(id: RecordID(number: 1), of: file), .folder(path: path)] : [list]
  }
}

/// A file, or a record of it, as typed by the user: `drugs.sdf#12`.
struct RecordReference: Hashable, Sendable {
  let path: String
  /// The record's number, from 1; `nil` if only the file is named.
  let number: Int?

  /// Relative paths start at `directory`. If a file has "#" in its name, the "#" is part of it.
  init(_ text: String, directory: String) {
    func whole(_ path: String) -> String { FilePath.absolute(path, in: directory) }
    if FileStamp(path: whole(text)) == nil, let sign = text.lastIndex(of: "#"),
      let number = Int(text[text.index(after: sign)...]), number > 0
    {
      path = whole(String(text[..<sign]))
      self.number = number
    } else {
      path = whole(text)
      number = nil
    }
  }
}
