import Core

/// The file that an export writes. The file appears under its name once it is complete. If the user
/// cancels the export, the file is deleted.
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

  /// Appends a text to the file. Throws `FileError` if writing fails, and `CancellationError` if
  /// the user has cancelled the export.
  ///
  /// - Parameters:
  ///   - text: The text, which is written as UTF-8.
  ///   - rowCount: The number of rows that the text contains. Their sum is reported to the user.
  public func write(_ text: String, rowCount: Int = 0) throws {
    try write(Array(text.utf8), rowCount: rowCount)
  }

  /// Appends bytes to the file, for formats that aren't UTF-8. Throws `FileError` if writing fails,
  /// and `CancellationError` if the user has cancelled the export.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to append.
  ///   - rowCount: The number of rows that the bytes contain. Their sum is reported to the user.
  public func write(_ bytes: [UInt8], rowCount: Int = 0) throws {
    try Task.checkCancellation()
    pending += bytes
    self.rowCount += rowCount
    if pending.count >= ExportFile.pieceLength { try flush() }
  }

  /// Shows the progress of the export to the user, such as "120,000 of 1,000,000". Throws
  /// `CancellationError` if the user has cancelled the export.
  public func say(_ progress: String) throws {
    try Task.checkCancellation()
    reportProgress(progress)
  }

  /// Records a sentence about data that the file format can't represent. The user sees it with the
  /// name of the exported file. Only the sentence of the first call is shown.
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
