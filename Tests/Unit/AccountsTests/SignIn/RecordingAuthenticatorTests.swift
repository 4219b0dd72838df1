import Commands
import Core
import Encryption
import Networking
import RepriseTesting
import Terminals
import Testing

@testable import Accounts

/// A gate before a recording: the password it was recorded with opens it, and the person's place in
/// it.
@MainActor @Suite(.cheapKeys) struct RecordingAuthenticatorTests {
  private let home: TemporaryDirectory
  private var directory: RecordingDirectory { RecordingDirectory(home.file("week")) }

  init() throws { home = try TemporaryDirectory() }

  private final class Passed: SignInDelegate {
    private(set) var opened: AuthenticationResult?
    func signInDidSucceed(_ opened: AuthenticationResult) throws { self.opened = opened }
    func eraseAndLeave(_ opened: AuthenticationResult) throws {}
  }

  private func record() async throws {
    let recording = try await directory.record(
      Account(server: "https://clinic.example.org", user: "nurse"), by: "app",
      with: Secret("geheim"), at: 60, cost: .least)
    try recording.record(RecordedResponse([1]), to: #require(ResourceURI("/a")))
    recording.lock()
  }

  private func enter(
    _ password: String, _ words: String...
  ) async throws -> (SignIn, Passed, TestSession<SignInRoute>) {
    let settings = try ServerSettings(
      application: "app",
      Arguments(words, commands: [], options: Option.common, program: "app"),
      environment: ["XDG_STATE_HOME": home.file("state")])
    let gate = try SignIn(RecordingAuthenticator(directory, settings), settings)
    let passed = Passed()
    let session = try await TestSession(
      gate.application("app", title: "App", version: "1", for: gate.account, delegate: passed),
      size: Size(rows: 24, columns: 200))
    try session.expect("[ Unlock ]")
    try session.expect("is encrypted. The password it was recorded with opens it")
    await session.type(password)
    await session.press(.enter)
    return (gate, passed, session)
  }

  @Test("A recording's password opens the recording and its own vault")
  func itsPasswordOpensItAndAPlaceOfItsOwn() async throws {
    try await record()
    let (gate, passed, _) = try await enter("geheim")
    let opened = try #require(passed.opened)
    let played = try #require(gate.unlocked(opened, passed).played)
    #expect(try played.response(to: #require(ResourceURI("/a")))?.body == [1])
    #expect(gate.unlocked(opened, passed).vault?.directory.path.contains("/played/") == true)
    opened.lock()
    #expect(throws: (any Error).self) {
      try opened.vault.sealing.seal([1], of: "main", generation: 1)
    }
    // Nothing is kept where nothing is to be kept.
    let (other, second, _) = try await enter("geheim", "--ephemeral")
    #expect(other.unlocked(try #require(second.opened), second).vault == nil)
  }

  @Test("A wrong password opens no recording and offers no erasing")
  func anotherPasswordOpensNothingAndErasesNothing() async throws {
    try await record()
    let (_, passed, session) = try await enter("falsch")
    #expect(passed.opened == nil)
    try session.expect("Wrong password")
    try session.expectNo("Forgotten")
  }
}
