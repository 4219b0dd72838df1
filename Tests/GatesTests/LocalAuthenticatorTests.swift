import Commands
import Foundation
import RepriseTesting
import Restoration
import Screens
import Sealing
import Servers
import Terminals
import Testing
import Values
import Vaults

@testable import Gates

/// A gate before an application that has no server: the first password is the one.
@MainActor @Suite struct NobodyGatekeeperTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private final class Passed: SignInDelegate {
    private(set) var opened: AuthenticationResult?
    func gateDidOpen(_ opened: AuthenticationResult) throws { self.opened = opened }
    func eraseAndLeave(_ opened: AuthenticationResult) throws {}
  }

  private func gate(_ words: String...) throws -> SignIn {
    let arguments = try Arguments(words, commands: [], options: Option.common, program: "journal")
    let settings = try ServerSettings(
      application: "journal", arguments, environment: ["XDG_STATE_HOME": home.path])
    return try SignIn(LocalAuthenticator(settings), settings)
  }

  private func session(
    _ gate: SignIn, _ passed: Passed
  ) async throws -> TestSession<SignInRoute> {
    try await TestSession(
      gate.application(
        "journal", title: "Journal", version: "1", for: gate.account, delegate: passed))
  }

  private func enter(
    _ password: String, _ gate: SignIn
  ) async throws -> (passed: Passed, session: TestSession<SignInRoute>) {
    let passed = Passed()
    let session = try await session(gate, passed)
    await session.type(password)
    await session.press(.enter)
    return (passed, session)
  }

  @Test func theFirstPasswordOpensItFromThenOn() async throws {
    let gate = try gate()
    let first = try await session(gate, Passed())
    try first.expect("Nothing is saved here yet.")
    try first.expectNo("Server")
    try first.expectNo("User")
    let made = try await enter("geheim", gate)
    try made.passed.opened?.vault.write([1], to: "a", in: "pages")

    let wrong = try await enter("gehelm", gate)
    try wrong.session.expect("It doesn't unlock the data saved here.")
    try wrong.session.expect("[ Forgotten ]")
    #expect(wrong.passed.opened == nil)

    let again = try await enter("geheim", gate)
    #expect(try again.passed.opened?.vault.read("a", in: "pages") == [1])
    #expect(gate.isKept(gate.account))
    try await session(gate, Passed()).expect("The password unlocks the data saved here.")
  }

  @Test func whatIsErasedTheNextPasswordOpensAnew() async throws {
    let gate = try gate()
    try await enter("geheim", gate).passed.opened?.lock()
    let (passed, session) = try await enter("falsch", gate)
    await session.press(.tab, .tab, .enter, .tab, .enter)
    try session.expect("Erased: nothing is saved here")
    // There is no server that could check it.
    try session.expectNo("server")
    await session.type("neu")
    await session.press(.enter)
    #expect(passed.opened?.vault.password.text == "neu")
  }

  @Test func aRunThatKeepsNothingTakesAnyPasswordAndLeavesNothing() async throws {
    let gate = try gate("--ephemeral")
    let (passed, _) = try await enter("any", gate)
    let opened = try #require(passed.opened)
    #expect(gate.unlocked(opened, passed).vault == nil)
    #expect(try home.files().isEmpty)
    // Once it is locked, that password and no other opens it.
    let key = opened.vault.key
    opened.lock()
    #expect(throws: (any Error).self) {
      try opened.vault.sealing.seal([1], of: "main", generation: 1)
    }
    await #expect(throws: SealingError.wrongPassword) {
      try await gate.authenticator.open(opened.account, Secret("other"), key: key)
    }
    _ = try await gate.authenticator.open(opened.account, Secret("any"), key: key)
  }

  /// A run that keeps things goes on keeping them, though the key has vanished while it was locked.
  @Test func aKeyThatVanishedIsPutBackWhenItIsUnlocked() async throws {
    let gate = try gate()
    let opened = try #require(try await enter("geheim", gate).passed.opened)
    try opened.vault.write([1], to: "a", in: "pages")
    let key = opened.vault.key
    opened.lock()
    for name in ["key", "key.copy"] {
      try FileManager.default.removeItem(atPath: "\(opened.vault.directory.path)/\(name)")
    }
    let again = try await gate.authenticator.open(opened.account, Secret("geheim"), key: key)
    #expect(again.vault.notice?.contains("put back") == true)
    #expect(gate.isKept(gate.account))
  }
}
