/// The stamps of files as they were read or written here, by which another process's changes are noticed.
struct FileStamps: Sendable {
  /// The stamps by the files' names.
  private var known: [String: String] = [:]

  /// Tells whether another process has replaced a file that was read here. Where nobody can tell, what was read counts.
  func isOutdated(_ name: String, _ directory: String, in files: StoreFiles) -> Bool {
    guard let known = known[name], let now = files.stamp(name, directory) else { return false }
    return known != now
  }

  /// Notes which file is about to be read, or was written.
  mutating func note(_ name: String, _ directory: String, in files: StoreFiles) {
    // A file that isn't there has a stamp, too: it is noticed when it comes.
    known[name] = files.stamp(name, directory) ?? ""
  }
}
