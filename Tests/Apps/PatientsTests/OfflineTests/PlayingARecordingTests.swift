import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

/// What was looked at while it was recorded is shown again, with nobody there to ask.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct PlayingARecordingTests {
  /// From Home on.
  private static let walk: [Key] =
    .open("grace") + ["2", .enter, .enter, .escape, .escape, "3", "4", .enter, .escape, "t"]
    + [.escape, "5", "6", "7", "8", "9", "1", "y"]

  @Test("patients replays each screen as it was recorded", arguments: ["/openmrs", ""])
  func everyScreenIsTheOneThatWasRecorded(
    address: String
  ) async throws {
    let clinic = try await Clinic(at: address)
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    for key in Self.walk { await live.press(key) }
    try live.expect("LIVE 127.0.0.1")
    #expect(live.frame.text.contains("REC LIVE"))
    // Again, for what was seen at each step.
    let again = try await clinic.recording(into: directory.file("week"))
    let count = try await clinic.requests().count
    let played = try await play(directory.file("week"))
    try played.expect("UNPLUGGED week")
    try played.expectNo("Log out")
    for key in Self.walk {
      await again.press(key)
      await played.press(key)
      #expect(played.body == again.body)
    }
    try played.expect("UNPLUGGED week")
    #expect(try await clinic.requests().count > count)
  }

  @Test("patients replay sends no request and writes no file")
  func playingAsksNobodyAndWritesNothingThere() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    for key in Self.walk { await live.press(key) }
    let files = try directory.contents()
    let count = try await clinic.requests().count
    let played = try await play(directory.file("week"))
    for key in Self.walk { await played.press(key) }
    await played.press("r")
    #expect(try await clinic.requests().count == count)
    #expect(try directory.contents() == files)
  }

  @Test("patients replay names responses that were not recorded")
  func whatWasNotRecordedIsSaidToBeMissingThere() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    for key in [Key].open("grace") { await live.press(key) }
    let played = try await play(directory.file("week"))
    for key in .open("grace") + ["3"] as [Key] { await played.press(key) }
    #expect(played.words.contains("Not in the recording “week”."))
    #expect(played.words.contains("Only what was viewed while recording can be shown."))
    try played.expect("Grace Akinyi Odhiambo")
    await played.press(.escape, .escape)
    await played.type("samuel")
    #expect(played.words.contains("Search not recorded"))
    // That is no reason to say that there is nobody.
    try played.expectNo("No patient found.")
  }

  @Test("patients replay lists and finds the recorded patients")
  func whoseRecordWasOpenedIsListedAndFoundByAnyText() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    for key in [Key].open("grace") { await live.press(key) }
    let played = try await play(directory.file("week"))
    await played.press(.end)
    try played.expect("Recorded patients")
    await played.press(.enter)
    try played.expect("1 patient")
    await played.press(.enter)
    try played.expect("Summary]")
    await played.press(.escape, .escape, .home, .enter)
    await played.type("ODHI 1000F3")
    try played.expect("Grace Akinyi Odhiambo")
    #expect(played.words.contains("searching recorded patients only"))
    // A file that is damaged costs what it holds alone.
    let recording = try await RecordingDirectory(directory.file("week")).open(
      Secret(Clinic.password), by: "patients")
    let file = "week/recorded/" + recording.vault.name(of: "recording")
    try directory.write(file, "damaged")
    let list = try await RecordedPatients(recording).list()
    #expect(list.patients.count == 1 && list.unreadable == 1)
  }

  @Test("patients replay shows the date of each recording") func everyScreenSaysWhenItWasRecorded()
    async throws
  {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let first = try await clinic.recording(into: directory.file("week"))
    for key in .open("grace") + ["3", .enter] as [Key] { await first.press(key) }
    clinic.time.pass(seconds: 2 * 86_400)
    let second = try await clinic.recording(into: directory.file("week"))
    for key in [Key].open("grace") { await second.press(key) }
    let played = try await play(directory.file("week"))
    for key in [Key].open("grace") { await played.press(key) }
    try played.expect("UNPLUGGED week · 2026-11-23")
    // It was looked at on the first day alone.
    await played.press("3", .enter)
    try played.expect("UNPLUGGED week · 2026-11-21")
  }

  @Test("patients replay shows recorded refusals and missing modules")
  func whatTheServerLacksOrRefusesIsPlayedAsSuch() async throws {
    let walk = .open("grace") + ["5", "8"] as [Key]
    let refusal = TestResponse.json(
      #"{"error": {"message": "Privileges required: [Get Allergies]", "code": "x", "detail": ""}}"#
    ).with { $0.status = 403 }
    let patient = "patient/a0000001-0000-4000-8000-000000001eef/allergy"
    let clinic = try await Clinic(answers: [
      patient: [refusal], "programenrollment": [.html("<title>no</title>", status: 404)],
    ])
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    let played = try await {
      for key in walk { await live.press(key) }
      return try await play(directory.file("week"))
    }()
    for key in walk.dropLast() { await played.press(key) }
    #expect(played.words.contains("missing privilege “Get Allergies”"))
    await played.press("8")
    #expect(played.body == live.body)
    #expect(played.words.contains("the module is missing"))
  }

  @Test("patients replay of a long list works in pages of any size")
  func aLongListIsPlayedInPiecesOfAnySize() async throws {
    let walk = .open("otien") + ["3"] + [Key](repeating: .pageDown, count: 24) + [.end, .end, .end]
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    for key in walk { await live.press(key) }
    try live.expect(" 312 encounters")
    let played = try await play(directory.file("week"), size: Size(rows: 50, columns: 100))
    for key in .open("otien") + ["3", .pageDown] as [Key] { await played.press(key) }
    try await played.killAndRelaunch(size: Size(rows: 10, columns: 40))
    await played.press("/")
    await played.type("2026")
    try played.expect("of 312")
  }

  @Test("patients replay: the restoration law holds") func everyEventIsRestored() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    for key in Self.walk { await live.press(key) }
    let recording = try await RecordingDirectory(directory.file("week")).open(
      Secret(Clinic.password), by: "patients")
    try await assertRestorable(
      Viewer(playing: recording, zone: .utc).application,
      script: .events(Self.walk.map { .key($0) } + [.key("q")]))
    let listed: [Key] = [.end, .enter, "/", "g", .enter, .enter, .tab, .escape, .escape, .escape]
    try await assertRestorable(
      Viewer(playing: recording, zone: .utc).application,
      script: .events(listed.map { .key($0) }))
    try await assertRestorable(
      Viewer(playing: recording, zone: .utc).application,
      script: .random(seed: 5, count: 100))
  }

  @Test("patients replay asks for its password and refuses a wrong one")
  func theGateAsksForThePasswordAloneAndAWrongOneOpensNothing() async throws {
    let clinic = try await Clinic()
    let directory = try TemporaryDirectory()
    let live = try await clinic.recording(into: directory.file("week"))
    for key in [Key].open("grace") { await live.press(key) }
    let passed = Passed()
    let settings = try settings()
    let gate = try SignIn(
      RecordingAuthenticator(RecordingDirectory(directory.file("week")), settings), settings)
    let session = try await TestSession(
      gate.application(
        "patients", title: "Patients", version: "1", for: gate.account, delegate: passed))
    // A long path is broken.
    let sentence = "The recording \(directory.file("week")) is encrypted."
    #expect(session.words.filter { $0 != " " }.contains(sentence.filter { $0 != " " }))
    try session.expectNo("Server")
    try session.expectNo("User")
    await session.logIn("falsch")
    try session.expect("✕ Wrong password")
    #expect(passed.vault == nil)
    await session.logIn()
    #expect(passed.opened?.recording?.directory.name == "week")
    let unlocked = gate.unlocked(try #require(passed.opened), passed)
    #expect(unlocked.played != nil && unlocked.account.user == "")
  }

  @Test("patients replay has a session directory per recording")
  func aRecordingMadeAnewHasAPlaceOfItsOwnAndAMovedOneKeepsIts() async throws {
    let directory = try TemporaryDirectory()
    let account = Account(server: "https://clinic.example.org", user: "nurse")
    func place(_ name: String, _ password: String) async throws -> String? {
      let passed = Passed()
      let settings = try settings()
      let gate = try SignIn(
        RecordingAuthenticator(RecordingDirectory(directory.file(name)), settings), settings)
      let session = try await TestSession(
        gate.application(
          "patients", title: "Patients", version: "1", for: gate.account, delegate: passed))
      await session.logIn(password)
      return passed.vault?.directory.path
    }
    func record(_ password: String) async throws {
      _ = try await RecordingDirectory(directory.file("week")).record(
        account, by: "patients", with: Secret(password), at: 60)
    }
    try await record("geheim")
    let first = try #require(try await place("week", "geheim"))
    #expect(first.contains("/patients/played/"))
    try FileManager.default.moveItem(atPath: directory.file("week"), toPath: directory.file("old"))
    #expect(try await place("old", "geheim") == first)
    try await record("neu")
    let second = try #require(try await place("week", "neu"))
    #expect(second != first)
  }

  @Test("patients --record with another password refuses to sign in")
  func aRecordingOfAnotherPasswordKeepsTheGateShut() async throws {
    let directory = try TemporaryDirectory()
    let clinic = try await Clinic()
    let account = try #require(clinic.settings.account)
    _ = try await RecordingDirectory(directory.file("week")).record(
      account, by: "patients", with: Secret("other"), at: 60)
    let settings = try ServerSettings(
      application: "patients",
      Arguments(
        clinic.words + ["--record", directory.file("week")], commands: [], options: Option.servers,
        program: "patients"), environment: ["HOME": clinic.home.path])
    let passed = Passed()
    let session = try await TestSession(
      SignIn(ServerAuthenticator(settings, OpenMRSClient.configuration), settings).application(
        "patients", title: "Patients", version: "1", for: account, delegate: passed))
    await session.logIn()
    #expect(passed.vault == nil)
    #expect(session.words.contains("was recorded with another password than this one."))
    #expect(session.words.contains("Name another folder with --record DIR"))
  }

  private func settings() throws -> ServerSettings {
    try ServerSettings(
      application: "patients", Arguments(), environment: ["HOME": SafeEnvironment.nowhere])
  }

  private func play(
    _ path: String, size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<Route> {
    let recording = try await RecordingDirectory(path).open(
      Secret(Clinic.password), by: "patients")
    return try await TestSession(
      Viewer(playing: recording, zone: .utc).application, size: size)
  }
}

extension Clinic {
  /// A process that is logged in, and records what is answered.
  func recording(into path: String) async throws -> TestSession<Route> {
    let account = try #require(settings.account)
    let password = Secret(Clinic.password)
    let recording = try await RecordingDirectory(path).record(
      account, by: "patients", with: password, at: time.wallClock.now())
    let connections = Connections(
      settings, OpenMRSClient.configuration, time: time.wallClock, recording: recording)
    connections.connection(account).use(password)
    return try await TestSession(
      Viewer(ServerAccount(account, connections), zone: .utc, time: self.time.wallClock)
        .application,
      time: time)
  }
}

extension TemporaryDirectory {
  /// What is in all files, by their paths.
  func contents() throws -> [String: Data] {
    try files().reduce(into: [:]) { $0[$1] = FileManager.default.contents(atPath: file($1)) }
  }
}
