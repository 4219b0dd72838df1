import Commands
import Core
import Encryption
import Foundation
import Networking
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@testable import Accounts

/// A password that nobody knows any more, and a key that is damaged: the ways to begin anew.
extension GateTests {
  @Test("Forgetting a password erases that user's vault only")
  func aForgottenPasswordErasesThatUsersAndNobodyElses() async throws {
    try await keep(nurse, ["main": 10])
    try await keep(weber, ["main": 20])
    let others = try home.files().filter { $0.contains("vaults/") }.count
    let directory = try VaultDirectory(of: nurse, in: directory)
    let vault = try await directory.open(Secret("geheim"))
    for name in ["a", "b"] { try vault.write([1], to: name, in: "saved") }
    // An open session isn't erased.
    vault.lock()
    let session = try await session(application())
    try session.expectNo("Forgotten")
    await session.type("falsch")
    await session.press(.enter)
    try session.expect("[ Forgotten ]")
    await session.press(.tab, .tab, .enter)
    try session.expect("Saved here for nurse at clinic.example.org: 2 saved patients, the")
    // Enter alone keeps it.
    await session.press(.enter)
    #expect(try directory.isMade())
    try session.expect("[ Forgotten ]")
    await session.press(.enter, .tab, .enter)
    try session.expect("Erased: nothing is saved here for nurse at clinic.example.org")
    try session.expect("the password now.")
    #expect(!FileManager.default.fileExists(atPath: directory.path))
    #expect(rows(session).count == 1)
    let left = try home.files().filter { $0.contains("vaults/") }.count
    #expect(try VaultDirectory(of: weber, in: self.directory).isMade())
    #expect(left * 2 == others)
    // Now it is the server that has to know the password.
    await session.type("neu")
    await session.press(.enter)
    try session.expect("Wrong user or password.")
  }

  @Test("A vault open in another window isn't erased") func whatIsOpenInAnotherWindowIsNotErased()
    async throws
  {
    try await keep(nurse, ["main": 10])
    let path = try VaultDirectory(of: nurse, in: directory).sessionStore().file(
      forSession: "main", account: nil)
    let lock = try SessionLock(path: path + ".lock", owner: "process 1 on /dev/pts/9")
    try await expectNotErased(becauseOf: "process 1 on /dev/pts/9")
    withExtendedLifetime(lock) {}
  }

  /// A cleaner has deleted the lock of a session that is open.
  @Test("A vault open without its lock file isn't erased")
  func whatIsOpenWithoutItsLockIsNotErasedEither() async throws {
    try await keep(nurse, ["main": 10])
    let path = try VaultDirectory(of: nurse, in: directory).sessionStore().file(
      forSession: "main", account: nil)
    let open = SnapshotFile(path: path)
    try open.hold(waitsForHolder: false)
    try await expectNotErased(becauseOf: "another process")
    withExtendedLifetime(open) {}
  }

  /// Somebody who doesn't know the password tries to erase what is kept.
  private func expectNotErased(becauseOf owner: String) async throws {
    let session = try await session(application())
    await session.type("falsch")
    await session.press(.enter, .tab, .tab, .enter, .tab, .enter)
    try session.expect("✕ Not erased")
    try session.expect(owner)
    #expect(try VaultDirectory(of: nurse, in: directory).isMade())
  }

  /// The command knows the server's new password already.
  @Test("A password command's wrong password offers erasing or typing")
  func aCommandsPasswordThatOpensNothingIsOneNobodyKnows() async throws {
    try await keep(nurse, ["main": 10])
    let passed = Passed()
    let session = try await session(
      application(
        "--server", nurse.server, "--user", "nurse", "--password-command", "echo neu",
        passed: passed))
    try session.expect("✕ Wrong password")
    await session.press(.tab, .tab, .enter)
    try session.expect("Saved here for nurse at clinic.example.org: the session.")
    await session.press(.escape, .backTab, .backTab)
    await session.type("geheim")
    await session.press(.enter)
    #expect(passed.vault?.account == nurse)
  }

  @Test("A locked application offers no erasing") func whatIsLockedIsNotErasedByWhoeverComesBy()
    async throws
  {
    try await keep(nurse, ["main": 10])
    let session = try await session(
      application("--server", nurse.server, "--user", "nurse", isLocked: true))
    await session.type("falsch")
    await session.press(.enter)
    try session.expect("It doesn't unlock the data saved here.")
    try session.expectNo("Forgotten")
  }

  /// The words on the screen, wherever its lines end.
  private func words(_ session: TestSession<SignInRoute>) -> String {
    session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The gate of a run that is locked.
  private func locked(
    _ words: String..., key: [UInt8]? = nil, passed: Passed
  ) async throws -> TestSession<SignInRoute> {
    let gate = try gate(["--server", nurse.server, "--user", "nurse"] + words, accepts: true)
    return try await TestSession(
      gate.application(
        "app", title: "App", version: "1", for: gate.account, key: key, isLocked: true,
        delegate: passed), time: time)
  }

  /// Its key is in memory alone, and no server is asked.
  @Test("A locked ephemeral run unlocks only by its own password")
  func aLockedRunThatKeepsNothingIsOpenedByItsOwnPasswordAlone() async throws {
    let opened = try await gate(["--ephemeral"], accepts: true).authenticator
      .open(nurse, Secret("geheim"), key: nil)
    let key = opened.vault.key
    opened.lock()
    let passed = Passed()
    let session = try await locked("--ephemeral", key: key, passed: passed)
    try session.expect("[ Unlock ]")
    #expect(
      words(session).contains(
        "The password unlocks the data saved here, also without the server."))
    await session.type("falsch")
    await session.press(.enter)
    try session.expect("✕ Wrong password")
    #expect(words(session).contains("It isn't the password this session was unlocked with."))
    try session.expectNo("Forgotten")
    #expect(passed.vault == nil)
    await session.type("geheim")
    await session.press(.enter)
    #expect(passed.vault?.account == nurse)
  }

