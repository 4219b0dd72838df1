import Reprise

/// The screens of the viewer.
enum Route: AppRoute {
  /// The files that were opened last.
  case start
  /// The form for a path.
  case open
  case folder(path: String)
  /// Several files that were named together.
  case files([FileID])
  case records(of: FileID)
  case record(id: RecordID, of: FileID)
  /// The form for a record's number in a large file.
  case goTo(of: FileID)
  /// A record as the file has it.
  case source(id: RecordID, of: FileID)
  /// The formats that a record can be written in.
  case export(id: RecordID, of: FileID)
  /// The programs that a record can be opened with.
  case openWith(id: RecordID, of: FileID)
  /// The programs that a whole file can be opened with.
  case openFileWith(FileID)
}
