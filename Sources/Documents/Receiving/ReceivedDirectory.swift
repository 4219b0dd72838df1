public import Core
import FoundationEssentials
import Glibc

/// The directory in which documents from standard input are saved, because they exist in no other
/// file: `received` in the application's directory.
public struct ReceivedDirectory: Hashable, Sendable {
  private let directory: PrivateDirectory

  /// Creates a reference to an application's directory without creating it. Throws
  /// `FileError.noHome` or `FileError.otherUsersHome`.
  ///
  ///     try ReceivedDirectory(of: "molecules", environment: environment)
  public init(of application: String, environment: [String: String]) throws(FileError) {
    let state = try PrivateDirectory(ofApplication: application, environment: environment)
    directory = PrivateDirectory(state.path + "/received")
  }

  /// Saves a document from standard input in a new private file and returns the file's path. The
  /// file is named `stdin.sdf`, or `stdin-2.sdf` if that exists, for example. Throws `FileError` if
  /// it can't be saved.
  ///
  /// - Parameters:
  ///   - bytes: The received document.
  ///   - ending: The extension of the file's name.
  ///   - session: The path of the session that shows the document, if it is outside the
  ///     application's session directory.
  public func store(_ bytes: [UInt8], ending: String, for session: String? = nil) throws -> String {
    try directory.create()
    let path = try PrivateFile.create(directory.path + "/stdin", ending: ending, bytes)
    if let session { try PrivateFile(path + Self.sessionEnding).replace(with: Array(session.utf8)) }
    return path
  }

  /// The file stores the path of a document's session.
  private static let sessionEnding = ".session"

  /// Deletes saved documents that no file in `directory` mentions. Pass the directory of the
  /// application's unencrypted sessions, so that documents of saved sessions are retained. A
  /// document stored for another session is retained as long as that session mentions it.
  ///
  /// Recent files are retained (by default for one hour), because their process may not have saved
  /// its session yet. Throws `FileError`.
  ///
  ///     let sessions = try SessionStore(application: "molecules", environment: environment)
  ///     try received.deleteAll(butNamedIn: sessions.path)
  public func deleteAll(butNamedIn directory: String, olderThan seconds: Int = 3600) throws {
    let files = FileManager.default
    let names = ((try? files.contentsOfDirectory(atPath: self.directory.path)) ?? [])
      .filter {
        $0.hasPrefix("stdin") && !$0.hasSuffix(Self.sessionEnding) && age(of: $0) > seconds
      }
    guard !names.isEmpty else { return }
    var unnamed = Set(names)
    for file in (try? files.contentsOfDirectory(atPath: directory)) ?? [] {
      guard let bytes = try SharedFile("\(directory)/\(file)").read() else { continue }
      unnamed = unnamed.filter { !bytes.contains(Array($0.utf8)) }
    }
    for name in unnamed {
      let path = "\(self.directory.path)/\(name)"
      let session = path + Self.sessionEnding
      if let place = try SharedFile(session).read(), (try? isNamed(name, in: place)) ?? true {
        continue
      }
      try FileAccess().remove(path)
      try FileAccess().remove(session)
    }
  }

  /// If the session can't be read, the document must be retained.
  private func isNamed(_ name: String, in snapshotPath: [UInt8]) throws -> Bool {
    guard let bytes = try SharedFile(String(decoding: snapshotPath, as: UTF8.self)).read() else {
      return false
    }
    return bytes.contains(Array(name.utf8))
  }

  /// In seconds; 0 if the file's status can't be read.
  private func age(of name: String) -> Int {
    var status = stat()
    guard stat("\(directory.path)/\(name)", &status) == 0 else { return 0 }
    return time(nil) - status.modificationTime.tv_sec
  }
}
