import Foundation
import Reprise
import RepriseTesting
import Testing

/// The probe asking for a password in a terminal without a shell that would put the terminal right
/// by itself, as bash does it.
struct OpenPrompt {
  let home: TemporaryDirectory
  let terminal: TmuxTerminal

  /// What comes after the probe tells how it has left the terminal, and what of the keys was left
  /// in it.
  private static let script = """
    trap : INT QUIT
    stty -a > "$HOME/before"
    sh -c 'echo $$ > "$HOME/process"; exec "$0" ask luca cloud.example.com' "$0"
    echo "ended $?"
    stty -a > "$HOME/after"
    stty -icanon min 0 time 0
    echo "left: $(dd bs=100 count=1 2> /dev/null)."
    """

  /// Returns when it asks.
  init() async throws {
    home = try TemporaryDirectory()
    terminal = try TmuxTerminal(
      environment: RealViewer.environment(home), home: home,
      running: ["sh", "-c", Self.script, BuiltProgram.path("Probe")])
    try await terminal.wait(for: "Password for luca at cloud.example.com:")
  }

  /// Begins a password, and returns when the terminal has got it: tmux answers after it has written
  /// what it was to write.
  func begin() throws {
    try terminal.type("ses")
    _ = try terminal.screen()
  }

  func process() throws -> Int32 { try #require(Int32(read("process").dropLast())) }

  func expectTerminalIsRight(
    after signal: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await terminal.wait(for: "left: .")
    let screen = try terminal.screen()
    #expect(screen.contains("ended \(128 + signal)"), sourceLocation: sourceLocation)
    #expect(!screen.contains { $0.contains("ses") }, sourceLocation: sourceLocation)
    #expect(try read("after") == read("before"), sourceLocation: sourceLocation)
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try home.bytes(name), as: UTF8.self)
  }
}
