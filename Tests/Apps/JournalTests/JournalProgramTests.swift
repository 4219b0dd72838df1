import Foundation
import Reprise
import RepriseTesting
import Testing

/// The journal as it is started, in a home of its own.
@MainActor @Suite struct JournalProgramTests {
  @Test("Journal stores its notes in its directory and survives kill -9")
  func theProgramKeepsItsNotesInItsOwnFolder() async throws {
    let home = try TemporaryDirectory()
    let terminal = try TmuxTerminal(home: home, running: [BuiltProgram.path("Journal")])
    try await terminal.wait(for: "There are no notes yet.")
    try terminal.press("n")
    try await terminal.wait(for: "New note")
    try terminal.type("Bread")
    try await terminal.wait(for: "Bread")
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch()
    try await terminal.wait(for: "Bread")
    try terminal.press(.tab, .tab, .enter)
    try await terminal.wait(for: "1 note")
    #expect(try home.files().contains(".local/state/journal/notes.json"))
    terminal.close()
  }
}
