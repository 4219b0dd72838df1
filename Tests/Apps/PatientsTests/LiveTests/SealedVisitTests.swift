import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

/// The real executable behind its gate, in a real terminal: what is saved comes back, to whoever
/// has the password.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(Soak.count(10, of: 120))))
struct SealedVisitTests {
  /// From Home to the conditions of a patient.
  private static let walk: [Key] = .open("grace") + ["6", "j"]

  /// Names, identifiers and typed text of the patient on that way.
  private static let secrets = ["Grace", "Akinyi", "Odhiambo", "grace", "Penicillin", "Asthma"]

  @Test("patients after kill -9 asks for the password, then same frame")
  func afterAKillThePasswordComesFirstAndThenTheSameFrame() async throws {
    let visit = try await Self.visit()
    let terminal = visit.terminal
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch()
    try await terminal.wait(for: "The password unlocks the data saved here")
    try Self.expectNoSecrets(terminal)
    try await terminal.unlock("falsch")
    try await terminal.wait(for: "Wrong password")
    try await terminal.unlock()
    try await terminal.wait(for: visit.before)
  }

  @Test("patients lock blanks the screen, unlocking restores the frame")
  func lockingBlanksTheScreenAndUnlockingBringsTheSameFrame() async throws {
    let visit = try await Self.visit()
    let terminal = visit.terminal
    try terminal.press("L")
    try await terminal.wait(for: "› Locked")
    try Self.expectNoSecrets(terminal)
    try await terminal.unlock()
    try await terminal.wait(for: visit.before)
  }

  @Test("patients without the server opens everything with its age")
  func withoutTheServerEverythingOpensAndSaysHowOldItIs() async throws {
    let visit = try await Self.visit()
    let terminal = visit.terminal
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try await visit.clinic.goAway()
    try terminal.relaunch()
    try await terminal.unlock()
    let after = try await terminal.settled("OFFLINE ")
    #expect(
      after.withoutStatusLine.dropFirst().map { $0 }
        == visit.before.withoutStatusLine.dropFirst().map { $0 })
  }

  @Test("patients --ephemeral logout deletes nothing of other runs")
  func aLogOutOfARunThatSavesNothingDeletesNothingOfOthers() async throws {
    let clinic = try await Clinic()
    let first = try clinic.terminal()
    try await first.unlock()
    _ = try await first.walk([.down])
    try first.press(.control("q"))
    try await first.waitForDeath()
    let files = try clinic.home.files()
    #expect(files.contains { $0.hasSuffix("main.snapshot") })
    let other = try clinic.terminal("--ephemeral")
    try await other.wait(for: "This run saves nothing")
    try await other.unlock()
    try await other.wait(for: "Log out")
    _ = try await other.waitUntilQuiet()
    try other.press(.end, .enter, .tab)
    try await other.wait(for: "[ Log out ]")
    #expect(try !other.screen().joined().contains("deletes"))
    try other.press(.enter)
    try await other.waitUntilGone("[ Log out ]")
    #expect(try clinic.home.files() == files)
    #expect(try await clinic.requests(for: "session").contains { $0.method == "DELETE" })
  }

  @Test("Logging out can keep what is saved, sealed; the next login comes back to the place")
  func aLogOutCanKeepWhatIsSaved() async throws {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    let home = try await terminal.walk([.end])
    let files = try clinic.home.files()
    try await clinic.answer("session", TestResponse(status: 204))
    try terminal.press(.enter, .tab)
    try await terminal.wait(for: "[ Log out and delete ]")
    try terminal.press(.enter)
    try await terminal.wait(for: "› Locked")
    #expect(try await clinic.requests(for: "session").contains { $0.method == "DELETE" })
    #expect(try Set(files).isSubset(of: clinic.home.files()))
    try await terminal.unlock()
    #expect(
      try await terminal.walk([]).withoutStatusLine.dropFirst()
        == home.withoutStatusLine.dropFirst())
  }

  /// It has no file while it is locked, and is in one again before anything of it is painted.
  /// The gate asks for a session only where there are others than the usual one.
  @Test("patients after a logout opens the usual session again")
  func whoLogsInAfterALogOutHasTheUsualSessionAgain() async throws {
    let clinic = try await Clinic()
    let first = try clinic.terminal("--session", "ward")
    try await first.unlock()
    _ = try await first.walk([.down])
    try first.press(.control("q"))
    try await first.waitForDeath()

    let terminal = try clinic.terminal(
      options: [], naming: ["--cacert", TestCertificate.authorityFile])
    try await terminal.wait(for: "Session")
    try terminal.press(.backTab)
    try terminal.type("ward")
    try terminal.press(.tab)
    try await terminal.unlock()
    _ = try await terminal.walk([])
    try terminal.press(.end, .enter, .tab, .tab)
    try await terminal.wait(for: "[ Log out and delete ]")
    try terminal.press(.enter)
    try await terminal.waitUntilGone("[ Log out and delete ]")
    try await terminal.wait(for: "Password")
    #expect(try !terminal.screen().joined().contains("Session"))
    try await terminal.unlock()
    _ = try await terminal.walk([.down])
    let sessions = try clinic.home.files().filter { $0.hasSuffix(".snapshot") }
    #expect(sessions.contains { $0.hasSuffix("/main.snapshot") }, "\(sessions)")
    #expect(!sessions.contains { $0.hasSuffix("/ward.snapshot") }, "\(sessions)")
  }

  @Test("patients session that was taken over is saved after unlocking")
  func whatCouldNotBeSavedIsSavedOnceItIsUnlocked() async throws {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    _ = try await terminal.walk([.down, .up])
    let other = try clinic.terminal("--take-over", "--session", "main")
    try await other.unlock()
    try await other.wait(for: "Find a patient")
    try terminal.press(.enter)
    try await terminal.wait(for: "› Find")
    try terminal.type("smi")
    try await terminal.wait(for: "Find  smi")
    try await terminal.wait(for: "not saving: taken over")
    try terminal.press(.function(3))
    try await terminal.wait(for: "› Locked")
    try await terminal.unlock()
    try await terminal.wait(for: "Find  smi")
    let screen = try terminal.screen().joined()
    #expect(!screen.contains("not saving") && !screen.contains("another key"))
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch()
    try await terminal.unlock()
    try await terminal.wait(for: "Find  smi")
  }

  @Test("patients leaves no patient data in files after lock and quit")
  func nothingOfAPatientIsLeftInTheClear() async throws {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    let output = clinic.home.file("output")
    try terminal.copyOutput(into: output)
    try await terminal.unlock()
    _ = try await terminal.walk(Self.walk)
    try terminal.press("?")
    try await terminal.wait(for: "Show the raw answer")
    try terminal.press("L")
    try await terminal.wait(for: "› Locked")
    try terminal.press(.control("q"))
    try await terminal.waitForDeath()
    let printed = try await terminal.output(in: output, upTo: "Locked")
    let titles = Clinic.titles(in: Array(printed.utf8))
    try FileManager.default.removeItem(atPath: output)
    let files = try FileManager.default.subpathsOfDirectory(atPath: clinic.home.path)
    #expect(files.contains { $0.hasSuffix(".snapshot") })
    #expect(files.contains { $0.contains("/answers/") })
    for secret in Self.secrets + [Clinic.password] {
      #expect(!titles.contains(secret))
      for file in files {
        #expect(!file.contains(secret))
        let bytes = FileManager.default.contents(atPath: clinic.home.file(file)) ?? Data()
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(file)")
      }
    }
  }

  /// The real executable at the patient's conditions, and what it shows there. The clinic ends with
  /// it.
  @MainActor private struct Visit {
    let clinic: Clinic
    let terminal: TmuxTerminal
    let before: CapturedScreen
  }

  private static func visit() async throws -> Visit {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    return Visit(
      clinic: clinic, terminal: terminal, before: try await terminal.walk(walk))
  }

  private static func expectNoSecrets(_ terminal: TmuxTerminal) throws {
    let screen = try terminal.screen().joined()
    for secret in secrets { #expect(!screen.contains(secret)) }
  }

  @Test("patients with sealed sessions resumes after each random kill")
  func afterEveryKillWhatWasPaintedLastComesBackOrWhatCameAfterIt() async throws {
    let deaths = Soak.count(4, of: 100)
    let walk: [Key] = [.enter, "a"]
    let clinic = try await Clinic()
    let terminal = try clinic.terminal()
    try await terminal.unlock()
    _ = try await terminal.walk(walk)
    var generator = SplitMix64(seed: 17)
    var isGoingDown = true
    for number in 1...deaths {
      let pressed = Int.random(in: 1...6, using: &generator)
      try terminal.press([Key](repeating: isGoingDown ? .down : .up, count: pressed))
      for _ in 0..<Int.random(in: 0...40, using: &generator) { await Task.yield() }
      try terminal.kill(SIGKILL)
      try await terminal.waitForDeath()
      let painted = try terminal.position()
      try terminal.relaunch()
      try await terminal.unlock()
      _ = try await terminal.settled("Find  a")
      let restored = try terminal.position()
      let steps = isGoingDown ? restored - painted : painted - restored
      #expect((0...pressed).contains(steps), "kill \(number): \(painted), then \(restored)")
      isGoingDown = restored < 8
    }
  }
}

