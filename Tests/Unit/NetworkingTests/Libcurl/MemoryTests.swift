import Foundation
import RepriseTesting
import Testing

/// libcurl's memory has logins and what servers answer.
@Suite struct MemoryTests {
  #if os(Linux)
    /// Logs a process of its own in, with a password that isn't among its arguments.
    private func logIn(
      at server: TestServer, _ environment: [String: String] = [:]
    ) throws -> ProgramRun {
      let password = "correcthorsebatterystapleandaratherlongtailthatisnotinaregister"
      func shifted(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 + 1 }, as: UTF8.self)
      }
      let command = "echo \(shifted(password)) | tr 'b-z' 'a-y'"
      let login = Data("luca:\(password)".utf8).base64EncodedString()
      return try ProgramRun(
        BuiltProgram.path("Probe"),
        ["login", server.origin, TestCertificate.authorityFile, command, shifted(login)],
        environment: SafeEnvironment.variables(environment))
    }

    @Test func aLoginIsNotInMemoryOnceItsTransportIsGone() async throws {
      let server = try await TestServer()
      try await server.answer("/", .json("[]"))
      #expect(try logIn(at: server).outputText == "answered: 200, dropped: 0\n")
      let seen = try await server.seen().requests
      #expect(seen.first?.header("Authorization")?.hasPrefix("Basic bHVjYTpj") == true)
    }

    @Test func noFileOfKeysIsWritten() async throws {
      let server = try await TestServer()
      try await server.answer("/", .json("[]"))
      let directory = try TemporaryDirectory()
      let run = try logIn(at: server, ["SSLKEYLOGFILE": directory.file("keys")])
      #expect(run.outputText.hasPrefix("answered: 200"))
      #expect(try directory.files() == [])
    }
  #endif
}
