public import Files
import Foundation

/// The folder of the documents that were piped in, which have no other place to come back from: `received` in the application's folder.
public struct ReceivedDirectory: Hashable, Sendable {
  private let directory: PrivateDirectory

  /// Names the folder of an application; makes nothing. Throws `FileError.noHome`.
  ///
  ///     try ReceivedDirectory(of: "molecules", environment: environment)
  public init(of application: String, environment: [String: String]) throws(FileError) {
    let state = try PrivateDirectory(ofApplication: application, environment: environment)
    directory = PrivateDirectory(state.path + "/received")
  }

  /// Keeps bytes in a new private file and returns its path: `stdin.sdf`, `stdin-2.sdf`. Throws `FileError`.
  ///
  /// - Parameters:
  ///   - bytes: The document that was received.
  ///   - ending: The ending of the file's name.
  ///   - session: The path of the session that shows it, if that isn't among the application's own.
  public func keep(_ bytes: [UInt8], ending: String, for session: String? = nil) throws -> String {
    try directory.create()
    let path = try PrivateFile.create(directory.path + "/stdin", ending: ending, bytes)
    if let session { try PrivateFile(path + Self.sessionEnding).replace(with: Array(session.utf8)) }
    return path
  }

  /// The ending of the file that has the path of a document's session.
  private static let sessionEnding = ".session"

  /// Deletes what was received, but for the paths to keep: those that are in a session. Throws `FileError`.
  ///
  /// Call it only where no session of the application may name another file.
  public func deleteAll(but kept: Set<String>) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    for name in names where name.hasPrefix("stdin") {
      let path = "\(directory.path)/\(name)"
      guard !kept.contains(path) else { continue }
      try SharedFile(path).remove()
    }
  }

  /// Deletes what was received and is named in no file of a folder: that of the application's sessions, where these aren't sealed.
  ///
  /// What came within the last hour stays, because the process that has just kept it may not have saved its session yet. Throws
  /// `FileError`.
  ///
  ///     try received.deleteAll(butNamedIn: SessionDirectory(application: "molecules", environment: environment).path)
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
      let text = Data(bytes)
      unnamed = unnamed.filter { text.range(of: Data($0.utf8)) == nil }
    }
    for name in unnamed {
      let path = "\(self.directory.path)/\(name)"
      let session = SharedFile(path + Self.sessionEnding)
      if let place = try session.read(), (try? isNamed(name, in: place)) ?? true { continue }
      try SharedFile(path).remove()
      try session.remove()
    }
  }

  /// Tells whether the session at a path names a document; one that can't be read now may do so.
  private func isNamed(_ name: String, in place: [UInt8]) throws -> Bool {
    guard let bytes = try SharedFile(String(decoding: place, as: UTF8.self)).read() else {
      return false
    }
    return Data(bytes).range(of: Data(name.utf8)) != nil
  }

  /// The seconds since a file was written; 0 for one that can't be looked at.
  private func age(of name: String) -> Int {
    var status = stat()
    guard stat("\(directory.path)/\(name)", &status) == 0 else { return 0 }
    #if os(Linux)
      return time(nil) - Int(status.st_mtim.tv_sec)
    #else
      return time(nil) - Int(status.st_mtimespec.tv_sec)
    #endif
  }
}