extension Clinic {
  /// The real executable at this clinic.
  func terminal(_ arguments: String...) throws -> TmuxTerminal {
    try terminal(options: arguments)
  }

  /// With `words` to name the server and user, instead of those that name the clinic and its nurse.
  func terminal(options arguments: [String], naming words: [String]? = nil) throws -> TmuxTerminal {
    try TmuxTerminal(
      environment: ["XDG_STATE_HOME": "\(home.path)/state", "TZ": "UTC"], home: home,
      running: [BuiltProgram.path("patients")] + (words ?? self.words) + arguments)
  }

  /// The titles that a program gave the terminal's window.
  nonisolated static func titles(in output: [UInt8]) -> String {
    String(decoding: output, as: UTF8.self).split(separator: "\u{1B}]").dropFirst()
      .map { $0.prefix { $0 != "\u{07}" && $0 != "\u{1B}" } }.joined(separator: "\n")
  }
}

extension TmuxTerminal {
  /// Types the password at the gate.
  nonisolated(nonsending) func unlock(_ password: String = Clinic.password) async throws {
    // The button says “Log in” where nothing is kept yet.
    try await wait(for: "Password")
    try type(password)
    try press(.enter)
  }

  /// Walks from Home with keys that each change something, and waits until everything is there.
  nonisolated(nonsending) func walk(_ keys: [Key]) async throws -> CapturedScreen {
    // Its rows come a moment after its title, and before them Enter has nothing to open.
    try await wait(for: "› Home")
    try await wait(for: "Find a patient")
    for key in keys {
      // What is typed is searched for a little later, and Enter is for what was found.
      if key == .enter, try screen().first?.contains("› Find  ") == true {
        try await wait(for: "1 patient")
      }
      let before = try screenWithStyles()
      try press(key)
      // Until then it is quiet because nothing has happened yet.
      try await wait("what \(key) does") { try screenWithStyles() != before }
      _ = try await settled("Patients")
    }
    return try await settled("Patients")
  }

  /// The selected row, as its place on the screen.
  fileprivate func position() throws -> Int {
    try screenWithStyles().rows.firstIndex { row in
      row.contains { $0.style.isReversed }
    } ?? -1
  }
}
