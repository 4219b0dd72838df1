import Accounts
import Foundation
import RepriseTesting
import Terminals
import Testing

@testable import Patients
@testable import Reprise

/// Wishes of the command line for the start are for the start: unlocking brings back the same
/// place, whatever that was begun with.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(5)))
struct UnlockingTests {
  @Test(
    "patients unlocked resumes with any session option",
    arguments: [["--fresh"], ["--take-over"], ["--snapshot", "FILE"]])
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

  /// Deletes the key of what is kept; returns the folder that had it.
  private func loseKey(_ clinic: Clinic) throws -> VaultDirectory {
    let account = try #require(clinic.viewer.server?.account)
    let directory = try VaultDirectory(of: account, in: clinic.home.file("state/patients"))
    for name in ["key", "key.copy"] {
      try FileManager.default.removeItem(atPath: "\(directory.path)/\(name)")
    }
    return directory
  }

  /// Only this process has what was open, and it is lost with that.
  @Test("patients quitting at the lock screen reports unsaved changes")
  func whoQuitsAtTheGateIsToldWhatWasNotSaved() async throws {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    _ = try await terminal.walk(.open("grace"))
    _ = try loseKey(clinic)
    try terminal.press("L")
    try await terminal.wait(for: "› Locked")
    try await terminal.wait(for: "not saving: it was deleted")
    try terminal.press(.control("q"))
    #expect(try await terminal.end() == .exit(code: 0))
    #expect(try terminal.screen().joined().contains("patients: not saved: it was deleted"))
  }

  /// The locked process is a new one, which has to know the modes that the first one found.
  @Test("patients restores the terminal of the shell after a lock")
  func afterALockTheShellHasItsTerminalBack() async throws {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    // Held open, because a terminal that nothing has open loses its modes.
    let device = open(try terminal.query("#{pane_tty}"), O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(device >= 0)
    defer { close(device) }
    func isLineWise() -> Bool {
      var modes = termios()
      let flags = tcflag_t(ICANON | ECHO)
      return tcgetattr(device, &modes) == 0 && modes.c_lflag & flags == flags
    }
    _ = try await terminal.walk(.open("grace"))
    for _ in 1...2 {
      try terminal.press("L")
      try await terminal.wait(for: "› Locked")
      try await terminal.unlock()
      try await terminal.wait(for: "Odhiambo")
    }
    #expect(!isLineWise())
    try terminal.press(.control("q"))
    try await waitUntil("the shell's modes are back") { isLineWise() }
  }

  /// A vault that another window has deleted isn't made again, and nothing more is said to be
  /// saved.
  @Test("patients logged out elsewhere while locked saves nothing more")
  func whatWasLoggedOutOfWhileItWasLockedIsNotSavedAnyMore() async throws {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    _ = try await terminal.walk(.open("grace") + ["6", "j"])
    let account = try #require(clinic.viewer.server?.account)
    let directory = try VaultDirectory(of: account, in: clinic.home.file("state/patients"))
    try terminal.press("L")
    try await terminal.wait(for: "› Locked")
    try await waitUntil("the lock is free") { (try? directory.erase()) != nil }
    try await terminal.unlock()
    try await terminal.wait(for: "not saving")
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
