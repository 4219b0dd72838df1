import Foundation
import Values

/// The things that were opened last, the newest first and each once, in a file: an array of JSON.
///
/// The list only saves typing, so one that can't be read is as good as none. It is never written over, though: damaged bytes are set aside
/// beside the file first, and named.
public struct RecentList<Entry: RecentEntry>: Sendable {
  private let file: PrivateFile?
  private let limit: Int

  /// The list in a file, with so many entries at most. Without a file the list is empty and stays so.
  ///
  ///     RecentList<RecentFile>(file: PrivateFile(directory.path + "/recent.json"), limit: 30)
  public init(file: PrivateFile?, limit: Int) {
    self.file = file
    self.limit = limit
  }

  /// The entries, the newest first; none of a file that can't be read.
  public var entries: [Entry] { (try? list()) ?? [] }

  /// The entries, the newest first, for a screen that shows nothing else. Throws `FileError` for
  /// a file that can't be read.
  public func list() throws -> [Entry] { try read().entries }

  /// The reason why the file, or a part of it, can't be read; nil if all can.
  public var problem: (any Error)? {
    do {
      guard let file, try !read().damage.isEmpty else { return nil }
      return DamagedList(path: file.path)
    } catch {
      return error
    }
  }

  /// Puts an entry in front. Returns a sentence about a damaged list that was set aside; nil if there was none.
  ///
  /// Throws `FileError`, and leaves the file as it is: also where the file is none that is read, as a link is none.
  @discardableResult public func note(_ entry: Entry) throws -> String? {
    guard let file else { return nil }
    // Another window may be noting one, too.
    return try PrivateDirectory(directory(of: file)).whileLocked {
      let old = try read()
      guard !old.damage.isEmpty || old.entries.first != entry else { return nil }
      let aside = old.damage.isEmpty ? nil : try Quarantine(of: file.path).keep(old.damage)
      let entries = [entry] + old.entries.filter { $0.id != entry.id }
      try file.replace(with: JSON.array(entries.prefix(limit).map(\.json)).bytes)
      return aside.map {
        "Set aside as \($0): the list of what was opened last was damaged (\(file.path))."
      }
    }
  }

  /// Reads the entries that can be understood, and all bytes of the file if there is more than these.
  private func read() throws -> (entries: [Entry], damage: [UInt8]) {
    // What a power cut leaves may be empty: nothing to be kept.
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

/// A list of which not all can be understood.
private struct DamagedList: LocalizedError {
  let path: String
  var errorDescription: String? { "\(path) is damaged." }
  var recoverySuggestion: String? { "The next opening sets it aside, and begins a new one." }
}
