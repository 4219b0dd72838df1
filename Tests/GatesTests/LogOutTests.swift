import Commands
import Controllers
import RepriseTesting
import Screens
import Servers
import Terminals
import Testing
import Values

@testable import Gates

/// The question before logging out names what is deleted, and nothing else.
@MainActor @Suite struct LogOutTests {
  private enum Place: AppRoute { case logOut }

  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

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
    return session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func theSessionIsDeletedWithWhatIsKept() async throws {
    let words = try await words()
    #expect(words.contains("deletes the data saved here: this session, saved patients."))
    #expect(!words.contains("stays"))
  }

  @Test func aFileThatThePersonNamedStays() async throws {
    let words = try await words("--snapshot", "/lesson.snapshot")
    #expect(words.contains("deletes the data saved here: saved patients."))
    #expect(words.contains("/lesson.snapshot stays, but nothing opens it any more."))
  }

  /// Without a vault nothing is deleted, but the gate is gone back to.
  @Test func whoCameThroughAGateLeavesThroughIt() async throws {
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
}
