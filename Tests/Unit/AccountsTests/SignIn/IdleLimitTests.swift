import Commands
import RepriseTesting
import Testing

@testable import Accounts

/// After how long an application locks itself, as people write it.
@Suite struct IdleLimitTests {
  @Test(
    "A lock time without a unit is in minutes",
    arguments: [
      ("5", 300), ("5m", 300), ("90s", 90), ("5s", 5), ("2h", 7200), ("24h", 86_400),
      ("1440", 86_400),
    ])
  func minutesAreMeantWhereNothingElseIsSaid(text: String, seconds: Int) throws {
    #expect(try IdleLimit(text, location: "").seconds == seconds)
  }

  @Test(
    "An invalid lock time is refused with an example",
    arguments: [
      "", "s", "0", "4s", "-5", "+5", "5 m", "1.5m", "25h", "1441", "off", "never", "5d", "５",
      "99999999999999999999", "9223372036854775807h",
    ])
  func whatIsNoSuchTimeGetsASentence(text: String) {
    #expect {
      try IdleLimit(text, location: "--lock-after")
    } throws: { error in
      let problem = error as? UsageError
      return problem?.errorDescription == "--lock-after: “\(text)” is not a valid lock time"
        && problem?.recoverySuggestion?.contains("5 seconds to 24 hours") == true
    }
  }

  private func limit(_ words: [String], configuration: String?) throws -> IdleLimit {
    let home = try TemporaryDirectory()
    if let configuration { try home.write(".config/app/config.json", configuration) }
    return try IdleLimit(
      ServerSettings(
        application: "app",
        Arguments(words, commands: [], options: [.lockAfter] + Option.servers, program: "app"),
        environment: ["HOME": home.path], keys: [IdleLimit.settingsKey]))
  }

  @Test("The lock time is the option's, the configuration's or 5 minutes")
  func theCommandLineWinsOverTheConfigurationAndThatOverFiveMinutes() throws {
    #expect(try limit([], configuration: nil).seconds == 300)
    #expect(try limit([], configuration: #"{"lockAfter": "90s"}"#).seconds == 90)
    #expect(try limit([], configuration: #"{"lockAfter": 2, "profiles": {}}"#).seconds == 120)
    #expect(try limit([], configuration: #"{"lockAfter": null}"#).seconds == 300)
    #expect(
      try limit(["--lock-after", "30s"], configuration: #"{"lockAfter": "90s"}"#).seconds == 30)
  }

  @Test(
    "An invalid lock time in config.json is explained",
    arguments: [
      (#"{"lockAfter": "soon"}"#, "“lockAfter”: “soon” is not a valid lock time"),
      (#"{"lockAfter": -1}"#, "“lockAfter”: “-1” is not a valid lock time"),
      (#"{"lockAfter": true}"#, "“lockAfter” is true or false"),
      (#"{"lockafter": 1}"#, "unknown key"),
    ])
  func aSlipInTheConfigurationIsExplained(configuration: String, sentence: String) {
    #expect {
      try limit([], configuration: configuration)
    } throws: { error in
      (error as? UsageError)?.errorDescription?.contains(sentence) == true
    }
  }
}
