import Accounts
import Core
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import CloudBurst

/// A password command, and a server that takes what it gives no more.
@MainActor @Suite struct APasswordThatChangesTests {
  /// What the command prints, and how often it was run.
  private final class Command: Sendable {
    private let state = Mutex((password: "old", count: 0))

    var count: Int { state.withLock { $0.count } }
    func change() { state.withLock { $0.password = "new" } }

    var source: PasswordSource {
      PasswordSource(isRepeatable: true) {
        self.state.withLock { state in
          state.count += 1
          return Secret(state.password)
        }
      }
    }
  }

  @Test("CloudBurst password command runs once for each refresh by the user")
  func theCommandIsRunAgainForAPersonAndOnceForEachPress() async throws {
    let command = Command()
    let server = try FickleServer(passwords: [command.source])
    let session = try await server.session()
    try session.expect("LIVE host.example")
    let good = server.answer
    server.answer = .other(401, "")
    for _ in 0..<3 { await session.pass(seconds: 30) }
    try session.expect("NO PASSWORD")
    try session.expect("401 Unauthorized: wrong user or password")
    #expect(command.count == 1)

    // The same again isn't sent again.
    await session.press("r")
    #expect(command.count == 2)
    try session.expect("Wrong user or password")
    await session.press(.escape)

    command.change()
    server.answer = good
    await session.pass(seconds: 30)
    try session.expect("NO PASSWORD")
    #expect(command.count == 2)
    await session.press("r")
    #expect(command.count == 3)
    try session.expect("LIVE host.example")
    await session.pass(seconds: 30)
    try session.expect("LIVE host.example")
    #expect(command.count == 3)
  }

  @Test("CloudBurst password screen names the refused password command")
  func thePasswordScreenSaysWhosePasswordWasRefused() async throws {
    let account = Account(server: "https://host.example", user: "cbadmin")
    let program = Program<Route>("cloudburst", summary: "", options: Option.servers) { _ in
      throw UsageError("none", advice: "")
    }
    let arguments = try program.arguments([
      "--server", account.server, "--user", account.user, "--password-command", "echo old",
    ])
    let settings = try ServerSettings(application: "cloudburst", arguments, environment: [:])
    let session = try await TestSession(
      Application(
        "cloudburst", title: "CloudBurst", root: Route.start,
        deepLink: [.password(of: account, isRefused: true)],
        screen: Viewer(Connections(settings)).application.screen))
    try session.expect("Wrong user or password")
    try session.expect("The server refused the password command's password")
    try session.expect("Type the current one")
    try await session.killAndRelaunch()
  }
}
