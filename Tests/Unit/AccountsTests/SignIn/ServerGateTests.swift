import Commands
import Core
import RepriseTesting
import Screens
import Testing

@testable import Accounts

/// The gate of an application that has no more to say of its settings.
@MainActor @Suite struct ServerGateTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private func gate(_ words: String...) throws -> SignIn {
    let arguments = try Arguments(
      words, commands: [], options: Option.common + Option.servers + [.lockAfter], program: "things"
    )
    return try SignIn(
      of: "things", arguments,
      environment: ["XDG_CONFIG_HOME": home.file("config"), "XDG_STATE_HOME": home.file("state")])
  }

  @Test("A sign-in has the command line's account and lock time")
  func itHasTheAccountAndTheLimitOfTheCommandLine() throws {
    let gate = try gate(
      "--server", "https://north.example.org", "--user", "ada", "--lock-after", "90s")
    #expect(gate.account == Account(server: "https://north.example.org", user: "ada"))
    #expect(gate.idleLimit.seconds == 90)
    #expect(gate.settings.application == "things")
  }

  /// A key of config.json that the application doesn't name is a slip there.
  @Test("A sign-in reads the lock time of config.json") func itKnowsTheLimitsKeyInTheSettings()
    throws
  {
    try home.write("config/things/config.json", #"{"lockAfter": "7m"}"#)
    #expect(try gate().idleLimit.seconds == 420)
  }

  @Test("A sign-in refuses an invalid lock time") func aSlipIsTold() throws {
    #expect(throws: UsageError.self) { try gate("--lock-after", "never") }
  }
}
