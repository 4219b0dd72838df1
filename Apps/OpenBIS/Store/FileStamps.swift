/// The stamps of files read or written here, which show changes by other processes.
struct FileStamps: Sendable {
  private var known: [String: String] = [:]

  /// Returns whether another process has replaced a file that was read here; `false` if unknown.
  func isOutdated(_ name: String, _ directory: String, in files: StoreFiles) -> Bool {
    guard let known = known[name], let now = files.stamp(name, directory) else { return false }
    return known != now
  }

  /// Records the stamp of a file that is about to be read, or was written.
  mutating func note(_ name: String, _ directory: String, in files: StoreFiles) {
    // A missing file has an empty stamp, so that its creation is detected.
    known[name] = files.stamp(name, directory) ?? ""
  }
}
