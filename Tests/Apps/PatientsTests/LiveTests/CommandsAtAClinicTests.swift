import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

/// `list` and `show` at a server, as scripts and people use them.
@MainActor @Suite(.serialized, .timeLimit(.minutes(5))) struct CommandsAtAClinicTests {
  nonisolated private static let grace = "a0000001-0000-4000-8000-000000001eef"

  private func clinic(
    at address: String = "/openmrs", _ certificate: TestCertificate = .vouchedFor
  ) async throws -> Clinic {
    try await Clinic(at: address, certificate)
  }

  @Test("patients list and show print the data of the server", arguments: ["/openmrs", ""])
  func whatTheServerHasIsPrinted(address: String) async throws {
    let clinic = try await clinic(at: address)
    // The program at a server goes by today's date, on which the demo data's medicines have run out, and she is older.
    clinic.faults.change("order") {
      $0.body = Array(
        String(decoding: $0.body, as: UTF8.self)
          .replacing(#""autoExpireDate":"2026-"#, with: #""autoExpireDate":"2096-"#).utf8)
    }
    let age = try #require(try Self.yearsSince("1992-03-14"))
    for words in [
      ["list", "grace", "--json"], ["list", "grace", "--csv"], ["list", "grace"],
      ["show", Self.grace, "--json"], ["show", Self.grace],
    ] {
      let live = try clinic.run(words)
      #expect(live.exitCode == 0 && live.errorText == "")
      let unplugged = try ProgramRun(
        BuiltProgram.path("patients"), words + ["--unplugged"],
        environment: SafeEnvironment.variables(["TZ": "UTC"]))
      // --json prints what the server said.
      #expect(live.outputText == unplugged.outputText.replacing("34 y", with: "\(age) y"))
      #expect(live.outputText.contains("Grace"))
    }
    let list = try JSON(Array(try clinic.run(["list", "grace", "--json"]).output))
    #expect(list.array?.count == 1)
    // A command leaves nothing behind.
    #expect(try clinic.home.files().filter { !$0.hasSuffix("/") }.isEmpty)
  }

  private static func yearsSince(_ day: String) throws -> Int? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let birth = try Date("\(day)T00:00:00Z", strategy: .iso8601)
    return calendar.dateComponents([.year], from: birth, to: Date()).year
  }

  nonisolated private static let allergies:
    [(patient: String, answer: TestResponse?, words: String)] = [
      (grace, nil, "✕ 3 allergies: Penicillin (severe)"),
      (Invented.noKnownAllergies, nil, "no known allergies"),
      (Invented.neverAsked, nil, "? allergy status unknown"),
      (
        grace,
        .json(#"{"error": {"message": "[Privileges required: [Get Allergies]]"}}"#)
          .with { $0.status = 403 }, "? allergies: not allowed to see them"
      ),
      (grace, .html("<h1>Not Found</h1>", status: 404), "? allergies: module not installed"),
      (grace, .json("[]"), "? allergies could not be read"),
    ]

  @Test("patients show prints the allergy status of the screens", arguments: allergies.indices)
  func whatIsKnownOfAllergiesIsPrintedInTheWordsOfTheScreens(index: Int) async throws {
    let (patient, answer, words) = Self.allergies[index]
    let clinic = try await Clinic()
    if let answer { clinic.faults.change("patient/\(patient)/allergy") { $0 = answer } }
    let run = try clinic.run(["show", patient])
    // What can't be read isn't the same as what the server lacks, or doesn't give to this user.
    let isUnreadable = words.contains("could not be read")
    #expect(run.exitCode == (isUnreadable ? 65 : 0) && run.errorText == "")
    #expect(run.outputText.contains(words), "\(run.outputText)")
    let others = Set(Self.allergies.map(\.words)).subtracting([words])
    for other in others { #expect(!run.outputText.contains(other)) }
  }

  @Test("patients show prints the record in the wording of the screens")
  func theRecordIsPrintedInTheWordsOfTheScreens() async throws {
    let clinic = try await Clinic()
    clinic.faults.change("programenrollment") {
      $0 = .html("<title>Oops</title>", status: 500)
    }
    let text = try clinic.run(["show", Self.grace]).outputText
    for words in [
      "Blood pressure  142/95 mmHg", "Penicillin (severe)  Anaphylaxis", "Essential hypertension",
      "Tenofovir", "Facility Visit, Inpatient Ward", "3 diagnoses: ", "Oops",
    ] {
      #expect(text.contains(words), "\(words) isn't in \(text)")
    }
  }

  /// Servers keep a session for half an hour, and some allow a user few of them.
  @Test(
    "patients commands end their session at the server",
    arguments: [["list", "grace"], ["show", grace], ["show", "nobody"]])
  func theSessionIsGivenBack(words: [String]) async throws {
    let clinic = try await Clinic()
    _ = try clinic.run(words)
    let last = try #require(try await clinic.requests().last)
    #expect(last.method == "DELETE" && last.path == "/openmrs/ws/rest/v1/session")
    #expect(last.header("Authorization") == nil && last.header("Cookie") != nil)
    #expect(clinic.sessions.count == 0)
  }

  @Test("patients show with an unreadable entry exits with code 65")
  func anEntryThatCannotBeReadHasItsExitCode() async throws {
    let clinic = try await Clinic()
    clinic.faults.change("condition") {
      $0.body = Array(
        String(decoding: $0.body, as: UTF8.self)
          .replacing(#""results":[{"uuid""#, with: #""results":[{"other""#).utf8)
    }
    let run = try clinic.run(["show", Self.grace])
    #expect(run.exitCode == 65, "\(run.outputText)")
    #expect(run.outputText.contains("unreadable, skipped: entry 1 has no id."))
  }

  @Test("patients list without hits is empty, show is an error")
  func whoFitsNobodyGetsAnEmptyListAndWhoNamesNobodyAnError() async throws {
    let clinic = try await clinic()
    let list = try clinic.run(["list", "nobody", "--json"])
    #expect(list.exitCode == 0 && list.outputText == "[]\n" && list.errorText == "")
    let show = try clinic.run(["show", "00000000-0000-4000-8000-000000000000", "--json"])
    #expect(show.exitCode == 66 && show.output.isEmpty)
    #expect(
      show.errorText.contains(
        "The server has no patient “00000000-0000-4000-8000-000000000000”"))
  }

  @Test("patients commands send a wrong password once", arguments: ["/openmrs", ""])
  func aWrongPasswordIsSentOnceAndPrintsNothing(
    address: String
  ) async throws {
    let clinic = try await clinic(at: address)
    for words in [["list", "grace", "--json"], ["show", Self.grace, "--json"]] {
      let before = try await clinic.requests().count
      let run = try clinic.run(words, password: "echo falsch")
      #expect(run.exitCode == 77 && run.output.isEmpty)
      #expect(
        run.errorText.contains("wrong user or password"),
        "\(run.errorText)")
      #expect(try await clinic.requests().count == before + 1)
    }
  }

  @Test("patients commands without a password send nothing") func withoutAPasswordNothingIsSent()
    async throws
  {
    let clinic = try await clinic()
    let none = try clinic.run(["list", "grace", "--json"], password: nil)
    #expect(none.exitCode == 77 && none.output.isEmpty)
    #expect(none.errorText.contains("No password for nurse (127.0.0.1"))
    let failing = try clinic.run(["list", "grace"], password: "echo no >&2; exit 3")
    #expect(failing.exitCode == 69 && failing.errorText.contains("exit code 3: “no”"))
    #expect(try await clinic.requests().isEmpty)
  }

  @Test("patients commands with an unknown certificate send nothing")
  func anUnknownCertificateEndsItBeforeAnythingIsSent() async throws {
    let clinic = try await clinic(.selfSigned)
    for words in [["list", "grace", "--json"], ["show", Self.grace, "--json"]] {
      let run = try clinic.run(words)
      #expect(run.exitCode == 69 && run.output.isEmpty)
      #expect(run.errorText.contains("Self-signed"), "\(run.errorText)")
    }
    #expect(try await clinic.requests().isEmpty)
  }

  @Test(
    "patients list: server errors have exit code and message",
    arguments: [
      (
        TestResponse.json(
          #"{"error": {"message": "Privileges required: [Get Patients]", "code": "", "detail": ""}}"#
        ).with { $0.status = 403 }, Int32(77), "missing privilege “Get Patients”"
      ),
      (TestResponse.html("<title>Grace</title>", status: 500), 69, "500"),
      (TestResponse.html("<title>Log in</title>"), 65, "not JSON: Log in"),
      (TestResponse.json("[{]"), 65, "line 1, column 3"),
      (TestResponse.json(#"{"results": 7}"#), 65, "not a list"),
      (
        TestResponse.json(#"{"results": []}"#).with { $0.cut = .beforeByte(5) }, 69, "mid-response"
      ),
      (TestResponse().with { $0.cut = .beforeHead }, 69, "without an answer"),
    ])
  func whatGoesWrongHasItsExitCodeAndASentence(
    answer: TestResponse, code: Int32, sentence: String
  ) async throws {
    let clinic = try await Clinic()
    try await clinic.answer("patient", answer)
    let run = try clinic.run(["list", "odhiambo", "--json"])
    #expect(run.exitCode == code, "\(run.errorText)")
    #expect(run.errorText.contains(sentence), "\(run.errorText)")
    #expect(!run.errorText.contains("odhiambo"))
    #expect(run.output.isEmpty)
  }
}

/// The same at a real terminal, where the person is asked.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .timeLimit(.minutes(5)))
struct CommandsAtATerminalTests {
  nonisolated private static let grace = "a0000001-0000-4000-8000-000000001eef"

  @Test(
    "patients commands ask for the password without echo",
    arguments: [["list", "grace", "--json"], ["show", grace, "--json"]])
  func thePersonIsAskedAndWhatTheyTypeIsNeitherShownNorAnArgument(
    words: [String]
  ) async throws {
    let clinic = try await Clinic(at: "")
    try await clinic.answer("session", Clinic.session.with { $0.hold = .beforeHead })
    let terminal = try clinic.terminal(running: words)
    try await terminal.wait(for: "Password for nurse at 127.0.0.1:\(clinic.server.port):")
    #expect(try await clinic.requests().isEmpty)
    try terminal.type(Clinic.password)
    try terminal.press(.enter)
    // While the server thinks, it can be looked at what everybody may see of a process.
    _ = try await clinic.server.seen(requests: 1)
    let process = try terminal.processIdentifier()
    for file in ["cmdline", "environ"] {
      let path = "/proc/\(process)/\(file)"
      // Of a program that can't be dumped nobody but root may read the environment.
      guard file == "cmdline" || FileManager.default.isReadableFile(atPath: path) else { continue }
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      let bytes = try handle.readToEnd() ?? Data()
      #expect(!bytes.isEmpty && bytes.range(of: Data(Clinic.password.utf8)) == nil)
    }
    try await clinic.server.release()
    #expect(try await terminal.end() == .exit(code: 0))
    let screen = try terminal.screen().joined(separator: "\n")
    #expect(screen.contains("1000F3") && screen.contains("Grace"))
    #expect(!screen.contains(Clinic.password))
  }

  @Test("patients commands report a wrong password without showing it")
  func aWrongPasswordIsSaidAndNotShown() async throws {
    let clinic = try await Clinic()
    let terminal = try clinic.terminal(running: ["list", "grace", "--json"])
    try await terminal.wait(for: "Password for nurse at")
    try terminal.type("falsch\r")
    #expect(try await terminal.end() == .exit(code: 77))
    let screen = try terminal.screen().joined(separator: "\n")
    #expect(
      screen.contains("wrong user or password")
        && !screen.contains("falsch"))
    #expect(!screen.contains("Grace"))
  }
}

extension Clinic {
  /// A command at this clinic; without a password there is nobody to ask either.
  func run(
    _ words: [String], password: String? = "printf '\(Clinic.password)\\nnot this'"
  ) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path("patients"),
      words + self.words + (password.map { ["--password-command", $0] } ?? []),
      environment: SafeEnvironment.variables(
        home: home.path, ["XDG_STATE_HOME": "\(home.path)/state", "TZ": "UTC"]))
  }

  /// A command at a terminal tall enough for what it prints.
  func terminal(running words: [String]) throws -> TmuxTerminal {
    try TmuxTerminal(
      size: Size(rows: 400, columns: 120),
      environment: ["XDG_STATE_HOME": "\(home.path)/state", "TZ": "UTC"], home: home,
      running: [BuiltProgram.path("patients")] + words + self.words)
  }
}
