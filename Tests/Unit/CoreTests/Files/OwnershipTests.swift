import Foundation
import RepriseTesting
import Testing

@testable import Core

/// Whose a file or a folder must be. What only root can arrange is tested as root.
@Suite struct OwnershipTests {
  private let directory: TemporaryDirectory
  private static let isRoot = geteuid() == 0

  init() throws { directory = try TemporaryDirectory() }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }

  private func problem(_ path: String) throws -> FileError? {
    let status = try status(path)
    do throws(FileError) {
      try Ownership.requireTrusted(status, at: path)
      return nil
    } catch { return error }
  }

  @Test("Ownership: files and directories that others may write are refused")
  func whatOthersMayWriteIsNotObeyedNorWhatIsInAFolderOfTheirs() throws {
    let path = try directory.write("own/mailcap", "x")
    #expect(try problem(path) == nil)
    chmod(path, 0o666)
    #expect(try problem(path) == .untrusted(path: path, isOtherUsers: false))
    chmod(path, 0o644)
    chmod(directory.file("own"), 0o777)
    let open = FileError.untrusted(path: directory.file("own"), isOtherUsers: false)
    #expect(try problem(path) == open)
    // A link leads there from a folder that is the user's alone.
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("link"), withDestinationPath: path)
    #expect(try problem(directory.file("link")) == open)
    // As in /tmp others can't replace the file.
    chmod(directory.file("own"), 0o1777)
    #expect(try problem(path) == nil)
  }

  @Test(
    "Ownership: files and directories of another user are refused",
    .enabled(if: isRoot, "only root can give a file away"))
  func whatBelongsToAnotherUserIsNotObeyed() throws {
    let path = try directory.write("own/mailcap", "x")
    chown(path, 65534, 65534)
    #expect(try problem(path) == .untrusted(path: path, isOtherUsers: true))
    chown(path, 0, 0)
    chown(directory.file("own"), 65534, 65534)
    #expect(try problem(path) == .untrusted(path: directory.file("own"), isOtherUsers: true))
    #expect(!Ownership.isTrustedDirectory(directory.file("own")))
    #expect(!Ownership.isPrivateDirectory(directory.file("own")))
  }

  /// The home is this user's, who isn't root, or is given to one.
  @Test("Root writes nothing in the home of another user")
  func rootWritesNothingInAnotherUsersHome() throws {
    let home = directory.file("home")
    try directory.write("home/.local/state/x", "")
    if Self.isRoot { chown(home, 65534, 65534) }
    for path in ["\(home)/.local/state/app", home, "\(home)/none/none"] {
      let problem = #expect(throws: FileError.self) {
        try Ownership.requireOwnHome(path, from: "HOME", user: 0)
      }
      #expect(problem?.isOtherUsersHome == true)
      #expect(problem?.recoverySuggestion?.contains("HOME=/root") == true)
    }
    // Any other user is told by the system.
    #expect(throws: Never.self) { try Ownership.requireOwnHome(home, from: "HOME", user: 4711) }
    #expect(throws: Never.self) {
      try Ownership.requireOwnHome("/none/such", from: "HOME", user: 0)
    }
  }

  @Test(
    "Application directory in the home of another user is refused",
    .enabled(if: isRoot, "only root can be in another user's home"))
  func noFolderOfAnApplicationIsNamedThere() throws {
    let home = directory.file("home")
    try directory.write("home/.local/x", "")
    chown(home, 65534, 65534)
    let problem = #expect(throws: FileError.self) {
      try PrivateDirectory(ofApplication: "app", environment: ["HOME": home])
    }
    guard case .otherUsersHome(home, _, "HOME")? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    let state = ["HOME": "/root", "XDG_STATE_HOME": "\(home)/.local/state"]
    #expect(throws: FileError.self) {
      try PrivateDirectory(ofApplication: "app", environment: state)
    }
    #expect(throws: Never.self) {
      try PrivateDirectory(ofApplication: "app", environment: ["HOME": directory.path])
    }
  }

  @Test("Unreadable directory is an error, not an empty list")
  func aFolderThatCannotBeReadIsNotAnEmptyOne() throws {
    #expect(try PrivateDirectory(directory.file("none")).names() == [])
    try directory.write("some/b", "")
    try directory.write("some/a", "")
    #expect(try PrivateDirectory(directory.file("some")).names() == ["a", "b"])
    // Root may read everything, but a link that leads to itself.
    let loop = directory.file("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    #expect(throws: FileError.system("read", path: loop, code: ELOOP)) {
      try PrivateDirectory(loop).names()
    }
  }

  @Test("Erased file is overwritten with zeros on the disk")
  func whatIsDeletedForGoodIsOverwrittenOnTheDisk() throws {
    let bytes = [UInt8](repeating: 7, count: 70_000)
    let path = try directory.write("key", bytes)
    let other = try directory.write("other", [7])
    try FileManager.default.linkItem(atPath: other, toPath: directory.file("name"))
    let opened = open(path, O_RDONLY)
    defer { close(opened) }
    try FileAccess().removeOverwriting([path, directory.file("none"), other])
    #expect(try directory.files() == ["name"])
    var left = [UInt8](repeating: 1, count: bytes.count + 1)
    #expect(pread(opened, &left, left.count, 0) == bytes.count)
    #expect(left.dropLast().allSatisfy { $0 == 0 })
    // What has another name is that name's.
    #expect(try directory.bytes("name") == [7])
  }
}
