import Files

/// The files that name programs and aren't obeyed, because another user could have written them:
/// each is named once.
struct SkippedFiles {
  private(set) var problems: [FileError] = []

  /// Reads a file that is obeyed; nil if there is none, if it has more bytes than `limit`, or if it
  /// is skipped.
  mutating func read(_ path: String, limit: Int) -> [UInt8]? {
    do {
      let bytes = try SharedFile(path).read(isObeyed: true)
      return bytes.flatMap { $0.count <= limit ? $0 : nil }
    } catch .notObeyed(let path, let isAnothers) {
      let problem = FileError.notObeyed(path: path, isAnothers: isAnothers)
      if !problems.contains(problem) { problems.append(problem) }
    } catch {
      // What can't be read names no programs.
    }
    return nil
  }

  /// A sentence about the first of them and the number of the others; nil if there are none.
  var note: String? {
    guard let first = problems.first, case .notObeyed(let path, let isAnothers) = first else {
      return nil
    }
    // The path may be long, and what stands behind it is cut then.
    let sentence = "\(isAnothers ? "Another user owns" : "Others may write") \(path): not obeyed."
    let others = problems.count - 1
    let more =
      others == 0 ? nil : others == 1 ? "Nor is 1 other file." : "Nor are \(others) other files."
    return [sentence, more, first.recoverySuggestion].compactMap(\.self)
      .joined(separator: " ")
  }
}
