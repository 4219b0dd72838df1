import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Core

@Suite struct PrivateDirectoryTests {
  @Test(
    "Application directory follows XDG_STATE_HOME and HOME",
    arguments: [
      (["XDG_STATE_HOME": "/state", "HOME": "/home/me"], "/state/app"),
      (["HOME": "/home/me"], "/home/me/.local/state/app"),
      (["XDG_STATE_HOME": "", "HOME": "/home/me"], "/home/me/.local/state/app"),
      (["XDG_STATE_HOME": "relative", "HOME": "/home/me"], "/home/me/.local/state/app"),
    ])
  func theEnvironmentSaysWhere(environment: [String: String], path: String) throws {
    #expect(try PrivateDirectory(ofApplication: "app", environment: environment).path == path)
  }

  @Test(
    "Application directory without a home is an error",
    arguments: [[:], ["HOME": ""], ["HOME": "here"], ["XDG_STATE_HOME": "there"]])
  func withoutAHomeThereIsNone(environment: [String: String]) {
    #expect(throws: FileError.noHome) {
      try PrivateDirectory(ofApplication: "app", environment: environment)
    }
  }

  @Test("Directory lock is exclusive") func whatIsDoneWhileItIsLockedIsDoneByOneAtATime()
    async throws
  {
    let directory = try TemporaryDirectory()
    let file = PrivateFile(directory.file("count"))
    try file.replace(with: Array("0".utf8))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<25 {
            try PrivateDirectory(directory.path).whileLocked {
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

  @Test("Directory lock held by another gives up after 100 attempts")
  func whoeverKeepsItLockedIsNotWaitedForForEver() throws {
    let directory = try TemporaryDirectory()
    let holder = open(directory.path, O_RDONLY | O_DIRECTORY)
    defer { close(holder) }
    #expect(flock(holder, LOCK_EX) == 0)
    let system = CountedLocks()
    #expect(throws: FileError.system("locked", path: directory.path, code: EWOULDBLOCK)) {
      try PrivateDirectory(directory.path).whileLocked(system) {}
    }
    // Once, and then a hundred times within the two seconds.
    #expect(system.count.withLock { $0 } == 100)
    flock(holder, LOCK_UN)
    #expect(try PrivateDirectory(directory.path).whileLocked { 7 } == 7)
  }

  @Test("Private directory is created with permissions 700") func theFolderIsMadeForItsOwnerAlone()
    throws
  {
    let directory = try TemporaryDirectory()
    let directories = PrivateDirectory(directory.file("a/b/private"))
    try directories.create()
    try directories.create()
    for name in ["a", "a/b", "a/b/private"] { #expect(try directory.permissions(name) == 0o700) }
  }

  @Test("Private directory is created alone only below an existing one")
  func aFolderIsMadeAloneOnlyInOneThatIsThere() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a/private")
    #expect(throws: FileError.system("created", path: path, code: ENOENT)) {
      try PrivateDirectory(path).createAlone()
    }
    #expect(try directory.files().isEmpty)
    mkdir(directory.file("a"), 0o700)
    try PrivateDirectory(path).createAlone()
    try PrivateDirectory(path).createAlone()
    #expect(try directory.permissions("a/private") == 0o700)
  }

  @Test("Private directory that others may read is made private")
  func aFolderThatOthersMayReadIsMadePrivate() throws {
    let directory = try TemporaryDirectory()
    mkdir(directory.file("private"), 0o755)
    try PrivateDirectory(directory.file("private")).create()
    #expect(try directory.permissions("private") == 0o700)
  }

  @Test("Private directory: a link or a file at its path is refused")
  func aLinkOrAFileInItsPlaceIsRefused() throws {
    let directory = try TemporaryDirectory()
    mkdir(directory.file("real"), 0o700)
    symlink(directory.file("real"), directory.file("link"))
    try directory.write("plain", [1])
    for name in ["link", "plain"] {
      #expect(throws: FileError.self) {
        try PrivateDirectory(directory.file(name)).create()
      }
    }
    #expect(
      throws: FileError.system(
        "created", path: directory.file("plain/private"), code: ENOTDIR)
    ) {
      try PrivateDirectory(directory.file("plain/private")).create()
    }
  }

  @Test("Private directory of another user is refused") func aFolderOfAnotherUserIsRefused() throws
  {
    let directory = try TemporaryDirectory()
    mkdir(directory.file("private"), 0o700)
    // Only root can give a folder away; anybody else has one of root's at hand.
    let path = geteuid() == 0 ? directory.file("private") : "/usr"
    if geteuid() == 0 { chown(path, 12345, 12345) }
    #expect(throws: FileError.unsafe(path: path, "it is not a folder of yours")) {
      try PrivateDirectory(path).create()
    }
  }

  @Test("Private directory that cannot be created is named")
  func theFolderThatCouldNotBeMadeIsNamed() throws {
    let directory = try TemporaryDirectory()
    try directory.write("plain", [1])
    #expect(
      throws: FileError.system("created", path: directory.file("plain/above"), code: ENOTDIR)
    ) {
      try PrivateDirectory(directory.file("plain/above/private")).create()
    }
    #expect(throws: FileError.system("created", path: directory.file("plain/a"), code: ENOTDIR)) {
      try PrivateDirectory(directory.file("plain/a")).createAlone()
    }
  }

  @Test("Directory lock is held during the body and released if it throws")
  func itIsLockedAsLongAsSomethingIsDoneAlsoIfThatFails() throws {
    struct Failure: Error {}
    let directory = try TemporaryDirectory()
    let other = open(directory.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    #expect(throws: Failure.self) {
      try PrivateDirectory(directory.path).whileLocked {
        #expect(flock(other, LOCK_EX | LOCK_NB) != 0)
        throw Failure()
      }
    }
    #expect(try PrivateDirectory(directory.path).whileLocked { 7 } == 7)
  }

  @Test("Locking a missing directory throws ENOENT") func aFolderThatIsNotThereCanNotBeLocked()
    throws
  {
    let directory = try TemporaryDirectory()
    #expect(throws: FileError.system("opened", path: directory.file("none"), code: ENOENT)) {
      try PrivateDirectory(directory.file("none")).whileLocked {}
    }
  }

  @Test("Directory lock is skipped on file systems without locks")
  func whereThereAreNoLocksNobodyIsWaitedFor() throws {
    let directory = try TemporaryDirectory()
    #expect(try PrivateDirectory(directory.path).whileLocked(LocklessFiles()) { 7 } == 7)
  }

  @Test("Directory lock is retried after an interrupting signal")
  func aSignalWhileItIsLockedIsNoLock() throws {
    let directory = try TemporaryDirectory()
    let other = open(directory.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    let system = FailingOnce(locking: EINTR)
    let isLocked = try PrivateDirectory(directory.path).whileLocked(system) {
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

  @Test("Private directory on a read-only disk is used if it exists")
  func onAReadOnlyDiskWhatIsThereIsUsed() throws {
    let directory = try TemporaryDirectory()
    mkdir(directory.file("a"), 0o700)
    // Of a root folder one is told that it is a folder.
    for code in [EROFS, EEXIST, EISDIR] {
      let make = maker([directory.path: code, directory.file("a"): code])
      try PrivateDirectory(directory.file("a")).create(making: make)
    }
    try PrivateDirectory(directory.file("a")).createAlone(
      making: maker([directory.file("a"): EROFS]))
    #expect(try directory.files() == ["a"])
  }

  @Test("Private directory on a read-only disk is an error if missing")
  func onAReadOnlyDiskWhatIsNotThereIsNotMade() throws {
    let directory = try TemporaryDirectory()
    let (above, path) = (directory.file("a"), directory.file("a/b"))
    let problem = FileError.system("created", path: path, code: EROFS)
    #expect(throws: problem) {
      try PrivateDirectory(path).create(making: maker([above: EROFS, path: ENOENT]))
    }
    #expect(throws: problem) {
      try PrivateDirectory(path).createAlone(making: maker([path: EROFS]))
    }
    // Any other refusal, and a folder that is gone while it was being made, is said as it is.
    for refusals in [[above: EROFS, path: EACCES], [above: EACCES], [above: ENOENT]] {
      let make = maker(refusals)
      let (place, code) = refusals[path].map { (path, $0) } ?? (above, refusals[above] ?? 0)
      #expect(throws: FileError.system("created", path: place, code: code)) {
        try PrivateDirectory(path).create(making: make)
      }
    }
    #expect(throws: FileError.system("created", path: path, code: EACCES)) {
      try PrivateDirectory(path).createAlone(making: maker([path: EACCES]))
    }
    #expect(try directory.files() == [])
  }
}
