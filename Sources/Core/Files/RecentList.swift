import Foundation

/// The most recently used items, newest first and without duplicates, stored as a JSON array in a
/// file.
///
/// An unreadable list is treated as empty, because it only saves typing. Before it is overwritten,
/// the damaged bytes are quarantined next to the file.
public struct RecentList<Entry: RecentEntry>: Sendable {
  private let file: PrivateFile?
  private let limit: Int

  /// Creates a list of at most `limit` entries in a file. Without a file, the list is always empty.
  ///
  ///     RecentList<RecentFile>(file: PrivateFile(directory.path + "/recent.json"), limit: 30)
  public init(file: PrivateFile?, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The entries, newest first; empty if the file can't be read.
  public var entries: [Entry] { (try? list()) ?? [] }

  /// The entries, newest first. Unlike `entries`, throws `FileError` if the file can't be read,
  /// so that a screen can show the error.
  public func list() throws -> [Entry] { try read().entries }

  /// Why the file can't be read in full; `nil` if every entry is readable.
  public var problem: (any Error)? {
    do {
      guard let file, try !read().damage.isEmpty else { return nil }
      return DamagedList(path: file.path)
    } catch {
      return error
    }
  }

  /// Moves or adds an entry to the front. Returns a sentence to show if a damaged list was
  /// quarantined; otherwise `nil`.
  ///
  /// Throws `FileError` and leaves the file unchanged if it can't be read or written, for example
  /// because it is a link.
  @discardableResult public func note(_ entry: Entry) throws -> String? {
    guard let file else { return nil }
    // Another window may be adding an entry, too.
    return try PrivateDirectory(directory(of: file)).whileLocked {
      let old = try read()
      guard !old.damage.isEmpty || old.entries.first != entry else { return nil }
      let aside = old.damage.isEmpty ? nil : try Quarantine(of: file.path).store(old.damage)
      let entries = [entry] + old.entries.filter { $0.id != entry.id }
      try file.replace(with: JSON.array(entries.prefix(limit).map(\.json)).bytes)
      return aside.map {
        "Set aside as \($0): the damaged list of recent items (\(file.path))."
      }
    }
  }

  /// `damage` has all bytes of the file if any part is unreadable.
  private func read() throws -> (entries: [Entry], damage: [UInt8]) {
    // A power cut can leave an empty file, which needn't be quarantined.
    guard let bytes = try file?.read(limit: 1 << 18), !bytes.isEmpty else { return ([], []) }
    guard let array = (try? JSON(bytes))?.array else { return ([], bytes) }
    let entries = array.compactMap { Entry($0) }
    return (Array(entries.prefix(limit)), entries.count == array.count ? [] : bytes)
  }

  private func directory(of file: PrivateFile) -> String {
    let directory = file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return directory.isEmpty ? "." : directory == [""] ? "/" : directory.joined(separator: "/")
  }
}

private struct DamagedList: LocalizedError {
  let path: String
  var errorDescription: String? { "\(path) is damaged." }
  var recoverySuggestion: String? { "The next opening sets it aside, and begins a new one." }
}

/// An entry of a `RecentList`, for example a recently opened file.
public protocol RecentEntry: Hashable, Sendable {
  /// The type of `id`.
  associatedtype ID: Hashable
  /// The identity of what was opened, such as a file's path, or an account's server and user.
  /// Opening something with an equal `id` moves its entry to the front.
  var id: ID { get }
  /// The entry as it is stored in the file.
  var json: JSON { get }
  /// Reads a stored entry. Returns `nil` if the JSON isn't a valid entry.
  init?(_ json: JSON)
}
