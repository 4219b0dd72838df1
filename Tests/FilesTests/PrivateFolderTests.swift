import Foundation
import RepriseTesting
import Synchronization
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
    #expect(throws: FileError.noHome) {
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

  /// The operating system's files, with a count of the attempts to lock one.
  private final class CountedLocks: ForwardingFiles {
    let count = Mutex(0)

    func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
      count.withLock { $0 += 1 }
      return SystemFiles().lockFile(descriptor, operation)
    }
  }

  @Test func whoeverKeepsItLockedIsNotWaitedForForEver() throws {
    let folder = try TemporaryFolder()
    let holder = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(holder) }
    #expect(flock(holder, LOCK_EX) == 0)
    let system = CountedLocks()
    #expect(throws: FileError.system("locked", path: folder.path, code: EWOULDBLOCK)) {
      try PrivateFolder(folder.path).whileLocked(system) {}
    }
    // Once, and then a hundred times within the two seconds.
    #expect(system.count.withLock { $0 } == 101)
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
    #expect(throws: FileError.system("created", path: path, code: ENOENT)) {
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
      #expect(throws: FileError.self) {
        try PrivateFolder(folder.file(name)).create()
      }
    }
    #expect(
      throws: FileError.system(
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
    #expect(throws: FileError.unsafe(path: path, "it is not a folder of yours")) {
      try PrivateFolder(path).create()
    }
  }

  @Test func theFolderThatCouldNotBeMadeIsNamed() throws {
    let folder = try TemporaryFolder()
    try folder.write("plain", [1])
    #expect(
      throws: FileError.system("created", path: folder.file("plain/above"), code: ENOTDIR)
    ) {
      try PrivateFolder(folder.file("plain/above/private")).create()
    }
    #expect(throws: FileError.system("created", path: folder.file("plain/a"), code: ENOTDIR)) {
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
    #expect(throws: FileError.system("opened", path: folder.file("none"), code: ENOENT)) {
      try PrivateFolder(folder.file("none")).whileLocked {}
    }
  }

  @Test func whereThereAreNoLocksNobodyIsWaitedFor() throws {
    let folder = try TemporaryFolder()
    #expect(try PrivateFolder(folder.path).whileLocked(LocklessFiles()) { 7 } == 7)
  }

  @Test func aSignalWhileItIsLockedIsNoLock() throws {
    let folder = try TemporaryFolder()
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    let system = FailingOnce(locking: EINTR)
    let isLocked = try PrivateFolder(folder.path).whileLocked(system) {
      flock(other, LOCK_EX | LOCK_NB) != 0
    }
    #expect(isLocked)
  }

  /// A call that makes folders, but for those of which the system says that it can't.
  private func maker(_ refusals: [String: Int32]) -> (String) -> Int32 {
    { path in
      guard let code = refusals[path] else { return mkdir(path, 0o700) }
      errno = code
      return -1
    }
  }

  @Test func onAReadOnlyDiskWhatIsThereIsUsed() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("a"), 0o700)
    // Of a root folder one is told that it is a folder.
    for code in [EROFS, EEXIST, EISDIR] {
      let make = maker([folder.path: code, folder.file("a"): code])
      try PrivateFolder(folder.file("a")).create(making: make)
    }
    try PrivateFolder(folder.file("a")).createAlone(making: maker([folder.file("a"): EROFS]))
    #expect(try folder.files() == ["a"])
  }

  @Test func onAReadOnlyDiskWhatIsNotThereIsNotMade() throws {
    let folder = try TemporaryFolder()
    let (above, path) = (folder.file("a"), folder.file("a/b"))
    let problem = FileError.system("created", path: path, code: EROFS)
    #expect(throws: problem) {
      try PrivateFolder(path).create(making: maker([above: EROFS, path: ENOENT]))
    }
    #expect(throws: problem) {
      try PrivateFolder(path).createAlone(making: maker([path: EROFS]))
    }
    // Any other refusal, and a folder that is gone while it was being made, is said as it is.
    for refusals in [[above: EROFS, path: EACCES], [above: EACCES], [above: ENOENT]] {
      let make = maker(refusals)
      let (place, code) = refusals[path].map { (path, $0) } ?? (above, refusals[above] ?? 0)
      #expect(throws: FileError.system("created", path: place, code: code)) {
        try PrivateFolder(path).create(making: make)
      }
    }
    #expect(throws: FileError.system("created", path: path, code: EACCES)) {
      try PrivateFolder(path).createAlone(making: maker([path: EACCES]))
    }
    #expect(try folder.files() == [])
  }
}
