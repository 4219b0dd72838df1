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
  /// So long that a busy machine doesn't stand still for it between two keys.
  private static let limit = 15

  /// The frame that somebody left who never locked, and a run of the same session that locks itself
  /// soon.
  private func leave(_ clinic: Clinic) async throws -> (TmuxTerminal, CapturedScreen) {
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    let frame = try await terminal.walk(Self.walk)
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch(command(clinic), environment: environment(clinic))
    return (terminal, frame)
  }

  /// Unlocks until a frame is there. Where the machine stood still for as long as the limit, the
  /// next lock was right.
  private func unlock(_ terminal: TmuxTerminal, until frame: CapturedScreen) async throws {
    var isThere = false
    for _ in 1...10 where !isThere {
      try await terminal.unlock()
      var isTyped = false
      try await terminal.wait("to be unlocked, if only for a moment that nobody saw") {
        let screen = try terminal.screen().joined()
        isTyped = isTyped || screen.contains("•")
        return !screen.contains("Locked") || isTyped && !screen.contains("•")
      }
      try await terminal.wait("the frame or the lock") {
        isThere = try terminal.screenWithStyles().withoutStatusLine == frame.withoutStatusLine
        return try isThere || terminal.screen().joined().contains("› Locked")
      }
    }
    #expect(isThere)
  }

  private func command(_ clinic: Clinic) throws -> [String] {
    [try BuiltProgram.path("patients")] + clinic.words + ["--lock-after", "\(Self.limit)s"]
  }

  private func environment(_ clinic: Clinic) -> [String: String?] {
    [
      "HOME": clinic.home.path, "XDG_STATE_HOME": clinic.home.file("state"), "TZ": "UTC",
      "PS1": "ready$ ",
    ]
  }

  @Test("Idle lock blanks the screen and unlocking restores the frame")
  func whoGoesAwayLeavesABlankScreenAndFindsTheSameFrame() async throws {
    let clinic = try await Clinic()
    let (terminal, frame) = try await leave(clinic)
    for _ in 1...2 {
      // Whoever comes back sees what was there, and goes away again.
      try await unlock(terminal, until: frame)
      try await terminal.wait(for: "› Locked")
      let locked = try terminal.screen().joined()
      for secret in Self.secrets { #expect(!locked.contains(secret)) }
      #expect(try terminal.query("#{history_size}") == "0")
    }
  }

  @Test("Idle lock is delayed by keys") func keysPutItOff() async throws {
    let clinic = try await Clinic()
    let (terminal, _) = try await leave(clinic)
    var wasOpen = Duration.zero
    // Where the machine stood still for as long as the limit, the lock was right, and there is nothing to be seen.
    for _ in 1...10 where wasOpen < .seconds(Self.limit + 5) {
      try await terminal.unlock()
      try await terminal.wait("to be unlocked") {
        try !terminal.screen().joined().contains("Locked")
      }
      wasOpen = try await openWhileKeysArePressed(terminal)
    }
    #expect(wasOpen >= .seconds(Self.limit + 5))
    try await terminal.wait(for: "› Locked")
  }

  /// Presses a key again and again, for longer than the limit; returns how long that went on. A
  /// lock within the limit is an issue.
  private func openWhileKeysArePressed(_ terminal: TmuxTerminal) async throws -> Duration {
    let start = ContinuousClock.now
    var last = start
    var isFirst = true
    while ContinuousClock.now - start < .seconds(Self.limit + 5) {
      let section = isFirst ? "Summary]" : "Conditions]"
      try terminal.press(isFirst ? "1" : "6")
      var words = ""
      try await terminal.wait("\(section) or the lock") {
        words = try terminal.screen().joined()
        return words.contains(section) || words.contains("› Locked")
      }
      guard words.contains(section) else {
        #expect(
          ContinuousClock.now - last > .seconds(Self.limit - 1),
          "it has locked itself between two keys")
        return ContinuousClock.now - start
      }
      last = ContinuousClock.now
      isFirst.toggle()
    }
    return ContinuousClock.now - start
  }

  /// Ctrl-Z, and fg when it was time to lock: nothing of the patient is painted any more, not for a
  /// moment.
  @Test("Idle lock after Ctrl-Z and fg paints nothing of the patient")
  func whatWasStoppedForSoLongIsLockedBeforeAnythingIsPainted() async throws {
    let clinic = try await Clinic()
    let (first, frame) = try await leave(clinic)
    first.close()
    let terminal = try TmuxTerminal(
      environment: environment(clinic), running: ["bash", "--norc", "--noprofile", "-i"])
    try await terminal.wait(for: "ready$")
    try terminal.type(command(clinic).joined(separator: " ") + "\r")
    try await unlock(terminal, until: frame)
    try terminal.press(.control("z"))
    try await terminal.wait(for: "Stopped")
    try await terminal.wait(forPrompt: "ready$")
    let output = try TemporaryDirectory()
    try terminal.copyOutput(into: output.file("output"))
    // The shell waits for the time to pass in which the viewer can't.
    try terminal.type("clear; sleep \(Self.limit + 1); fg\r")
    try await terminal.wait(for: "› Locked")
    let painted = try await terminal.output(in: output.file("output"), upTo: "Locked")
    for secret in Self.secrets { #expect(!painted.contains(secret), "\(secret)") }
    try await unlock(terminal, until: frame)
  }

  /// Nobody told it that it was stopped (SIGSTOP), and then keys and a new size come at once. The
  /// keys are for nobody.
  @Test("Idle lock discards keys that come too late") func keysThatComeTooLateAreForNobody()
    async throws
  {
    let clinic = try await Clinic()
    let (first, frame) = try await leave(clinic)
    first.close()
    // tmux lets its own child go on at once, but not a child of that one.
    let script = #"sh -c 'echo $$ > "$HOME/process"; exec "$0" "$@"' "$0" "$@"; true"#
    let terminal = try TmuxTerminal(
      environment: environment(clinic),
      running: ["sh", "-c", script] + command(clinic))
    try await unlock(terminal, until: frame)
    let text = String(decoding: try clinic.home.bytes("process"), as: UTF8.self)
    let process = try #require(Int32(text.dropLast()))
    #expect(kill(process, SIGSTOP) == 0)
    try await Task.sleep(for: .seconds(Self.limit + 1))
    let output = try TemporaryDirectory()
    try terminal.copyOutput(into: output.file("output"))
    try terminal.resize(to: Size(rows: 30, columns: 100))
    try terminal.type("22")
    // tmux answers when the terminal has got it.
    let before = try terminal.screen().joined()
    #expect(before.contains("Conditions"))
    #expect(kill(process, SIGCONT) == 0)
    try await terminal.wait(for: "› Locked")
    let painted = try await terminal.output(in: output.file("output"), upTo: "Locked")
    for secret in Self.secrets { #expect(!painted.contains(secret), "\(secret)") }
    try await terminal.unlock()
    try await terminal.wait(for: "Conditions]")
  }

  /// The command has the terminal then, and nobody who could end it.
  @Test("Idle lock ends a running password command")
  func aPasswordCommandThatStillRunsEndsAndTheGateIsShown() async throws {
    let clinic = try await Clinic()
    let script = """
      if [ -e "$HOME/asked" ]; then trap '' HUP TERM INT; sleep 7381 & sleep 7381; exit 1; fi
      touch "$HOME/asked"; printf '\(Clinic.password)\\n'
      """
    let terminal = try TmuxTerminal(
      environment: environment(clinic),
      running: command(clinic) + ["--password-command", script])
    try await terminal.wait(for: "Patients › Home")
    try await clinic.changePassword(to: "neu")
    try terminal.press("j")
    try terminal.press(.enter)
    try await terminal.wait(for: "› Active visits")
    // Before the server has refused the old password, a refresh sends it once more.
    try await terminal.wait(for: "NO PASSWORD")
    try terminal.press("r")
    try await terminal.wait(for: "Waiting for the password command since ")
    try await terminal.wait(for: "› Locked")
    let running = try ProgramRun("/usr/bin/pgrep", "-f", "^[^ ]*sleep 7381$")
    #expect(running.outputText == "")
  }
}
