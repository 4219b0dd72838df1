import Commands
import Controllers
import Core
import Encryption
import Networking
import RepriseTesting
import Screens
import Terminals
import Testing

@testable import Accounts

/// The question before logging out names what is deleted, and nothing else.
@MainActor @Suite(.cheapKeys) struct LogOutTests {
  private enum Place: AppRoute { case logOut }

  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  /// The words of the question in a run with these options.
  private func words(_ options: String...) async throws -> String {
    let settings = try ServerSettings(
      application: "app",
      Arguments(options, commands: [], options: Option.common + Option.servers, program: "app"),
      environment: ["XDG_STATE_HOME": home.path])
    let account = Account(server: "https://clinic.example.org", user: "nurse")
    let live = ServerAccount(account, Connections(settings))
    let session = try await TestSession(
      Application("tests", title: "Tests", root: Place.logOut) { _ in
        FormController.logOut(of: live, deleting: "saved patients") {}
      })
    return words(session)
  }

  /// The words on the screen, wherever its lines end.
  private func words(_ session: TestSession<Place>) -> String {
    session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("The log-out screen lists session and saved data to delete")
  func theSessionIsDeletedWithWhatIsKept() async throws {
    let words = try await words()
    #expect(words.contains("“Log out and delete” deletes them: this session, saved patients."))
    #expect(!words.contains("stays"))
  }

  @Test("Logging out keeps a snapshot file that the user named") func aFileThatThePersonNamedStays()
    async throws
  {
    let words = try await words("--snapshot", "/lesson.snapshot")
    #expect(words.contains("“Log out and delete” deletes them: saved patients."))
    #expect(words.contains("/lesson.snapshot stays, but can no longer be opened."))
  }

  /// Without a vault nothing is deleted, but the gate is gone back to.
  @Test("Logging out without a vault returns to the sign-in")
  func whoCameThroughAGateLeavesThroughIt() async throws {
    let settings = try ServerSettings(
      application: "app", Arguments(), environment: ["XDG_STATE_HOME": home.path])
    var left = 0
    let live = ServerAccount(
      Account(server: "https://clinic.example.org", user: "nurse"), Connections(settings),
      vault: nil, eraseAndLeave: { left += 1 })
    let session = try await TestSession(
      Application("tests", title: "Tests", root: Place.logOut) { _ in
        FormController.logOut(of: live, deleting: "saved patients") {}
      })
    try session.expect("Only leave")
    await session.press(.tab, .tab, .enter)
    #expect(left == 1)
  }

  @Test("Logging out keeps the recording") func theRecordingStaysToo() async throws {
    let words = try await words("--record", "/lesson")
    #expect(words.contains("Nothing on the server is deleted, nor the recording in /lesson. To"))
    #expect(try await !self.words().contains("recording"))
  }

  /// The question of an account whose session at the server ends as `end` says.
  private func question(
    of vault: Vault? = nil, leave: (@MainActor () throws -> Void)? = nil,
    end: @escaping @MainActor () async throws -> Void
  ) async throws -> TestSession<Place> {
    let settings = try ServerSettings(
      application: "app", Arguments(), environment: ["XDG_STATE_HOME": home.path])
    let live = ServerAccount(
      Account(server: "https://clinic.example.org", user: "nurse"), Connections(settings),
      vault: vault, eraseAndLeave: leave)
    return try await TestSession(
      Application("tests", title: "Tests", root: Place.logOut) { _ in
        FormController.logOut(of: live, deleting: "saved patients", end: end)
      })
  }

  private func vaults() async throws -> (Vault, other: Vault) {
    let directory = try VaultDirectory(
      of: Account(server: "https://clinic.example.org", user: "nurse"), in: home.file("app"))
    let vault = try await directory.make(Secret("geheim"), cost: .least)
    return (vault, try await directory.open(Secret("geheim")))
  }

  /// It works with what would be deleted. The session at the server is ended only where that can
  /// be.
  @Test("Logging out deletes nothing while another window uses the data")
  func whatIsOpenInAnotherWindowIsNotLoggedOutOf() async throws {
    let (vault, other) = try await vaults()
    var done: [String] = []
    let session = try await question(
      of: vault, leave: { done.append("left") },
      end: {
        done.append("ended")
      })
    try session.expect("[ Log out and delete ]")
    await session.press(.tab, .tab, .enter)
    try session.expect("✕ Log-out failed; nothing was deleted")
    #expect(words(session).contains("The data saved here is open in another window."))
    #expect(done == [])
    other.lock()
    await session.press(.enter)
    #expect(done == ["ended", "left"])
  }

  /// Without a gate nothing is deleted, so that others may go on.
  @Test("Logging out without a sign-in ends only the server's session")
  func withoutAGateTheSessionIsEndedAlone() async throws {
    let (vault, other) = try await vaults()
    var ended = 0
    let session = try await question(of: vault) { ended += 1 }
    await session.press(.tab, .enter)
    #expect(ended == 1)
    try session.expectNo("✕")
    other.lock()
  }

  @Test("A failed log-out names the button that only deletes")
  func whereTheServerDoesNotEndItTheOtherButtonIsNamedWithWhatItDoes() async throws {
    let (vault, other) = try await vaults()
    other.lock()
    var left = 0
    let away = HTTPError.refused(host: "clinic")
    let session = try await question(of: vault, leave: { left += 1 }, end: { throw away })
    await session.press(.tab, .enter)
    #expect(words(session).contains("Esc and L lock without the server."))
    await session.press(.tab, .enter)
    #expect(words(session).contains("Connection refused: clinic."))
    #expect(
      words(session).contains(
        "“Only delete” deletes the data saved here without the server: this session, saved patients."
      ))
    #expect(left == 0)
    await session.press(.tab, .enter)
    #expect(left == 1)

    let second = try await question(leave: { left += 1 }, end: { throw away })
    try second.expect("[ Log out ]")
    #expect(words(second).contains("This run saves nothing, so nothing is deleted."))
    await second.press(.tab, .enter)
    #expect(words(second).contains("“Only leave” leaves without the server."))
    #expect(left == 1)
  }

  private struct Full: Error {}

  @Test("A log-out that can't delete everything reports it") func whatCannotBeDeletedIsSaid()
    async throws
  {
    let session = try await question(leave: { throw Full() }, end: {})
    await session.press(.tab, .tab, .enter)
    try session.expect("✕ Not everything could be deleted")
  }
}
