import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// The commands at an appliance, without a terminal.
@Suite struct LiveCommandTests {
  private static let command = "printf 'geheim\\nnot this'"

  private func run(
    _ server: TestServer, _ words: String..., password: String? = command,
    authority: String? = TestCertificate.authorityFile, home: TemporaryDirectory? = nil
  ) throws -> ProgramRun {
    let home = try home ?? TemporaryDirectory()
    let options =
      (password.map { ["--password-command", $0] } ?? [])
      + (authority.map { ["--cacert", $0] } ?? [])
    var environment = SafeEnvironment.variables()
    environment["HOME"] = home.path
    environment["XDG_STATE_HOME"] = home.path + "/state"
    return try ProgramRun(
      BuiltProgram.path("cloudburst"),
      words + ["--server", server.origin, "--user", "cbadmin"] + options,
      environment: environment)
  }

  @Test("cloudburst list prints the data of the server") func theListIsWhatTheServerHas()
    async throws
  {
    let server = try await TestServer(.vouchedFor)
    try await server.fill(try DemoData.builtIn.bodies())
    let list = try run(server, "list", "--csv", "--sort", "id")
    #expect(list.exitCode == 0, "\(list.errorText)")
    #expect(
      list.outputText.contains(
        "LucaV,Started,Luca Verdi,2026-10-05T09:14:22Z,56,2026-11-19T16:40:05Z,RM01006"))
    let seen = try await server.seen().requests
    #expect(seen.allSatisfy { $0.header("Authorization") != nil })
    #expect(seen.first?.header("X-CloudBurst-API-Version") == "1.0")
    #expect(seen.dropFirst().allSatisfy { $0.header("Cookie") != nil })
    let show = try run(server, "show", "61", "--json")
    #expect(show.exitCode == 0 && show.outputText.contains("\"id\": 61"))
  }

  @Test(
    "cloudburst list: server errors have exit code and message",
    arguments: [
      (
        .json(#"{"message": "CWZCO1000E: no"}"#).with { $0.status = 403 }, Int32(77),
        "403 Forbidden: CWZCO1000E: no (virtualSystems, cbadmin at 127.0.0.1:"
      ),
      (TestResponse.html("<h1>Oh no</h1>", status: 500), 69, ": Oh no (virtualSystems, 127.0.0.1:"),
      (TestResponse.html("<title>Log in</title>"), 65, "text/html, not JSON: Log in"),
      (.json("[{]"), 65, "line 1, column 3"),
      (.json(#"{"message": "no"}"#), 65, "an object, not a list: no"),
      (
        TestResponse.json("[{\"id\": 1}]").with { $0.cut = .beforeByte(5) }, 69,
        "Connection closed mid-response"
      ),
    ])
  func whatGoesWrongHasItsExitCodeAndASentence(
    answer: TestResponse, code: Int32, sentence: String
  ) async throws {
    let server = try await TestServer(.vouchedFor)
    try await server.serve(ResourceURI.systemList, answer)
    let list = try run(server, "list")
    #expect(list.exitCode == code)
    #expect(list.errorText.contains(sentence), "\(list.errorText)")
    #expect(list.output.isEmpty)
  }

  @Test("cloudburst list sends a wrong password once and none never")
  func aWrongPasswordIsSentOnceAndNoneAtAllNever() async throws {
    let server = try await TestServer(.vouchedFor)
    try await server.fill(try DemoData.builtIn.bodies())
    let wrong = try run(server, "list", password: "echo falsch")
    #expect(wrong.exitCode == 77)
    #expect(try await server.seen().requests.count == 1)
    let none = try run(server, "list", password: nil)
    #expect(none.exitCode == 77)
    #expect(none.errorText.contains("No password for cbadmin (127.0.0.1"))
    let failing = try run(server, "list", password: "echo no >&2; exit 3")
    #expect(failing.exitCode == 69 && failing.errorText.contains("ended with exit code 3: “no”"))
    #expect(try await server.seen().requests.count == 1)
  }

  @Test("cloudburst list with an untrusted certificate sends nothing")
  func aCertificateThatNobodyVouchesForEndsItBeforeAnythingIsSent() async throws {
    let server = try await TestServer(.selfSigned)
    let list = try run(server, "list", authority: nil)
    #expect(list.exitCode == 69)
    #expect(list.errorText.contains("Self-signed: no authority vouches for it"))
    // A person can compare the fingerprint, and copy the command.
    #expect(list.errorText.contains("  SHA-256 "))
    #expect(
      list.errorText.contains("  cloudburst certificates trust \(server.origin) --fingerprint "))
    #expect(!list.errorText.contains("^J"))
    #expect(try await server.seen().requests.isEmpty)
  }

  @Test("cloudburst list --record stores bodies only, no secrets")
  func whatIsRecordedIsBodiesAndNothingElse() async throws {
    let server = try await TestServer(.vouchedFor)
    try await server.fill(try DemoData.builtIn.bodies())
    let directory = try TemporaryDirectory()
    #expect(try run(server, "list", "--record", directory.path).exitCode == 0)
    for name in try directory.files() where name.hasSuffix(".json") {
      let text = String(decoding: try directory.bytes(name), as: UTF8.self)
      for canary in ["geheim", "zsessionid", "SimpleToken", "Authorization", "Basic "] {
        #expect(!text.contains(canary), "\(canary) in \(name)")
      }
    }
    #expect(try directory.files().contains("resources/users/4.json"))
  }

  @Test("cloudburst list caches responses unless --ephemeral")
  func whatTheServerSaidIsKeptForItsUserUnlessNothingIsToBeLeftBehind() async throws {
    let server = try await TestServer(.vouchedFor)
    try await server.fill(try DemoData.builtIn.bodies())
    let home = try TemporaryDirectory()
    #expect(try run(server, "list", "--ephemeral", home: home).exitCode == 0)
    #expect(try home.files().isEmpty)
    #expect(try run(server, "list", home: home).exitCode == 0)
    let kept = try home.files().filter { $0.contains("cloudburst/answers/") && $0.contains("%2F") }
    #expect(kept.contains { $0.hasSuffix("resources%2FvirtualSystems.json") })
    for file in kept { #expect(try home.permissions(file) == 0o600) }
  }
}
