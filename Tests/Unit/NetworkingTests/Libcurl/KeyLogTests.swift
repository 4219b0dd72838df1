import Foundation
import RepriseTesting
import Testing

/// SSLKEYLOGFILE has libraries write the keys of connections to a file.
@Suite struct KeyLogTests {
  @Test("SSLKEYLOGFILE has no effect on a connection") func noFileOfKeysIsWritten() async throws {
    let server = try await TestServer()
    try await server.serve("/", .json("[]"))
    let directory = try TemporaryDirectory()
    let run = try ProgramRun(
      BuiltProgram.path("Probe"),
      ["login", server.origin, TestCertificate.authorityFile, "echo sesame"],
      environment: SafeEnvironment.variables(["SSLKEYLOGFILE": directory.file("keys")]))
    #expect(run.outputText == "answered: 200\n")
    let seen = try await server.seen().requests
    #expect(seen.first?.header("Authorization")?.hasPrefix("Basic bHVjYTp") == true)
    #expect(try directory.files() == [])
  }
}
