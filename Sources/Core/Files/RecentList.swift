import FoundationEssentials
import Glibc

/// A list of the most recently used items, such as files, newest first and without duplicates. It
/// is stored in a file as a JSON array.
///
/// If the file is damaged, the list has only the readable entries. Before the file is overwritten,
/// its damaged contents are copied to a file next to it.
public struct RecentList<Entry: RecentEntry>: Sendable {
  private let file: PrivateFile?
  private let limit: Int

  /// Creates a list that is stored in a file.
  ///
  ///     RecentList<RecentFile>(file: PrivateFile(directory.path + "/recent.json"), limit: 30)
  ///
  /// - Parameters:
  ///   - file: The file; `nil` for a list that is always empty.
  ///   - limit: The maximum number of entries. The oldest ones are dropped.
  public init(file: PrivateFile?, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The entries, newest first. Empty if the file can't be read; use `problem` to get the error.
  public var entries: [Entry] { (try? list()) ?? [] }

  /// Returns the entries, newest first. Throws `FileError` if the file can't be read, but not if
  /// its contents are damaged.
  public func list() throws -> [Entry] { try read().entries }

  /// The reason why the file or some of its entries can't be read; `nil` if every entry is
  /// readable.
  public var problem: (any Error)? {
    do {
      guard let file, try !read().damage.isEmpty else { return nil }
      return DamagedList(path: file.path)
    } catch {
      return error
    }
  }

  /// Adds an entry to the front of the list, or moves it there. If the file was damaged, returns a
  /// sentence about the copy of its contents; otherwise `nil`.
  ///
  /// Throws `FileError` and leaves the file unchanged if it can't be read or written, for example
  /// because it is a symbolic link.
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

/// An entry that a `RecentList` can store, for example a recently opened file.
public protocol RecentEntry: Hashable, Sendable {
  /// The type of the value that identifies an entry.
  associatedtype ID: Hashable
  /// The value that identifies an entry, such as a file's path. A new entry at the front of the
  /// list replaces an earlier one with an equal `id`.
  var id: ID { get }
  /// The entry as JSON, for the list's file.
  var json: JSON { get }
  /// Creates an entry from the JSON in the list's file. Returns `nil` if the JSON isn't a valid
  /// entry.
  init?(_ json: JSON)
}