  /// The key in memory changes nothing where there is one in a file.
  @Test("A locked run with a vault says how to erase the data")
  func aLockedRunThatKeepsThingsSaysHowTheyAreErased() async throws {
    try await keep(nurse, ["main": 10])
    let vault = try await VaultDirectory(of: nurse, in: directory).open(Secret("geheim"))
    let key = vault.key
    vault.lock()
    let passed = Passed()
    let session = try await locked(key: key, passed: passed)
    try session.expectNo("Last saved")
    await session.type("falsch")
    await session.press(.enter)
    try session.expect("It doesn't unlock the data saved here.")
    #expect(words(session).contains("quit, and the next start can erase the saved data."))
    try session.expectNo("Forgotten")
    await session.type("geheim")
    await session.press(.enter)
    #expect(passed.vault?.account == nurse)
  }

  /// Whoever comes by would only have to press a key.
  @Test("A locked run asks the user, not the password command")
  func aLockedRunAsksAPersonAndNoCommand() async throws {
    try await keep(nurse, ["main": 10])
    let passed = Passed()
    let session = try await locked("--password-command", "echo geheim", passed: passed)
    try session.expect("For nurse at clinic.example.org.")
    #expect(passed.vault == nil)
    let begun = Passed()
    _ = try await self.session(
      application(
        "--server", nurse.server, "--user", "nurse", "--password-command", "echo geheim",
        passed: begun))
    #expect(begun.vault?.account == nurse)
  }

  @Test("A sign-in without saved data offers no erasing")
  func withNothingKeptThereIsNothingToErase() async throws {
    let session = try await session(application())
    await session.type("clinic.example.org")
    await session.press(.enter)
    await session.type("nurse")
    await session.press(.enter)
    await session.type("falsch")
    await session.press(.enter)
    try session.expect("Wrong user or password.")
    try session.expectNo("Forgotten")
  }

  // MARK: A key that is damaged

  /// Writes over the key of what is kept of the nurse, and over its copy.
  private func replaceKey(_ change: (Data) -> Data) throws -> VaultDirectory {
    let directory = try VaultDirectory(of: nurse, in: directory)
    for name in ["key", "key.copy"] {
      let file = URL(filePath: "\(directory.path)/\(name)")
      try change(Data(contentsOf: file)).write(to: file)
    }
    return directory
  }

  private func replacing(_ text: String, with other: String, in key: Data) -> Data {
    var key = key
    if let place = key.range(of: Data(text.utf8)) { key.replaceSubrange(place, with: other.utf8) }
    return key
  }

  @Test("A vault with a damaged key can be quarantined", arguments: ["junk", "", "a changed line"])
  func whatADamagedKeyLeavesCanBeSetAside(damage: String) async throws {
    try await keep(nurse, ["main": 10])
    let kept = try replaceKey { key in
      damage == "a changed line" ? replacing(" r 8", with: " r 9", in: key) : Data(damage.utf8)
    }
    let passed = Passed()
    let session = try await session(
      application(
        "--server", nurse.server, "--user", "nurse", passed: passed, accepts: true))
    try session.expect("[ Unlock ]")
    try session.expectNo("Nothing is saved here")
    await session.type("geheim")
    await session.press(.enter)
    try session.expect("✕ Could not unlock")
    try session.expectNo("--fresh")
    try session.expectNo("Forgotten")
    #expect(try kept.isMade())
    await session.press(.tab, .tab)
    #expect(session.selectedText?.contains("[ Set aside ]") == true)
    await session.press(.enter)
    try session.expect("Nothing was deleted")
    try session.expectNo("[ Set aside ]")
    #expect(try !kept.isMade())
    #expect(
      FileManager.default.fileExists(atPath: kept.path + ".aside-1/sessions/main.snapshot"))
    // The password is still there.
    await session.press(.enter)
    #expect(passed.vault?.account == nurse)
    #expect(try kept.isMade())
  }

  /// From a backup, while the button was still there.
  @Test("A vault key put back meanwhile opens, nothing is quarantined")
  func aKeyThatWasPutBackMeanwhileOpensAndNothingIsSetAside() async throws {
    try await keep(nurse, ["main": 10])
    let path = try VaultDirectory(of: nurse, in: directory).path + "/key"
    let whole = try #require(FileManager.default.contents(atPath: path))
    let kept = try replaceKey { _ in Data("junk".utf8) }
    let passed = Passed()
    let session = try await session(
      application("--server", nurse.server, "--user", "nurse", passed: passed))
    await session.type("geheim")
    await session.press(.enter, .tab, .tab)
    #expect(session.selectedText?.contains("[ Set aside ]") == true)
    try whole.write(to: URL(filePath: path))
    await session.press(.enter)
    #expect(passed.vault?.account == nurse)
    #expect(!FileManager.default.fileExists(atPath: kept.path + ".aside-1"))
  }

  @Test("A newer release's vault key is reported and not quarantined")
  func aLaterReleasesKeyIsToldAndNotOfferedToBeSetAside() async throws {
    try await keep(nurse, ["main": 10])
    _ = try replaceKey { replacing("reprise-vault 1", with: "reprise-vault 2", in: $0) }
    let session = try await session(application("--server", nurse.server, "--user", "nurse"))
    await session.type("geheim")
    await session.press(.enter)
    try session.expect("✕ Could not unlock")
    try session.expect("newer release")
    try session.expectNo("Set aside")
    try session.expectNo("--fresh")
  }
}
