import Core
import Foundation
import Networking
import RepriseTesting
import Restoration
import TestSupport
import Testing

@testable import Encryption

/// What is kept of one user at one server.
@Suite(.cheapKeys) struct VaultTests {
  private let sample: SampleVault
  private var home: TemporaryDirectory { sample.home }
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault() }

  /// A key that can't be deleted, here because a folder has its name.
  @Test("Vault erasure deletes nothing if the key cannot be deleted")
  func whereTheKeyCanNotBeDeletedNothingIs() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    let key = directory.path + "/" + VaultKey.fileName
    try FileManager.default.removeItem(atPath: key)
    try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
    #expect(throws: VaultError.self) { try vault.erase() }
    #expect(try directory.isMade())
    #expect(try vault.read("a", in: "saved") == [1])
    // Others may open it again, and nobody else may erase it.
    _ = try await sample.open()
    #expect(throws: VaultError.inUse) { try directory.erase() }
  }

  @Test("Vault opens with the right password and reads its files")
  func theRightPasswordOpensWhatWasKept() async throws {
    let vault = try await sample.make()
    try vault.write(Array("Amina".utf8), to: "patient 7", in: "saved")
    let later = try await sample.open()
    #expect(try later.read("patient 7", in: "saved") == Array("Amina".utf8))
    #expect(try later.read("patient 8", in: "saved") == nil)
  }

  @Test("Vault file in quarantine stays beside the next one written")
  func whatIsSetAsideStaysBesideWhatIsWrittenNext() async throws {
    let vault = try await sample.make()
    var aside: [String] = []
    for content in [1, 2] as [UInt8] {
      try vault.write([content], to: "a", in: "saved")
      aside.append(try vault.quarantine("a", in: "saved"))
      #expect(try vault.read("a", in: "saved") == nil)
    }
    #expect(Set(aside).count == 2)
    for path in aside { #expect(FileManager.default.fileExists(atPath: path)) }
    try vault.write([3], to: "a", in: "saved")
    #expect(try vault.files(in: "saved").count == 1)
    #expect(throws: VaultError.self) { try vault.quarantine("b", in: "saved") }
  }

  @Test("Vault refuses a wrong password") func aWrongPasswordOpensNothing() async throws {
    _ = try await sample.make()
    await #expect(throws: SealingError.wrongPassword) { try await sample.open("gehelm") }
  }

  @Test("Vault opens with the new password and not with the old one")
  func aNewPasswordOpensItAndTheOldOneDoesNot() async throws {
    let vault = try await sample.make()
    try vault.write([1, 2, 3], to: "a", in: "saved")
    try await vault.use(Secret("geheimer"), cost: .least)
    #expect(
      try await sample.open("geheimer").read("a", in: "saved") == [1, 2, 3])
    await #expect(throws: SealingError.wrongPassword) { try await sample.open() }
  }

  @Test("Locked vault reads and writes nothing") func onceItIsLockedNothingIsReadOrWritten()
    async throws
  {
    let vault = try await sample.makeLocked()
    #expect(throws: (any Error).self) { try vault.read("a", in: "saved") }
    #expect(throws: (any Error).self) { try vault.write([2], to: "a", in: "saved") }
  }

  /// The number of the lock's file may be another file's by then.
  @Test("Vault locked twice closes no other file") func whoLocksItTwiceClosesNothingElse()
    async throws
  {
    let vault = try await sample.make()
    vault.lock()
    let files = (0..<50).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for file in files { close(file) } }
    vault.lock()
    #expect(files.allSatisfy { fcntl($0, F_GETFD) >= 0 })
  }

  @Test("Vault file is removed, and a missing one without error")
  func aFileThatIsRemovedIsGoneAndSoIsOneThatNeverWas() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    try vault.remove("a", in: "saved")
    #expect(try vault.read("a", in: "saved") == nil)
    try vault.remove("a", in: "saved")
    // What can't be deleted is said, here because a folder has the file's name.
    let path = "\(directory.path)/saved/\(vault.name(of: "b"))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(throws: VaultError.self) { try vault.remove("b", in: "saved") }
  }

  @Test("Vault refuses a file under the name of another")
  func oneFileInAnothersPlaceIsNotTakenForIt() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    try vault.write([2], to: "b", in: "saved")
    let a = "\(directory.path)/saved/\(vault.name(of: "a"))"
    let b = "\(directory.path)/saved/\(vault.name(of: "b"))"
    try FileManager.default.removeItem(atPath: a)
    try FileManager.default.copyItem(atPath: b, toPath: a)
    #expect(throws: VaultError.self) { try vault.read("a", in: "saved") }
  }

  /// As a password change leaves it that is killed before the new key is in its place.
  @Test("Vault erasure removes unfinished keys too")
  func aKeyThatIsNotInItsPlaceYetGoesWithTheOthers() async throws {
    let vault = try await sample.make()
    for name in ["key.new", "key.copy.new", "key.2.new"] {
      try PrivateFile("\(directory.path)/\(name)").replace(with: vault.key)
    }
    try directory.removeKeys()
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(names == ["erasing"])
    vault.lock()
  }

  @Test("Vault file over the size limit is not written") func whatCouldNotBeReadAgainIsNotWritten()
    async throws
  {
    let vault = try await sample.make()
    try vault.write([1, 2], to: "a", in: "saved", limit: 2)
    #expect(throws: VaultError.tooLarge(bytes: 3, limit: 2)) {
      try vault.write([1, 2, 3], to: "a", in: "saved", limit: 2)
    }
    #expect(try vault.read("a", in: "saved", limit: 2) == [1, 2])
  }

  @Test("Vault without its key seals no session") func noSessionIsSealedIntoAVaultWhoseKeyIsGone()
    async throws
  {
    let vault = try await sample.make()
    let file = SnapshotFile(path: home.file("main.snapshot"), sealing: vault.storedSealing)
    try file.save([1])
    try FileManager.default.removeItem(atPath: directory.path + "/key")
    // Its copy opens it.
    try file.save([2])
    try FileManager.default.removeItem(atPath: directory.path + "/key.copy")
    #expect(throws: VaultError.deleted(path: directory.path)) { try file.save([3]) }
    #expect(try SnapshotFile(path: file.path, sealing: vault.sealing).look().body == [2])
    // While it is locked the session stays in memory.
    _ = try vault.sealing.seal([3], of: "", generation: 0)
  }

  @Test("Vault erasure leaves nothing") func erasingLeavesNothing() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    try vault.erase()
    #expect(try !directory.isMade())
    #expect(try home.files() == ["vaults"])
  }

  @Test("Vault erasure of nothing leaves nothing") func whereNothingIsKeptNothingIsErased() throws {
    try directory.erase()
    #expect(try home.files() == ["vaults"])
  }

  /// As where the folder is another disk: here its new name would be too long.
  @Test("Vault directory that cannot be moved is reported on erasure")
  func aFolderThatCanNotBeTakenAwayIsSaidToBeThere() async throws {
    let path = home.file(String(repeating: "v", count: 250))
    let directory = VaultDirectory(of: directory.account, at: path)
    let vault = try await directory.make(Secret("geheim"), cost: .least)
    #expect(throws: VaultError.file(.system("deleted", path: path, code: ENAMETOOLONG))) {
      try vault.erase()
    }
    // Nobody opens the rest, and nobody is kept from it.
    #expect(try !directory.isMade())
    #expect(try VaultLock.aloneIfFree(directory.lockPath) != nil)
  }

  /// A run that keeps nothing has never opened what is there.
  @Test("Vault that stores nothing erases nothing of others")
  func aVaultThatKeepsNothingErasesNothingOfOthers() async throws {
    let kept = try await sample.make()
    try kept.write([1], to: "a", in: "saved")
    let files = try home.files()
    try await directory.makeUnstored(Secret("geheim"), cost: .least).erase()
    #expect(try home.files() == files)
    #expect(try kept.read("a", in: "saved") == [1])
  }

  /// As when somebody logs out while a copy is being written.
  @Test("Vault erasure leaves nothing despite concurrent session files")
  func erasingLeavesNothingThoughSomebodyIsStillWriting() async throws {
    let directory = directory
    for _ in 1...20 {
      try directory.sessionStore().create()
      let writer = Task.detached {
        var count = 0
        while FileManager.default.createFile(
          atPath: "\(directory.sessionStore().path)/\(count)", contents: Data())
        {
          count += 1
          // Where there are as many writers as threads, nobody else would have one.
          await Task.yield()
        }
      }
      try await waitUntil("something is written") {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.sessionStore().path))?
          .isEmpty != true
      }
      try directory.erase()
      await writer.value
      #expect(try home.files() == ["vaults"])
    }
  }

  /// As when somebody logs out while an answer or a copy is being sealed, which takes its time.
  @Test("Vault erasure is not undone by concurrent sealing")
  func whatIsSealedMeanwhileDoesNotBringBackWhatWasErased() async throws {
    let question = try #require(ResourceURI("/a"))
    let bytes = [UInt8](repeating: 7, count: 4 << 20)
    for round in 1...8 {
      let vault = try await sample.make()
      let path = "\(directory.path)/\(round % 2 == 0 ? "saved" : "answers")"
      let writer = Task.detached {
        do {
          while true {
            if round % 2 == 0 {
              try vault.write(bytes, to: "a", in: "saved")
            } else {
              try vault.responseCache.store(bytes, at: 60, for: question)
            }
            await Task.yield()
          }
        } catch {
          // The vault is erased, which is when writing ends.
        }
      }
      try await waitUntil("something is written") { FileManager.default.fileExists(atPath: path) }
      try vault.erase()
      await writer.value
      #expect(try home.files() == ["vaults"])
    }
  }

  @Test("Vault that was erased gets no new directory") func noFolderIsMadeInAVaultThatWasErased()
    async throws
  {
    let vault = try await sample.make()
    try vault.erase()
    #expect(throws: FileError.self) { try vault.makeDirectory("saved") }
    #expect(throws: VaultError.self) {
      try VaultLock.aloneIfFree("\(directory.path)/turns/sync")
    }
    #expect(try home.files() == ["vaults"])
  }

  /// A power cut after any of the changes: the vault opens, or is known to be going; once it is
  /// said to be gone, no key is left.
  @Test("Vault erasure survives a power cut at any write")
  func anErasureIsWholeWheneverThePowerFails() async throws {
    let vault = try await sample.make()
    vault.lock()
    let disk = RecordedDisk()
    let files = FileAccess(disk)
    for name in ["key", "key.copy", "key.new", "key.copy.new"] {
      try files.replaceDurably("\(directory.path)/\(name)", with: vault.key)
    }
    let before = disk.changeCount
    try directory.removeKeys(files)
    #expect(disk.changeCount > before)
    var generator = SplitMix64(seed: 3)
    for count in before...disk.changeCount {
      for _ in 0..<8 {
        let cut = disk.cut(after: count, using: &generator)
        let after = try TemporaryDirectory()
        var left: [String] = []
        for (path, bytes) in cut.files {
          let name = String(path.dropFirst(directory.path.count + 1))
          try after.write("vault/\(name)", bytes)
          left.append(name)
        }
        let vault = VaultDirectory(of: directory.account, at: after.file("vault"))
        if try vault.isMade() { _ = try await vault.open(Secret("geheim"), cost: .least) }
        if try !vault.isMade() { #expect(left.contains("erasing")) }
        if count == disk.changeCount { #expect(left.allSatisfy { !$0.hasPrefix("key") }) }
      }
    }
  }

  /// The process may be killed after any of the steps.
  @Test("Vault erasure that was killed is completed with the next password")
  func whatWasLeftOfAnErasureIsNeverOpenedAndGoesWithTheNextPassword() async throws {
    for steps in 0...5 {
      let vault = try await sample.make()
      for name in ["a", "b", "c"] { try vault.write([1], to: name, in: "saved") }
      let files =
        ["key", "key.copy"] + ["a", "b", "c"].map { "saved/" + vault.name(of: $0) }
      vault.lock()
      directory.markErasing()
      for file in files.prefix(steps) {
        try FileManager.default.removeItem(atPath: "\(directory.path)/\(file)")
      }
      #expect(try !directory.isMade())
      let next = try await sample.make()
      #expect(next.notice == nil)
      for name in ["a", "b", "c"] { #expect(try next.read(name, in: "saved") == nil) }
      #expect(
        Set(FileManager.default.subpaths(atPath: directory.path) ?? []) == ["key", "key.copy"])
      try next.erase()
    }
  }

  @Test("Vault reveals no names or contents") func noNameSaysWhatIsBehindIt() async throws {
    let vault = try await sample.make()
    try vault.write(Array("Amina".utf8), to: "patient 7", in: "saved")
    let files = FileManager.default.subpaths(atPath: directory.path) ?? []
    #expect(Set(files) == ["key", "key.copy", "saved", "saved/\(vault.name(of: "patient 7"))"])
    for file in files {
      let bytes = FileManager.default.contents(atPath: "\(directory.path)/\(file)") ?? Data()
      #expect(bytes.range(of: Data("Amina".utf8)) == nil)
      #expect(bytes.range(of: Data("patient 7".utf8)) == nil)
    }
  }

  @Test("Vault directory left by an erasure is deleted with the next password")
  func whatWasLeftWhileItsFolderWasDeletedGoesWithTheNextPassword() async throws {
    try await sample.makeLocked()
    try sample.loseKeys()
    try FileManager.default.moveItem(atPath: directory.path, toPath: directory.path + ".erased")
    let next = try await sample.make()
    #expect(next.notice == nil)
    #expect(!FileManager.default.fileExists(atPath: directory.path + ".erased"))
  }

  // MARK: Its life

  /// Two windows that log in for the first time: the server has accepted both.
  @Test("Vaults made at once for an account are the same")
  func whoComesSecondOpensWhatTheFirstHasMade() async throws {
    let sample = sample
    async let one = sample.make()
    async let other = sample.make()
    let vaults = try await [one, other]
    try vaults[0].write([1], to: "a", in: "saved")
    #expect(try vaults[1].read("a", in: "saved") == [1])
    let third = try await sample.make()
    #expect(try third.read("a", in: "saved") == [1])
  }

  /// The key may be at a backup, or was moved.
  @Test("Vault without keys is quarantined and opens with the key back")
  func whatHasNoKeyIsSetAsideAndOpensWhenTheKeyIsBack() async throws {
    let vault = try await sample.make()
    try vault.write([1], to: "a", in: "saved")
    let key = try sample.key()
    vault.lock()
    try sample.loseKeys()
    let next = try await sample.make()
    let aside = directory.path + ".keyless-1"
    #expect(next.notice?.contains("set aside as \(aside)") == true)
    #expect(try next.read("a", in: "saved") == nil)
    try next.erase()
    try FileManager.default.moveItem(atPath: aside, toPath: directory.path)
    try sample.write(key, to: "key")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: directory.path + "/key")
    #expect(try await sample.open().read("a", in: "saved") == [1])
  }

  @Test(
    "Vault key that is missing or damaged is restored from its copy",
    arguments: [nil, "junk", "reprise-vault 1 {}\n"])
  func aKeyThatIsGoneOrDamagedComesFromItsCopy(damage: String?) async throws {
    try await sample.makeLocked()
    let key = directory.path + "/key"
    let before = FileManager.default.contents(atPath: key)
    try FileManager.default.removeItem(atPath: key)
    if let damage { try Data(damage.utf8).write(to: URL(filePath: key)) }
    #expect(try VaultDirectory.all(in: home.path) == [directory])
    #expect(try directory.isMade())
    let again = try await sample.open()
    #expect(try again.read("a", in: "saved") == [1])
    #expect(again.notice?.contains("put back from its copy") == true)
    #expect(FileManager.default.contents(atPath: key) == before)
  }

  /// As on a disk that the system has made read-only, or a full one: what is saved can be read.
  @Test("Vault opens where no lock file can be made") func whereNoLockCanBeMadeItOpensAllTheSame()
    async throws
  {
    try await sample.makeLocked()
    let lock = directory.path + ".lock"
    try FileManager.default.removeItem(atPath: lock)
    // A folder of that name can't be opened as a file, whoever asks.
    try FileManager.default.createDirectory(atPath: lock, withIntermediateDirectories: false)
    #expect(try await sample.open().read("a", in: "saved") == [1])
    #expect(throws: VaultError.self) { try directory.erase() }
    #expect(try directory.isMade())
  }

  @Test("Vault opens with an unusable copy of the key")
  func aCopyThatCannotBeUsedIsNoReasonNotToOpen() async throws {
    let vault = try await sample.make()
    vault.lock()
    let copy = directory.path + "/key.copy"
    try FileManager.default.removeItem(atPath: copy)
    try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: "/nowhere")
    #expect(try directory.isMade())
    _ = try await sample.open()
  }

  @Test("Vault key copy is not opened by the old password")
  func theOldPasswordOpensNoCopyOfTheKeyEither() async throws {
    let vault = try await sample.make()
    try await vault.use(Secret("neu"), cost: .least)
    try FileManager.default.removeItem(atPath: directory.path + "/key")
    await #expect(throws: SealingError.wrongPassword) { try await sample.open() }
    _ = try await sample.open("neu")
  }

  /// There is none where there was no room for one.
  @Test("Vault password change works without a copy of the key")
  func aNewPasswordNeedsNoCopyOfTheKey() async throws {
    let vault = try await sample.make()
    try FileManager.default.removeItem(atPath: directory.path + "/key.copy")
    try await vault.use(Secret("neu"), cost: .least)
    for name in ["key", "key.copy"] {
      #expect(FileManager.default.contents(atPath: "\(directory.path)/\(name)") == Data(vault.key))
    }
  }

  @Test("Vault open in another window is not erased") func whatAnotherWindowHasOpenIsNotErased()
    async throws
  {
    let one = try await sample.make()
    let other = try await sample.open()
    try other.write([1], to: "a", in: "saved")
    #expect(throws: VaultError.inUse) { try one.requireAlone() }
    #expect(throws: VaultError.inUse) { try one.erase() }
    #expect(throws: VaultError.inUse) { try directory.erase() }
    #expect(try other.read("a", in: "saved") == [1])
    other.lock()
    try one.requireAlone()
    try one.erase()
    #expect(try !directory.isMade())
  }

  /// A window that waits for another asks many times.
  @Test("Vault erasure attempts leave no file open") func askingInVainForTheLockLeavesNoFileOpen()
    async throws
  {
    let vault = try await sample.make()
    func nextFile() -> Int32 {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      return file
    }
    let before = nextFile()
    for _ in 1...400 { #expect(throws: VaultError.inUse) { try directory.erase() } }
    // Other tests have some open, too.
    #expect(nextFile() < before + 300)
    vault.lock()
  }

  /// Nobody could open it.
  @Test("Vault deleted by hand is not written")
  func nothingIsWrittenIntoAVaultThatWasDeletedByHand() async throws {
    let vault = try await sample.make()
    try FileManager.default.removeItem(atPath: directory.path)
    #expect(throws: VaultError.deleted(path: directory.path)) {
      try vault.write([1], to: "a", in: "saved")
    }
    let question = try #require(ResourceURI("/a"))
    #expect(throws: VaultError.deleted(path: directory.path)) {
      try vault.responseCache.store([1], at: 60, for: question)
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }

  // MARK: Whose it is

  /// These two have the same CRC-32.
  private static let twins = ["nurse29685295", "nurse32060020"].map {
    Account(server: "https://clinic.example.org", user: $0)
  }

  @Test func twoUsersWithOneChecksumHaveAVaultEach() async throws {
    #expect(Set(Self.twins.map(\.fileName)).count == 1)
    let directories = try Self.twins.map { try VaultDirectory(of: $0, in: home.path) }
    #expect(directories[0].path != directories[1].path)
    for (directory, password) in zip(directories, ["eins", "zwei"]) {
      try await directory.make(Secret(password), cost: .least).write(
        Array(password.utf8), to: "a", in: "saved")
    }
    for (directory, password) in zip(directories, ["eins", "zwei"]) {
      let vault = try await directory.open(Secret(password), cost: .least)
      #expect(try vault.read("a", in: "saved") == Array(password.utf8))
    }
  }

  @Test("Vault directory name reveals neither server nor user")
  func theFoldersNameSaysNeitherServerNorUser() throws {
    let name = try #require(directory.path.split(separator: "/").last)
    #expect(name.count == 32 && name.allSatisfy { $0.isHexDigit })
  }

  @Test("Vault copied to another account does not open there")
  func nobodysVaultIsPassedOffAsAnothers() async throws {
    _ = try await sample.make()
    let other = try VaultDirectory(
      of: Account(server: "https://evil.example.org", user: "nurse"), in: home.path)
    try FileManager.default.copyItem(atPath: directory.path, toPath: other.path)
    await #expect(throws: VaultError.self) {
      try await other.open(Secret("geheim"), cost: .least)
    }
    let key = try #require(FileManager.default.contents(atPath: other.path + "/key"))
    let text = String(decoding: key, as: Unicode.ASCII.self)
    #expect(text.hasPrefix("reprise-vault 1 {"))
    // And with a line that says so.
    let line = VaultKey.heading(of: other.account)
    let heading = try #require(VaultKey(Array(key))).heading
    try (Data(line) + key.dropFirst(heading.count)).write(
      to: URL(filePath: other.path + "/key"))
    try FileManager.default.removeItem(atPath: other.path + "/key.copy")
    let changed = VaultError.damagedKey(
      path: other.path + "/key", "the encrypted data was changed")
    await #expect(throws: changed) {
      try await other.open(Secret("geheim"), cost: .least)
    }
  }

  @Test("Vaults are found with their accounts without a password")
  func whatIsKeptOfWhomIsFoundWithoutAPassword() async throws {
    #expect(try VaultDirectory.all(in: home.path).isEmpty)
    for account in Self.twins {
      _ = try await VaultDirectory(of: account, in: home.path).make(
        Secret("geheim"), cost: .least)
    }
    // What was left while it was being erased is nobody's.
    try home.write("vaults/0123456789abcdef0123456789abcdef/saved/file", "x")
    try home.write("vaults/1123456789abcdef0123456789abcdef/key", "reprise-vault 1 {}\nx")
    let found = try VaultDirectory.all(in: home.path)
    #expect(Set(found.map(\.account)) == Set(Self.twins))
    #expect(try Set(found) == Set(Self.twins.map { try VaultDirectory(of: $0, in: home.path) }))
  }

  @Test("Vault account is read from the key, else from its copy")
  func theKeySaysWhoseAVaultIsAndItsCopyOnlyWithoutIt() async throws {
    let directories = try Self.twins.map { try VaultDirectory(of: $0, in: home.path) }
    for directory in directories {
      try await directory.make(Secret("geheim"), cost: .least).lock()
    }
    let (one, other) = (directories[0].path, directories[1].path)
    try FileManager.default.removeItem(atPath: one + "/key.copy")
    try FileManager.default.copyItem(atPath: other + "/key", toPath: one + "/key.copy")
    #expect(try Set(VaultDirectory.all(in: home.path)) == Set(directories))
    try Data("junk".utf8).write(to: URL(filePath: one + "/key"))
    let copied = VaultDirectory(of: Self.twins[1], at: one)
    #expect(try Set(VaultDirectory.all(in: home.path)) == [copied, directories[1]])
  }

  @Test("Vault contents are counted without a password") func whatIsKeptIsCountedWithoutAPassword()
    async throws
  {
    let kinds = [
      StoredItemKind("saved") { "\($0) saved" }, StoredItemKind("index") { _ in "" },
      StoredItemKind("recent") { _ in "recently viewed" },
    ]
    let vault = try await sample.make()
    #expect(directory.contents(kinds).isEmpty)
    for name in ["a", "b"] { try vault.write([1], to: name, in: "saved") }
    try vault.write([1], to: "list", in: "index")
    try vault.write([1], to: "q", in: "answers")
    try vault.write([1], to: "r", in: "of a later release")
    try directory.sessionStore().create()
    for name in ["main.snapshot", "main.durable", "main.snapshot.lock"] {
      try Data().write(to: URL(filePath: "\(directory.sessionStore().path)/\(name)"))
    }
    #expect(
      directory.contents(kinds) == ["2 saved", "the session", "1 cached answer", "1 other file"])
    // One that isn't whole is none; what lies in no folder counts, and a folder as one if it is empty.
    try Data().write(to: URL(filePath: "\(directory.path)/saved/c.new"))
    try Data().write(to: URL(filePath: "\(directory.path)/loose"))
    try FileManager.default.createDirectory(
      atPath: "\(directory.path)/empty", withIntermediateDirectories: false)
    #expect(
      directory.contents(kinds) == ["2 saved", "the session", "1 cached answer", "3 other files"])
    #expect(try vault.files(in: "saved").count == 2)
  }
}
