import Core

/// The file that an export writes to. It gets its name when it is complete; if the export is
/// cancelled, it is deleted.
public final class ExportFile {
  private let file: NumberedFile
  private let reportProgress: @Sendable (String) -> Void
  private var pending: [UInt8] = []
  private var rowCount = 0
  private var loss: String?
  private static let pieceLength = 1 << 18

  init(_ stem: String, ending: String, say: @escaping @Sendable (String) -> Void) throws {
    file = try NumberedFile(stem, ending: ending)
    reportProgress = say
  }

  /// Appends text with a number of rows. Throws `FileError`; throws `CancellationError` if the
  /// user cancelled the export.
  public func write(_ text: String, rowCount: Int = 0) throws {
    try write(Array(text.utf8), rowCount: rowCount)
  }

  /// Appends bytes, for formats that aren't UTF-8. Throws like `write(_:rowCount:)` for text.
  public func write(_ bytes: [UInt8], rowCount: Int = 0) throws {
    try Task.checkCancellation()
    pending += bytes
    self.rowCount += rowCount
    if pending.count >= ExportFile.pieceLength { try flush() }
  }

  /// Shows the progress, such as "120,000 of 1,000,000". Throws `CancellationError` if the user
  /// cancelled the export.
  public func say(_ progress: String) throws {
    try Task.checkCancellation()
    reportProgress(progress)
  }

  /// Records a sentence about data that the format can't represent, shown beside the file's name.
  /// Only the first call counts.
  public func record(loss sentence: String) { loss = loss ?? sentence }

  private func flush() throws {
    try file.append(pending)
    pending.removeAll(keepingCapacity: true)
  }

  func finish() throws -> ExportedFile {
    try Task.checkCancellation()
    try flush()
    return ExportedFile(path: try file.finish(), rowCount: rowCount, loss: loss)
  }
}

struct ExportedFile: Sendable {
  let path: String
  let rowCount: Int
  /// A sentence about data that the format can't represent.
  let loss: String?
}
