import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// The real executable records at a clinic, and plays without it: in a real terminal, and as a
/// command.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(10)))
struct RecordingVisitTests {
  /// From Home to the conditions of a patient.
  private static let walk: [Key] = .open("grace") + ["6", "j"]
  private static let grace = "a0000001-0000-4000-8000-000000001eef"

  /// Names, identifiers and typed text of the patient on that way, and whose they are.
  private static let secrets = [
    "Grace", "Akinyi", "Odhiambo", "grace", "Penicillin", "Asthma", "1000F3", "a0000001",
    Clinic.password,
  ]

  @Test("patients recording is sealed and replayed without the server")
  func whatIsRecordedIsSealedAndPlayedWithoutTheServer() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let terminal = try clinic.terminal("--record", directory.file("week"))
    try await terminal.unlock()
    let live = try await Self.walk(terminal)
    try terminal.press("q")
    try await terminal.waitForDeath()
    try Self.expectNoSecret(in: directory)
    #expect(try directory.files().count > 8)
    let recorded = try directory.contents()
    try await clinic.goAway()
    let count = try await clinic.requests().count

    try terminal.relaunch(
      [try BuiltProgram.path("patients"), "--unplugged=\(directory.file("week"))"],
      environment: ["HOME": clinic.home.path, "XDG_STATE_HOME": "\(clinic.home.path)/state"])
    try await Self.expectGate(terminal)
    try await terminal.unlock("falsch")
    try await terminal.wait(for: "Wrong password")
    try await terminal.unlock()
    let played = try await Self.walk(terminal)
    try await terminal.wait(for: "UNPLUGGED week")
    // The top line says where it is from, and how much of the way there it has room for depends on that.
    #expect(
      played.withoutStatusLine.dropFirst().map { $0 }
        == live.withoutStatusLine.dropFirst().map { $0 })

    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    try terminal.relaunch()
    try await Self.expectGate(terminal)
    try await terminal.unlock()
    #expect(
      try await Self.secondCondition(terminal).withoutStatusLine == played.withoutStatusLine)

    try terminal.press("L")
    try await terminal.wait(for: "› Locked")
    try await Self.expectGate(terminal)
    try await terminal.unlock()
    #expect(
      try await Self.secondCondition(terminal).withoutStatusLine == played.withoutStatusLine)
    try terminal.press("q")
    try await terminal.waitForDeath()

    #expect(try await clinic.requests().count == count)
    #expect(try directory.contents() == recorded)
    #expect(try clinic.home.files().contains { $0.contains("/patients/played/") })
    try Self.expectNoSecret(in: clinic.home)
  }

  @Test("patients terminal with another recording password stays locked")
  func aRecordingThatWasBegunWithAnotherPasswordKeepsTheGateShut() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    _ = try await RecordingDirectory(directory.file("week")).record(
      try #require(clinic.settings.account), by: "patients", with: Secret("other"), at: 60)
    let terminal = try clinic.terminal("--record", directory.file("week"))
    try await terminal.unlock()
    try await terminal.wait(for: "Name another folder with --record DIR.")
    #expect(try !terminal.screen().contains { $0.contains("Home") })
  }

  @Test("patients commands record and replay their output")
  func theCommandsRecordAndPlayWhatTheyPrinted() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let words = [["list", "grace", "--json"], ["show", Self.grace, "--json"], ["list", "grace"]]
    let live = try words.map { try clinic.run($0 + ["--record", directory.file("week")]) }
    for run in live { #expect(run.exitCode == 0 && !run.output.isEmpty, "\(run.errorText)") }
    try Self.expectNoSecret(in: directory)
    try await clinic.goAway()
    let count = try await clinic.requests().count
    func play(_ words: [String], password: String? = "echo '\(Clinic.password)'") throws
      -> ProgramRun
    {
      try ProgramRun(
        BuiltProgram.path("patients"),
        words + ["--unplugged=\(directory.file("week"))"]
          + (password.map { ["--password-command", $0] } ?? []),
        environment: SafeEnvironment.variables(["TZ": "UTC"]))
    }
    for (words, live) in zip(words, live) {
      let played = try play(words)
      #expect(played.exitCode == 0 && played.outputText == live.outputText, "\(played.errorText)")
    }
    let missing = try play(["list", "samuel", "--json"])
    #expect(missing.exitCode == 66 && missing.output.isEmpty)
    #expect(missing.errorText.contains("Not in the recording “week”"))
    let wrong = try play(words[0], password: "echo falsch")
    #expect(wrong.exitCode == 77 && wrong.output.isEmpty)
    #expect(wrong.errorText.contains("was recorded with another password"))
    let none = try play(words[0], password: nil)
    #expect(none.exitCode == 77 && none.errorText.contains("--password-command"))
    #expect(try await clinic.requests().count == count)
  }

  /// The recording is sealed with the password that the server takes.
  @Test("patients command that records asks once for the password")
  func aCommandThatRecordsAsksOnceForThePassword() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let terminal = try clinic.terminal(running: [
      "list", "grace", "--record", directory.file("week"),
    ])
    try await terminal.wait(for: "Password for nurse")
    try terminal.type(Clinic.password)
    try terminal.press(.enter)
    #expect(try await terminal.end() == .exit(code: 0))
    let prompts = try terminal.screen().filter { $0.contains("Password for nurse") }
    #expect(prompts.count == 1)
    #expect(try terminal.screen().contains { $0.contains("1000F3") })
  }

  @Test func aCommandAsksForTheRecordingsPasswordAtTheTerminal() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let live = try clinic.run(["list", "grace", "--record", directory.file("week")])
    let terminal = try TmuxTerminal(
      environment: ["TZ": "UTC"], home: clinic.home,
      running: [
        BuiltProgram.path("patients"), "list", "grace", "--unplugged=\(directory.file("week"))",
      ])
    try await terminal.wait(for: "Password of the recording week:")
    try terminal.type(Clinic.password)
    try terminal.press(.enter)
    #expect(try await terminal.end() == .exit(code: 0))
    let screen = try terminal.screen()
    #expect(screen.contains { $0.contains("1000F3") } && live.outputText.contains("1000F3"))
    #expect(!screen.contains { $0.contains(Clinic.password) })
  }

  @Test(
    "patients --record refuses a directory before the first screen",
    arguments: [
      ("full", "this folder holds other files", Int32(73)),
      ("full/letter", "nothing can be recorded: the folder can't be made", 73),
    ])
  func whereNothingCanBeRecordedIsSaidBeforeTheFirstScreen(
    name: String, sentence: String, code: Int32
  ) async throws {
    let directory = try TemporaryDirectory()
    try directory.write("full/letter", "Dear")
    let run = try Self.run("--server", "https://127.0.0.1:1", "--record", directory.file(name))
    #expect(run.exitCode == code)
    #expect(run.errorText.contains(sentence) && run.errorText.contains("--record DIR"))
    #expect(try directory.files() == ["full", "full/letter"])
  }

  @Test(
    "patients --unplugged refuses other files before the first screen",
    arguments: [
      ("nowhere", "there is no such folder", Int32(66)), ("file", "this isn't a folder", 66),
      ("clear", "this isn't an encrypted recording", 65),
      ("other", "this isn't an encrypted recording", 65),
      ("damaged", "is damaged", 65),
    ])
  func whatCannotBePlayedIsSaidBeforeTheFirstScreen(
    name: String, sentence: String, code: Int32
  ) async throws {
    let directory = try TemporaryDirectory()
    try directory.write("file", "")
    try directory.write("clear/resources/virtualSystems.json", "[]")
    try directory.write("other/letter", "Dear")
    try directory.write("damaged/key", "reprise-sealed 1 cipher")
    let run = try Self.run("--unplugged=\(directory.file(name))")
    #expect(run.exitCode == code)
    #expect(run.errorText.contains(sentence), "\(run.errorText)")
    let list = try Self.run("list", "grace", "--unplugged=\(directory.file(name))")
    #expect(list.exitCode == code && list.errorText == run.errorText)
  }

  private static func run(_ words: String...) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path("patients"), words, environment: SafeEnvironment.variables())
  }

  /// Walks from Home to the second condition. What is looked up is there so soon that nothing says
  /// it is loading, so each key waits for what it is pressed on.
  private static func walk(_ terminal: TmuxTerminal) async throws -> CapturedScreen {
    for (keys, text) in [
      ([], "› Home"), ([.enter], "› Find"), (["g", "r", "a", "c", "e"], "Grace Akinyi"),
      ([.enter], "Summary]"), (["6"], "HIV infection"),
    ] as [([Key], String)] {
      try terminal.press(keys)
      _ = try await terminal.settled(text)
    }
    try terminal.press("j")
    return try await secondCondition(terminal)
  }

  /// The screen once the second condition is there and selected.
  private static func secondCondition(_ terminal: TmuxTerminal) async throws -> CapturedScreen {
    try await terminal.wait("the second condition") {
      try terminal.screenWithStyles().selectedText?.contains("HIV infection") == true
    }
    return try await terminal.settled("Conditions]")
  }

  /// It asks for the password, says what it is of, and shows no name.
  private static func expectGate(_ terminal: TmuxTerminal) async throws {
    try await terminal.wait(for: "Unlock ]")
    let gate = try await terminal.waitUntilQuiet().text
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    #expect(gate.contains("is encrypted. The password it was recorded with opens it"))
    for secret in Self.secrets { #expect(!gate.contains(secret)) }
    #expect(!gate.contains("Server") && gate.contains("Unlock ]"))
  }

  private static func expectNoSecret(in directory: TemporaryDirectory) throws {
    for (file, bytes) in try directory.contents() {
      for secret in secrets {
        #expect(!file.contains(secret))
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(file)")
      }
    }
  }
}
