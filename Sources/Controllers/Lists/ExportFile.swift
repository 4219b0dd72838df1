import Files

/// A file that an export is written into. It has its name once it is whole; given up, it is gone.
public final class ExportFile {
  private let file: NewFile
  private let sayProgress: @Sendable (String) -> Void
  private var pending: [UInt8] = []
  private var rowCount = 0
  private var loss: String?
  private static let pieceLength = 1 << 18

  init(_ stem: String, ending: String, say: @escaping @Sendable (String) -> Void) throws {
    file = try NewFile(stem, ending: ending)
    sayProgress = say
  }

  /// Adds a text, which has so many rows. Throws `FileError`, and `CancellationError` once the person has given the export up.
  public func write(_ text: String, rowCount: Int = 0) throws {
    try write(Array(text.utf8), rowCount: rowCount)
  }

  /// Adds bytes, for a format that isn't UTF-8 throughout; otherwise as a text is added.
  public func write(_ bytes: [UInt8], rowCount: Int = 0) throws {
    try Task.checkCancellation()
    pending += bytes
    self.rowCount += rowCount
    if pending.count >= ExportFile.pieceLength { try flush() }
  }

  /// Shows the progress: "120,000 of 1,000,000". Throws `CancellationError` once the person has given the export up.
  public func say(_ progress: String) throws {
    try Task.checkCancellation()
    sayProgress(progress)
  }

  /// Keeps a sentence about what the format couldn't hold, to be said beside the file's name; the first counts.
  public func tell(loss sentence: String) { loss = loss ?? sentence }

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

/// A file that was exported.
struct ExportedFile: Sendable {
  let path: String
  let rowCount: Int
  /// A sentence about what the format couldn't hold; nil if it could hold everything.
  let loss: String?
}
