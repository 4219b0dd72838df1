public import Files
import Foundation

/// The folder of the documents that were piped in, which have no other place to come back from: `received` in the application's folder.
public struct ReceivedFolder: Hashable, Sendable {
  private let folder: PrivateFolder

  /// Names the folder of an application; makes nothing. Throws `FileProblem.noHome`.
  public init(of application: String, environment: [String: String]) throws(FileProblem) {
    let state = try PrivateFolder(ofApplication: application, environment: environment)
    folder = PrivateFolder(state.path + "/received")
  }

  /// Keeps bytes in a new private file and returns its path: `stdin.sdf`, `stdin-2.sdf`. Throws `FileProblem`.
  public func keep(_ bytes: [UInt8], ending: String) throws -> String {
    try folder.create()
    return try PrivateFile.create(folder.path + "/stdin", ending: ending, bytes)
  }

  /// Deletes what was received, but for the paths to keep: those that are in a session. Throws `FileProblem`.
  ///
  /// Call it only where no session of the application may name another file.
  public func deleteAll(but kept: Set<String>) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix("stdin") {
      let path = "\(folder.path)/\(name)"
      guard !kept.contains(path) else { continue }
      try SharedFile(path).remove()
    }
  }
}
