import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

/// The real executable locks itself when nobody has touched a key for a while, in a real terminal.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(10)))
struct IdleLockTests {
  private static let walk: [Key] = .open("grace") + ["6", "j"]
  private static let secrets = ["Grace", "Akinyi", "Odhiambo", "1000F3", "Penicillin", "Asthma"]
  /// As short as it may be.
  private static let limit = "5s"

  /// The frame that somebody left who never locked, and a run of the same session that locks itself soon.
  private func leave(_ clinic: Clinic) async throws -> (TmuxTerminal, CapturedScreen) {
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    let frame = try await terminal.walk(Self.walk)
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch(
      [BuiltProgram.path("patients")] + clinic.words + ["--lock-after", Self.limit],
      environment: [
        "HOME": clinic.home.path, "XDG_STATE_HOME": clinic.home.file("state"), "TZ": "UTC",
      ])
    return (terminal, frame)
  }

  @Test func whoGoesAwayLeavesABlankScreenAndFindsTheSameFrame() async throws {
    let clinic = try await Clinic(walk: Self.walk)
    let (terminal, frame) = try await leave(clinic)
    for _ in 1...2 {
      try await terminal.unlock()
      // Whoever comes back sees what was there, and goes away again.
      try await terminal.wait(for: frame)
      try await terminal.wait(for: "› Locked")
      let locked = try terminal.screen().joined()
      for secret in Self.secrets { #expect(!locked.contains(secret)) }
      #expect(try terminal.ask("#{history_size}") == "0")
    }
  }

  @Test func keysPutItOff() async throws {
    let clinic = try await Clinic(walk: Self.walk)
    let (terminal, _) = try await leave(clinic)
    try await terminal.unlock()
    try await terminal.wait(for: "[Conditions]")
    let start = ContinuousClock.now
    var isFirst = true
    while ContinuousClock.now - start < .seconds(8) {
      let section = isFirst ? "[Summary]" : "[Conditions]"
      try terminal.press(isFirst ? "1" : "6")
      try await terminal.wait(for: section)
      isFirst.toggle()
    }
    try await terminal.wait(for: "› Locked")
  }

  /// Ctrl-Z, and fg when it was time to lock: nothing of the patient is painted any more, not for a moment.
  @Test func whatWasStoppedForSoLongIsLockedBeforeAnythingIsPainted() async throws {
    let clinic = try await Clinic(walk: Self.walk)
    let (first, frame) = try await leave(clinic)
    first.close()
    let words = [try BuiltProgram.path("patients")] + clinic.words + ["--lock-after", Self.limit]
    let terminal = try TmuxTerminal(
      environment: [
        "HOME": clinic.home.path, "XDG_STATE_HOME": clinic.home.file("state"), "TZ": "UTC",
        "PS1": "ready$ ",
      ], running: ["bash", "--norc", "--noprofile", "-i"])
    try await terminal.wait(for: "ready$")
    try terminal.type(words.joined(separator: " ") + "\r")
    try await terminal.unlock()
    try await terminal.wait(for: frame)
    try terminal.press(.control("z"))
    try await terminal.wait(for: "Stopped")
    let output = try TemporaryFolder()
    try terminal.copyOutput(into: output.file("output"))
    // The shell waits for the time to pass in which the viewer can't.
    try terminal.type("clear; sleep 6; fg\r")
    try await terminal.wait(for: "› Locked")
    let painted = String(decoding: try output.bytes("output"), as: UTF8.self)
    #expect(painted.contains("Locked"))
    for secret in Self.secrets { #expect(!painted.contains(secret), "\(secret)") }
    try await terminal.unlock()
    try await terminal.wait(for: frame)
  }

  /// Nobody told it that it was stopped (SIGSTOP), and then a key and a new size come at once. The key is for nobody.
  @Test func aKeyThatComesTooLateIsForNobody() async throws {
    let clinic = try await Clinic(walk: Self.walk)
    let (terminal, frame) = try await leave(clinic)
    try await terminal.unlock()
    try await terminal.wait(for: frame)
    try terminal.kill(SIGSTOP)
    let waiter = try ProgramRun("/bin/sleep", "6")
    #expect(waiter.exitCode == 0)
    let output = try TemporaryFolder()
    try terminal.copyOutput(into: output.file("output"))
    try terminal.resize(to: Size(rows: 30, columns: 100))
    try terminal.type("22")
    try terminal.kill(SIGCONT)
    try await terminal.wait(for: "› Locked")
    let painted = String(decoding: try output.bytes("output"), as: UTF8.self)
    for secret in Self.secrets { #expect(!painted.contains(secret), "\(secret)") }
  }
}
