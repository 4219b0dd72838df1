import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// The viewer in a real terminal, at an appliance of the tests' own.
struct LiveViewer {
  let server: TestServer
  let home: TemporaryDirectory
  let terminal: TmuxTerminal
  /// The number of users that the appliance tells of, each of whom owns a system.
  private let users: Int
  static let password = "geheim"

  /// Starts an appliance that has what the built-in fixture has, and the viewer with its address.
  nonisolated(nonsending) init(
    _ certificate: TestCertificate = .vouchedFor, size: Size = Size(rows: 24, columns: 80),
    arguments: [String] = [], answers: [String: [UInt8]]? = nil
  ) async throws {
    server = try await TestServer(certificate)
    home = try TemporaryDirectory()
    let answers = try answers ?? DemoData.builtIn.bodies()
    users = answers.keys.count { $0.hasPrefix("/resources/users/") }
    try await server.fill(answers)
    terminal = try TmuxTerminal(
      size: size, environment: RealViewer.environment(home, ["TZ": "UTC"]), home: home,
      running: try LiveViewer.command(server, certificate) + arguments)
  }

  private static func command(
    _ server: TestServer, _ certificate: TestCertificate
  ) throws -> [String] {
    let authority = certificate == .vouchedFor ? ["--cacert", TestCertificate.authorityFile] : []
    return [try BuiltProgram.path("cloudburst"), "--server", server.origin, "--user", "cbadmin"]
      + authority + ["--refresh", "0"]
  }

  /// Logs in where the list asks for the password, and waits for the list.
  nonisolated(nonsending) func openList() async throws -> CapturedScreen {
    try await logIn()
    return try await seeList()
  }

  /// Waits for the list, with all that is asked for to show it, and returns it.
  nonisolated(nonsending) func seeList() async throws -> CapturedScreen {
    try await terminal.wait(for: "PAUSED ")
    // The owners' names come after the list, each with an answer of its own; where one is missing
    // stands its link.
    try await waitUntil("all owners are named") {
      let screen = try await terminal.waitUntilQuiet()
      let asked = try await server.seen().requests.filter { $0.path.hasPrefix("/resources/users/") }
      return asked.count >= users && !screen.text.contains { $0.contains("/resources/") }
    }
    return try await terminal.waitUntilQuiet()
  }

  /// Types the password where it is asked for.
  nonisolated(nonsending) func logIn(_ password: String = password) async throws {
    try await terminal.wait(for: "› Password")
    try terminal.type(password)
    try terminal.press(.enter)
  }

  /// Kills the viewer as nothing can be prepared for, and starts it again.
  nonisolated(nonsending) func killAndRelaunch() async throws -> CapturedScreen {
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch()
    return try await terminal.waitUntilQuiet()
  }
}

extension TestServer {
  /// Answers with bodies, by path, to whoever gives the right password.
  nonisolated(nonsending) func fill(
    _ bodies: [String: [UInt8]], password: String = LiveViewer.password
  ) async throws {
    for (path, body) in bodies {
      try await serve(
        path,
        .json(String(decoding: body, as: UTF8.self)).with {
          $0.user = "cbadmin"
          $0.password = password
          $0.hasSession = true
        })
    }
  }
}

extension CapturedScreen {
  /// What comes back though the server is gone: everything but the top line's right, and the bottom
  /// line.
  var withoutOrigin: [[CapturedCell]] {
    withoutStatusLine.enumerated().map { row, cells in row == 0 ? Array(cells.prefix(40)) : cells }
  }
}
