import Foundation
import RepriseTesting
import Terminals
import Testing

@testable import Patients

/// Wishes of the command line for the start are for the start: unlocking brings back the same place, whatever that was begun with.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(5)))
struct UnlockingTests {
  @Test(arguments: [["--fresh"], ["--take-over"], ["--snapshot", "FILE"]])
  func theSamePlaceComesBack(options: [String]) async throws {
    let clinic = try await Clinic()
    let words = options.map { $0 == "FILE" ? clinic.home.file("named.snapshot") : $0 }
    let terminal = try clinic.terminal(options: words)
    try await terminal.unlock()
    let frame = try await terminal.walk(.open("grace") + ["6", "j"])
    for _ in 1...2 {
      try terminal.press("L")
      try await terminal.wait(for: "› Locked")
      try await terminal.unlock()
      try await terminal.wait("the same place") {
        try terminal.screenWithStyles().withoutStatusLine == frame.withoutStatusLine
      }
    }
  }
}
