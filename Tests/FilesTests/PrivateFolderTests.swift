import Foundation
import RepriseTesting
import Testing

@testable import Files

@Suite struct PrivateFolderTests {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home/me"], "/state/app"),
    (["HOME": "/home/me"], "/home/me/.local/state/app"),
    (["XDG_STATE_HOME": "", "HOME": "/home/me"], "/home/me/.local/state/app"),
    (["XDG_STATE_HOME": "relative", "HOME": "/home/me"], "/home/me/.local/state/app"),
  ])
  func theEnvironmentSaysWhere(environment: [String: String], path: String) throws {
    #expect(try PrivateFolder(ofApplication: "app", environment: environment).path == path)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "here"], ["XDG_STATE_HOME": "there"]])
  func withoutAHomeThereIsNone(environment: [String: String]) {
    #expect(throws: FileProblem.noHome) {
      try PrivateFolder(ofApplication: "app", environment: environment)
    }
  }

  @Test func whatIsDoneWhileItIsLockedIsDoneByOneAtATime() async throws {
    let folder = try TemporaryFolder()
    let file = PrivateFile(folder.file("count"))
    try file.replace(with: Array("0".utf8))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<25 {
            try PrivateFolder(folder.path).whileLocked {
              let count = try Int(String(decoding: file.read(limit: 9) ?? [], as: UTF8.self)) ?? 0
              try file.replace(with: Array("\(count + 1)".utf8))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.read(limit: 9) == Array("100".utf8))
  }

  @Test func whoeverKeepsItLockedIsNotWaitedForForEver() throws {
    let folder = try TemporaryFolder()
    let holder = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(holder) }
    #expect(flock(holder, LOCK_EX) == 0)
    #expect(throws: FileProblem.system("locked", path: folder.path, code: EWOULDBLOCK)) {
      try PrivateFolder(folder.path).whileLocked {}
    }
    flock(holder, LOCK_UN)
    #expect(try PrivateFolder(folder.path).whileLocked { 7 } == 7)
  }

  @Test func theFolderIsMadeForItsOwnerAlone() throws {
    let folder = try TemporaryFolder()
    let folders = PrivateFolder(folder.file("a/b/private"))
    try folders.create()
    try folders.create()
    for name in ["a", "a/b", "a/b/private"] { #expect(try folder.permissions(name) == 0o700) }
  }

  @Test func aFolderIsMadeAloneOnlyInOneThatIsThere() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a/private")
    #expect(throws: FileProblem.system("created", path: path, code: ENOENT)) {
      try PrivateFolder(path).createAlone()
    }
    #expect(try folder.files().isEmpty)
    mkdir(folder.file("a"), 0o700)
    try PrivateFolder(path).createAlone()
    try PrivateFolder(path).createAlone()
    #expect(try folder.permissions("a/private") == 0o700)
  }

  @Test func aFolderThatOthersMayReadIsMadePrivate() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("private"), 0o755)
    try PrivateFolder(folder.file("private")).create()
    #expect(try folder.permissions("private") == 0o700)
  }

  @Test func aLinkOrAFileInItsPlaceIsRefused() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("real"), 0o700)
    symlink(folder.file("real"), folder.file("link"))
    try folder.write("plain", [1])
    for name in ["link", "plain"] {
      #expect(throws: FileProblem.self) {
        try PrivateFolder(folder.file(name)).create()
      }
    }
    #expect(
      throws: FileProblem.system(
        "created", path: folder.file("plain/private"), code: ENOTDIR)
    ) {
      try PrivateFolder(folder.file("plain/private")).create()
    }
  }

  @Test func aFolderOfAnotherUserIsRefused() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("private"), 0o700)
    // Only root can give a folder away; anybody else has one of root's at hand.
    let path = geteuid() == 0 ? folder.file("private") : "/usr"
    if geteuid() == 0 { chown(path, 12345, 12345) }
    #expect(throws: FileProblem.unsafe(path: path, "it is not a folder of yours")) {
      try PrivateFolder(path).create()
    }
  }

  @Test func theFolderThatCouldNotBeMadeIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("plain", [1])
    #expect(
      throws: FileProblem.system("created", path: folder.file("plain/above"), code: ENOTDIR)
    ) {
      try PrivateFolder(folder.file("plain/above/private")).create()
    }
    #expect(throws: FileProblem.system("created", path: folder.file("plain/a"), code: ENOTDIR)) {
      try PrivateFolder(folder.file("plain/a")).createAlone()
    }
  }

  @Test func itIsLockedAsLongAsSomethingIsDoneAlsoIfThatFails() throws {
    struct Failure: Error {}
    let folder = try TemporaryFolder()
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    #expect(throws: Failure.self) {
      try PrivateFolder(folder.path).whileLocked {
        #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
        throw Failure()
      }
    }
    #expect(try PrivateFolder(folder.path).whileLocked { 7 } == 7)
  }

  @Test func aFolderThatIsNotThereCanNotBeLocked() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileProblem.system("opened", path: folder.file("none"), code: ENOENT)) {
      try PrivateFolder(folder.file("none")).whileLocked {}
    }
  }
}
