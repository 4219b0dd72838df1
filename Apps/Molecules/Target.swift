import Chemistry
import Foundation
import Reprise

/// The files, folder or record that a command line asks for: `drugs.sdf`, `drugs.sdf#12`, a folder, several files, or `-` for what is piped
/// in.
struct Target: Sendable {
  /// The path that the session belongs to; nil if the command line names none.
  var path: String?
  /// The screens that this start has above the first one, whatever the session shows above them.
  var home: [Route] = []
  /// The screens that the path had when it was something else: a session that begins with one of them goes on with it.
  var alternativeInitialRoutes: [[Route]] = []
  /// The screens to open once, in place of those that the session has above the first one.
  var opening: [Route] = []

  /// The same for another process that has the session open.
  var delivery = OpenRequest()

  /// Nothing in particular.
  init() {}

  /// Reads the operands of a command line. Pipes, devices and sockets are refused. `standardInput` keeps what is piped in. Throws
  /// `DocumentError`, `UsageError`, and what `standardInput` throws.
  init(
    _ operands: [String], directory: String, standardInput: () throws -> OpenRequest.Document
  ) throws {
    guard operands.count <= OpenRequest.limit else {
      throw UsageError(
        "\(operands.count.grouped) files are more than can be opened together",
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
    delivery = OpenRequest(documents: documents)
    if operands.count > 1, let record = documents.first(where: { $0.part != nil }) {
      throw UsageError(
        "\(record.path)#\(record.part ?? "") is one record",
        advice: "Name it alone; several operands are files.")
    }
    opening = Target.routes(delivery)
  }

  /// Looks at what an operand names. A file that isn't there is no error here.
  private static func document(_ operand: String, directory: String) throws -> OpenRequest.Document
  {
    let reference = RecordReference(operand, directory: directory)
    if let stamp = FileStamp(path: reference.path), !stamp.isDirectory {
      _ = try DocumentReader().examine(reference.path)
    }
    return OpenRequest.Document(path: reference.path, part: reference.number.map { String($0) })
  }

  /// Reads an operand. A file that isn't there is no error here: its screen says so, as in a session that comes back.
  init(_ operand: String?, directory: String) {
    guard let operand else { return }
    let reference = RecordReference(operand, directory: directory)
    path = reference.path
    delivery = OpenRequest(documents: [
      .init(path: reference.path, part: reference.number.map { String($0) })
    ])
    home = [Target.route(reference.path)]
    alternativeInitialRoutes = Target.formerRoutes(reference.path).map { [$0] }.filter {
      $0 != home
    }
    guard let number = reference.number else { return }
    let file = FileID(reference.path)
    // Of a file that can't have another record it is the screen that the file has anyway.
    let isOnly = home == [.record(id: RecordID(number: number), of: file)]
    opening =
      isOnly ? home : [.records(of: file), .record(id: RecordID(number, in: file), of: file)]
  }

  /// The screens for documents: of several a list.
  static func routes(_ delivery: OpenRequest) -> [Route] {
    let documents = delivery.documents
    guard documents.count == 1, let document = documents.first else {
      return documents.isEmpty ? [] : [.files(documents.map { FileID($0.path) })]
    }
    if let number = document.part.flatMap({ Int($0) }) {
      let file = FileID(document.path)
      return [.record(id: RecordID(number, in: file), of: file)]
    }
    return [route(document.path)]
  }

  /// The screens for documents that another process hands over. They are looked at away from the main thread: they may lie on a disk that
  /// doesn't answer.
  @concurrent static func received(_ delivery: OpenRequest) async -> [Route] { routes(delivery) }

  /// The screen for a path: a folder's files, a file's records, or the only record of a file that can't have another.
  static func route(_ path: String) -> Route {
    if FileStamp(path: path)?.isDirectory == true { return .folder(path: path) }
    let file = FileID(path)
    // Of a file that is gone only the name is left to tell which screen it had.
    let named = file.stamp.isEmpty ? FileRow.format(ofName: file.contentName) : nil
    return route(file, named ?? FileRow.format(of: path))
  }

  /// The screen for a row of a list. The list has told the format away from the main thread: only a file that has changed is read anew.
  static func route(_ row: FileRow) -> Route {
    let file = FileID(row.path)
    guard !row.stamp.isEmpty, row.stamp == file.stamp else { return route(row.path) }
    return row.isDirectory ? .folder(path: row.path) : route(file, row.format)
  }

  private static func route(_ file: FileID, _ format: ChemicalFormat?) -> Route {
    format?.holdsOneRecord == true
      ? .record(id: RecordID(number: 1), of: file) : .records(of: file)
  }

  /// The screens that a path may have had before: of what is gone any, because nothing tells whether it was a folder, and what it held. A
  /// file that is there lists its records as before, also if there can be only one now.
  private static func formerRoutes(_ path: String) -> [Route] {
    let (file, stamp) = (FileID(path), FileStamp(path: path))
    guard stamp?.isDirectory != true else { return [] }
    let list = Route.records(of: file)
    return stamp == nil
      ? [list, .record(id: RecordID(number: 1), of: file), .folder(path: path)] : [list]
  }
}

/// A file, or a record of it, as a person types it: `drugs.sdf#12`.
struct RecordReference: Hashable, Sendable {
  /// The absolute path.
  let path: String
  /// Counted from 1; nil if only the file is named.
  let number: Int?

  /// Reads a reference; relative paths begin in `directory`. What stands behind `#` is part of the name if there is a file of that name.
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
