import Core
import Foundation
import Networking
import RepriseTesting
import Restoration
import Testing

@testable import Encryption

/// The files of a vault, by their names in the folder.
@Suite(.cheapKeys) struct VaultFilesTests {
  private let sample: SampleVault
  private var home: TemporaryDirectory { sample.home }
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  @Test("Vault file is read by its sealed name") func aFileIsReadByTheNameThatSaysNothing()
    async throws
  {
    let vault = try await sample.make()
    #expect(try vault.files(in: "saved").isEmpty)
    try vault.write([1], to: "a b", in: "saved")
    let sealedName = vault.name(of: "a b")
    let path = "\(directory.path)/saved/\(sealedName)"
    for ending in [".new", ".aside-1"] {
      try sample.write([7], to: "saved/\(sealedName)\(ending)")
    }
    let files = try vault.files(in: "saved")
    let file = try #require(files.first)
    #expect(files.count == 1 && file.sealedName == sealedName)
    #expect(file.stamp == vault.stamp(of: "a b", in: "saved"))
    #expect(try vault.read(file, in: "saved") == [1])
    let opened = try vault.contents(
      try sample.key("saved/" + sealedName), at: sealedName, in: "saved")
    #expect(opened.name == "a b" && opened.bytes == [1])
    try vault.remove("a b", in: "saved")
    #expect(throws: VaultError.file(.system("opened", path: path, code: ENOENT))) {
      try vault.read(file, in: "saved")
    }
  }

  /// Who reads the disk's free blocks finds neither the key nor a file that was removed.
  @Test("Vault erasure overwrites keys and files on the disk")
  func whatIsErasedIsOverwrittenOnTheDisk() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    try vault.write([2], to: "b", in: "saved")
    func opened(_ names: [String]) -> [Int32] {
      names.map { open("\(directory.path)/\($0)", O_RDONLY) }
    }
    func isOverwritten(_ descriptor: Int32) -> Bool {
      var bytes = [UInt8](repeating: 1, count: 1 << 14)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      return count > 0 && bytes.prefix(count).allSatisfy { $0 == 0 }
    }
    let files = opened(["saved/" + vault.name(of: "a"), "saved/" + vault.name(of: "b")])
    let before = opened(["key", "key.copy"])
    defer { for descriptor in files + before { close(descriptor) } }
    try vault.remove("a", in: "saved")
    #expect(files.map(isOverwritten) == [true, false])
    try await vault.use(Secret("neu"), cost: .least)
    #expect(before.allSatisfy(isOverwritten))
    let keys = opened(["key", "key.copy"])
    defer { for descriptor in keys { close(descriptor) } }
    try vault.erase()
    #expect(keys.allSatisfy(isOverwritten))
  }

  @Test("Vault directory that cannot be read is an error, not empty")
  func aFolderThatCannotBeReadHasNotNothingInIt() async throws {
    let vault = try await sample.make()
    let loop = "\(directory.path)/loop"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    #expect(throws: VaultError.self) { try vault.files(in: "loop") }
    let vaults = home.file("other/vaults")
    try home.write("other/x", "")
    try FileManager.default.createSymbolicLink(atPath: vaults, withDestinationPath: vaults)
    #expect(throws: VaultError.self) { try VaultDirectory.all(in: home.file("other")) }
    vault.lock()
  }

  @Test("Vault file names its directory and name in its heading") func aFileSaysWhichItIs()
    async throws
  {
    let vault = try await sample.make()
    let name = vault.name(of: "a")
    let path = "\(directory.path)/saved/\(name)"
    func contents(_ text: String) throws -> (name: String, bytes: [UInt8]) {
      let sealed = try vault.sealing(of: "saved").seal(Array(text.utf8), as: name)
      return try vault.contents(sealed, at: name, in: "saved")
    }
    let whole = try contents("reprise-file 1 saved 1 a\nx\ny")
    #expect(whole.name == "a" && whole.bytes == Array("x\ny".utf8))
    #expect(throws: VaultError.damaged(path: path, "it has no heading")) {
      try contents("reprise-file 1 saved 1 a")
    }
    for heading in [
      "reprise-file 2 saved 1 a", "file 1 saved 1 a", "reprise-file 1 other 1 a",
      "reprise-file 1 saved a", "reprise-file 1 saved 1 b", "",
    ] {
      #expect(throws: VaultError.damaged(path: path, "it is another file's contents")) {
        try contents(heading + "\nx")
      }
    }
  }

  @Test("Vault token is stored for the next start") func aTokenIsKeptForTheNextStart() async throws
  {
    let vault = try await sample.make()
    func token(_ vault: Vault) throws -> String? {
      try vault.tokens.read().map { $0.withBytes { String(decoding: $0, as: UTF8.self) } }
    }
    #expect(try token(vault) == nil)
    try vault.tokens.write(nil)
    try vault.tokens.write(Secret("t1"))
    #expect(try token(vault) == "t1")
    let next = try await sample.open()
    #expect(try token(next) == "t1")
    // It is nothing worth a word.
    #expect(directory.contents([]).isEmpty)
    try next.tokens.write(Secret("t2"))
    #expect(try token(vault) == "t2")
    try next.tokens.write(nil)
    #expect(try token(vault) == nil)
    vault.lock()
    #expect(throws: SealingError.locked) { try vault.tokens.read() }
    #expect(vault.name(of: "a") == "locked")
  }

  @Test("Vault that was erased refuses locks") func nothingIsLockedInAVaultThatIsGone() async throws
  {
    let vault = try await sample.make()
    try vault.erase()
    #expect(throws: VaultError.deleted(path: directory.path)) {
      try vault.whileLocked("saved") { Issue.record("it was done all the same") }
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }

  // MARK: The folder

  @Test("Vault quarantine uses the first free name") func whatIsSetAsideHasTheFirstFreeName() throws
  {
    let path = try home.write("x", "1")
    #expect(try VaultDirectory.moveAside(path, "aside") == path + ".aside-1")
    try home.write("x", "2")
    #expect(try VaultDirectory.moveAside(path, "aside") == path + ".aside-2")
    try home.write("x", "3")
    #expect(try VaultDirectory.moveAside(path, "keyless") == path + ".keyless-1")
    #expect(throws: VaultError.file(.system("set aside", path: path, code: ENOENT))) {
      try VaultDirectory.moveAside(path, "aside")
    }
    #expect(try home.files() == ["x.aside-1", "x.aside-2", "x.keyless-1"])
    #expect(try home.bytes("x.aside-2") == Array("2".utf8))
  }

  /// No system deletes a folder by that name, whoever asks for it.
  @Test("Vault directory that cannot be deleted is named") func whatCannotBeDeletedIsNamed() throws
  {
    try home.write("kept/a", [1])
    let path = home.file("kept/.")
    #expect(throws: VaultError.file(.system("deleted", path: path, code: EINVAL))) {
      try directory.remove(path)
    }
  }

  @Test("Vault in quarantine or being erased is not listed")
  func whatIsSetAsideOrBeingErasedIsNobodysVault() async throws {
    try await sample.makeLocked()
    try FileManager.default.copyItem(atPath: directory.path, toPath: directory.path + ".aside-1")
    #expect(try VaultDirectory.all(in: home.path) == [directory])
    #expect(try directory.isMade())
    try sample.write([], to: "erasing")
    #expect(try VaultDirectory.all(in: home.path).isEmpty)
    #expect(try !directory.isMade())
    // Neither the key nor the mark is something that is kept.
    #expect(directory.contents([]) == ["1 other file"])
  }

  @Test("Vault contents are counted for a message") func whatIsKeptIsCountedInWords() async throws {
    let vault = try await sample.make()
    for name in ["a", "b"] { try vault.write([1], to: name, in: "answers") }
    try directory.sessionStore().create()
    for name in ["main.snapshot", "main.durable", "work.snapshot"] {
      try sample.write([], to: "sessions/" + name)
    }
    #expect(directory.contents([]) == ["2 sessions", "2 cached answers"])
    // Of a kind that there is nothing of nothing is said.
    #expect(
      directory.contents([StoredItemKind("saved") { "\($0) saved" }]) == [
        "2 sessions", "2 cached answers",
      ])
  }
}
