import Foundation
import Reprise
import RepriseTesting
import Testing

/// The application that crashes on request, in a real terminal, with a home of its own.
struct Probe {
  let home: TemporaryDirectory
  let terminal: TmuxTerminal

  init(size: Size = Size(rows: 24, columns: 80)) throws {
    home = try TemporaryDirectory()
    terminal = try TmuxTerminal(
      size: size, environment: RealViewer.environment(home), home: home,
      running: [BuiltProgram.path("Probe")])
  }

  /// Opens screens by their keys, and counts on each: the count says that a state came back.
  func open(_ keys: Key...) async throws {
    try terminal.press("+")
    try await terminal.wait(for: "count 1, data")
    for key in keys {
      try terminal.press(key)
      try await terminal.wait(for: "count 0, data")
      try terminal.press("+")
      try await terminal.wait(for: "count 1, data")
    }
  }

  /// Starts it again after its end; something goes wrong from now on, if any is named.
  func start(_ mishap: String? = nil, environment: [String: String?] = [:]) throws {
    var environment = environment
    environment["REPRISE_PROBE"] = mishap
    try terminal.relaunch(
      [BuiltProgram.path("Probe")], environment: RealViewer.environment(home, environment))
  }

  func killed() async throws {
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
  }

  /// Starts it, and waits until it has crashed as Swift programs do.
  func crash(_ mishap: String, at place: SourceLocation = #_sourceLocation) async throws {
    try start(mishap)
    let traps: [TmuxTerminal.End] = [.signal(SIGILL), .signal(SIGTRAP)]
    #expect(traps.contains(try await terminal.end()), sourceLocation: place)
    #expect(try terminal.modes() == TmuxTerminal.rightModes, sourceLocation: place)
  }

  private static let directory = "state/probe/sessions/"

  /// The session's file.
  func session() throws -> [UInt8] { try home.bytes(Self.directory + "main.snapshot") }

  /// What was set aside, by name.
  func asides() throws -> [String: [UInt8]] {
    let names = try home.files().filter { $0.contains(".aside-") }
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name.replacingOccurrences(of: Self.directory, with: ""), try home.bytes(name))
      })
  }

  var isMarked: Bool {
    get throws { try home.files().contains { $0.hasSuffix(".attempts") } }
  }
}
