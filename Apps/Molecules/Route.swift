import Reprise

enum Route: AppRoute {
  /// The recently opened files.
  case start
  /// The form for a path.
  case open
  case folder(path: String)
  /// Several files, opened together.
  case files([FileID])
  case records(of: FileID)
  case record(id: RecordID, of: FileID)
  /// The form for a record's number in a large file.
  case goTo(of: FileID)
  /// The source text of a record.
  case source(id: RecordID, of: FileID)
  /// The formats that a record can be exported to.
  case export(id: RecordID, of: FileID)
  /// The programs that can open a record.
  case openWith(id: RecordID, of: FileID)
  /// The programs that can open a whole file.
  case openFileWith(FileID)
}
