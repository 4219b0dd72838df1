import Commands
import Glibc

/// Reports on standard error how many MiB of standard input have been read. Use it because piped
/// data may arrive slowly.
///
///     try DocumentReader().readStandardInput(progress: ReadingProgress("molecules").say)
public struct ReadingProgress: Sendable {
  private let application: String
  /// The number of bytes between two reports.
  private static let step = 16 << 20

  /// Creates a reporter. Its messages begin with the application's name.
  public init(_ application: String) { self.application = application }

  /// Writes the number of MiB read to standard error after every 16 MiB, if standard error is a
  /// terminal. Both arguments are in bytes; `total` is `nil` if it isn't known.
  public func say(_ read: Int, _ total: Int?) {
    guard isatty(STDERR_FILENO) == 1, let line = line(read, total) else { return }
    StandardError.writeWhole(line)
  }

  /// The line to write; `nil` if it isn't time for one.
  func line(_ read: Int, _ total: Int?) -> String? {
    // Called after every MiB; only the first call of a step is reported.
    guard read / ReadingProgress.step > (read - (1 << 20)) / ReadingProgress.step else {
      return nil
    }
    let all = total.map { " of \($0 >> 20)" } ?? ""
    return "\(application): reading, \(read >> 20)\(all) MiB\r"
  }
}
