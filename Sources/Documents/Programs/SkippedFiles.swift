import Core

/// Records files that name programs but were skipped because other users can write them. Each file
/// is recorded once.
struct SkippedFiles {
  private(set) var problems: [FileError] = []

  /// Reads a trusted file. Returns `nil` if it doesn't exist, exceeds `limit` bytes, or is skipped.
  mutating func read(_ path: String, limit: Int) -> [UInt8]? {
    do {
      let bytes = try SharedFile(path).read(isObeyed: true)
      return bytes.flatMap { $0.count <= limit ? $0 : nil }
    } catch .notObeyed(let path, let isAnothers) {
      let problem = FileError.notObeyed(path: path, isAnothers: isAnothers)
      if !problems.contains(problem) { problems.append(problem) }
    } catch {
      // An unreadable file names no programs.
    }
    return nil
  }

  /// A sentence about the first file and the number of others; `nil` if there are none.
  var note: String? {
    guard let first = problems.first, case .notObeyed(let path, let isAnothers) = first else {
      return nil
    }
    // The essential part comes before the end of the path, because a long path may be truncated.
    let sentence = "\(isAnothers ? "Another user owns" : "Others may write") \(path): not obeyed."
    let others = problems.count - 1
    let more =
      others == 0 ? nil : others == 1 ? "Nor is 1 other file." : "Nor are \(others) other files."
    return [sentence, more, first.recoverySuggestion].compactMap(\.self)
      .joined(separator: " ")
  }
}
