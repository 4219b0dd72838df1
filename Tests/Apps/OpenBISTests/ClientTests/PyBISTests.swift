import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenBIS

/// An independent client talks to the strict server: pyBIS, from PyPI, in a Python that
/// OPENBIS_PYBIS names. `make others` has one.
@Suite struct PyBISTests {
  private static let script = """
    import sys
    from pybis import Openbis
    o = Openbis(sys.argv[1], verify_certificates=False,
                allow_http_but_do_not_use_this_in_production_and_only_within_safe_networks=True)
    token = o.login("admin", "secret", save_token=False)
    print("active", o.is_session_active())
    print("api", o.get_server_information().api_version)
    table = o._post_request("/openbis/openbis/rmi-query-v1.json", {
        "method": "createReportFromAggregationService",
        "params": [o.token, "DSS1", "ipad-read-service-v1", {"requestKey": "NAVIGATION"}]})
    print("rows", len(table["rows"]))
    print("spaces", sorted(o.get_spaces().df["code"]))
    print("plants", len(o.get_samples(space="GARDEN", type="PLANT")))
    o.logout()
    print("active", o.is_session_active())
    """

  @Test("openBIS simulator satisfies pyBIS") func pyBISIsSatisfied() async throws {
    guard let python = ProcessInfo.processInfo.environment["OPENBIS_PYBIS"] else {
      print("Skipped: OPENBIS_PYBIS names no Python with pyBIS.")
      return
    }
    let strict = StrictServer()
    let server = try await TestServer(nil) { seen in
      let reply = strict.reply(
        to: StrictServer.Request(
          method: seen.method, target: seen.path, body: Array((seen.body ?? "").utf8)))
      var answer = TestResponse(status: reply.status, reason: "")
      for header in reply.headers { answer.headers[header.name] = header.value }
      answer.body = reply.body
      return answer
    }
    strict.change { $0.instance.storeAddress = server.origin }
    let home = try TemporaryDirectory()
    let said = try await Self.run(python, server.origin, home: home.path)
    let lines = said.split(separator: "\n").map { String($0) }
    #expect(lines.contains("active True"), "\(said)")
    #expect(lines.contains("api 3.6"), "\(said)")
    #expect(lines.contains("rows 2"), "\(said)")
    #expect(lines.contains("spaces ['DEFAULT', 'GARDEN', 'PROBES', 'SECRET']"), "\(said)")
    #expect(lines.contains("plants 31"), "\(said)")
    #expect(strict.state.withLock(\.sessions).isEmpty)
  }

  /// Returns what the script prints, and its errors.
  private static func run(_ python: String, _ origin: String, home: String) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", script, origin]
    process.environment = ["HOME": home, "PATH": "/usr/bin:/bin", "NO_PROXY": "*"]
    let output = home + "/output"
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardOutput = file
    process.standardError = file
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    return try String(contentsOfFile: output, encoding: .utf8)
  }
}
