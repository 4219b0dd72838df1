import Commands
import Foundation

/// The progress of reading standard input, said on standard error where a person sees it: what is piped in may take long to come.
///
///     try DocumentReader().readStandardInput(progress: ReadingProgress("molecules").say)
public struct ReadingProgress: Sendable {
  private let application: String
  /// The bytes between two words about them.
  private static let step = 16 << 20

  /// Names the application that reads.
  public init(_ application: String) { self.application = application }

  /// Says how many bytes were read, if standard error is a terminal; nothing of short inputs.
  public func say(_ read: Int, _ total: Int?) {
    guard isatty(STDERR_FILENO) == 1, let line = line(read, total) else { return }
    StandardError.writeWhole(line)
  }

  /// The line about so many bytes; nil where nothing is to be said yet.
  func line(_ read: Int, _ total: Int?) -> String? {
    // Told at every MiB: the first of a step is the one to say.
    guard read / ReadingProgress.step > (read - (1 << 20)) / ReadingProgress.step else {
      return nil
    }
    let all = total.map { " of \($0 >> 20)" } ?? ""
    return "\(application): reading, \(read >> 20)\(all) MiB\r"
  }
}
