import Commands
import Core
import Encryption
import Foundation
import Networking
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@testable import Accounts

/// The gate, where things are kept of several people. None of it asks a server.
@MainActor @Suite(.cheapKeys) struct GateTests {
  let home: TemporaryDirectory
  let time = TestClock(at: 1_795_262_400)
  let nurse = Account(server: "https://clinic.example.org/openmrs", user: "nurse")
  let weber = Account(server: "https://clinic.example.org", user: "weber")
  var directory: String { home.file("state/app") }

  init() throws { home = try TemporaryDirectory() }

  /// Keeps sessions of somebody, each saved so many seconds ago.
  func keep(
    _ account: Account, _ sessions: [String: Int] = [:], password: String = "geheim"
  ) async throws {
    let vault = try await VaultDirectory(of: account, in: directory).make(Secret(password))
    let place = vault.directory.sessionStore()
    try place.create()
    for (name, age) in sessions {
      let path = try place.file(forSession: name, account: nil)
      let file = SnapshotFile(path: path, sealing: vault.sealing)
      _ = try file.load()
      try file.save(Array("Amina".utf8))
      try file.flush()
      let date = Date(timeIntervalSince1970: Double(1_795_262_400 - age))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
  }

  final class Passed: SignInDelegate {
    private(set) var opened: AuthenticationResult?
    /// Called when somebody has.
    var onPassed: () throws -> Void = {}
    /// What the gate's session held then.
    var left: [UInt8]?

    var vault: Vault? { opened?.vault }
    var session: String? { opened?.session }

    func signInDidSucceed(_ opened: AuthenticationResult) throws {
      self.opened = opened
      try onPassed()
    }

    func eraseAndLeave(_ opened: AuthenticationResult) throws {}
  }

  func application(
    _ words: String..., passed: Passed = Passed(), isLocked: Bool = false, accepts: Bool = false
  ) throws -> Application<SignInRoute> {
    let gate = try gate(words, accepts: accepts)
    return gate.application(
      "app", title: "App", version: "1", for: gate.account, isLocked: isLocked, delegate: passed)
  }

  func gate(_ words: String...) throws -> SignIn { try gate(words, accepts: false) }

  func gate(_ words: [String], accepts: Bool) throws -> SignIn {
    let settings = try ServerSettings(
      application: "app",
      Arguments(words, commands: [], options: Option.common + Option.servers, program: "app"),
      environment: ["XDG_STATE_HOME": home.file("state"), "PATH": "/usr/bin:/bin"])
    var configuration = Connections.Configuration()
    configuration.logIn = { connection in
      guard accepts, try await connection.password().text == "geheim" else {
        throw HTTPError.unauthorized("")
      }
    }
    let kinds = [StoredItemKind("saved") { $0 == 1 ? "1 saved patient" : "\($0) saved patients" }]
    let authenticator = ServerAuthenticator(
      settings, configuration, zone: .utc, time: time.wallClock)
    return try SignIn(authenticator, settings, keeping: kinds, zone: .utc, time: time.wallClock)
  }

  func session(
    _ application: Application<SignInRoute>, size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<SignInRoute> {
    try await TestSession(application, size: size, time: time)
  }

  func rows(_ session: TestSession<SignInRoute>) -> [String] {
    session.frame.text.split(separator: "\n").map { String($0) }.drop { !$0.contains("Saved here") }
      .dropFirst().prefix { $0.contains(" at ") }.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  // MARK: What is there

  @Test("The sign-in reports a damaged list of recent servers")
  func recentServersThatCannotBeReadAreSaidToBeThat() async throws {
    try await keep(nurse, ["main": 7_200])
    try home.write("state/app/recent.json", "{")
    let session = try await session(application())
    try session.expect("✕ The list of recent servers can't be read")
    try session.expect("is damaged.")
    try session.expect("nurse at clinic.example.org/openmrs")
  }

  @Test("The sign-in reports saved sessions that can't be read")
  func savedSessionsThatCannotBeReadAreNotNone() async throws {
    try await keep(nurse)
    let directory = try VaultDirectory(of: nurse, in: directory).sessionStore().path
    try? FileManager.default.removeItem(atPath: directory)
    // A link to itself is what root can't read either.
    try FileManager.default.createSymbolicLink(atPath: directory, withDestinationPath: directory)
    let session = try await session(application())
    try session.expect("✕ The saved sessions can't be read")
  }

  @Test("The sign-in lists saved sessions, newest first")
  func theSessionsThereAreAreListedTheNewestFirst() async throws {
    try await keep(nurse, ["main": 7_200])
    try await keep(weber, ["main": 200_000])
    let session = try await session(application())
    let rows = rows(session)
    #expect(rows.count == 2)
    #expect(rows.first?.contains(/^nurse at clinic\.example\.org\/openmrs +\d\d:\d\d$/) == true)
    #expect(rows.last?.contains(/^weber at clinic\.example\.org +2026-11-\d\d \d\d:\d\d$/) == true)
    try session.expectNo("Amina")
    // Nobody has others than the main one, so nobody is asked for a name.
    try session.expectNo("Session")
    // Whoever was here last is asked for the password alone.
    try session.expect("User       nurse")
    // Where a file is named, the session has no name that one could choose.
    let other = try await self.session(application("--snapshot", home.file("lesson")))
    try other.expectNo("Session")
  }

  @Test("The sign-in knows the last account at the next start")
  func whoLoggedInIsKnownAtTheNextStart() async throws {
    let passed = Passed()
    let first = try await session(application(passed: passed, accepts: true))
    await first.type("clinic.example.org/openmrs")
    await first.press(.enter)
    await first.type("nurse")
    await first.press(.enter)
    await first.type("geheim")
    await first.press(.enter)
    let vault = try #require(passed.vault)
    #expect(vault.account == nurse)
    try vault.erase()
    let second = try await session(application())
    try second.expect("User       nurse")
    try second.expect("Known")
    try second.expect("nothing saved")
    // What is kept comes first, and nobody is named twice.
    try await keep(weber, ["main": 10])
    let third = try await session(application())
    #expect(rows(third).count == 2)
    #expect(rows(third).first?.hasPrefix("weber at") == true)
    #expect(rows(third).last?.hasSuffix("nothing saved") == true)
    try await keep(nurse, ["main": 20])
    let fourth = try await session(application())
    #expect(rows(fourth).count == 2)
    try fourth.expectNo("nothing saved")
  }

  /// The newest session may be another person's.
  @Test("The sign-in asks for the last account's password")
  func whoLoggedInLastIsAskedForTheirPassword() async throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let recent = try gate().settings.recent
    recent.note(weber)
    recent.note(nurse)
    let first = try await session(application())
    try first.expect("Server     clinic.example.org/openmrs")
    try first.expect("User       nurse")
    try first.expect("Known")
    try await keep(weber, ["main": 10])
    let second = try await session(application())
    try second.expect("User       nurse")
    #expect(rows(second).map { $0.prefix(8) } == ["weber at", "nurse at"])
  }

  /// Never in an order that depends on the file system.
  @Test("The sign-in lists sessions of the same time by name")
  func sessionsOfOneMomentAreInTheOrderOfTheirNames() async throws {
    try await keep(weber, ["main": 60])
    try await keep(nurse, ["night": 60, "day": 60])
    let places = try gate().candidates
    #expect(places.map(\.account) == [nurse, nurse, weber])
    #expect(places.map(\.session) == ["day", "night", "main"])
    #expect(places.allSatisfy { $0.isStored && $0.savedAt == 1_795_262_340 })
  }

  @Test("The connections after a sign-in know the password")
  func theConnectionsOfWhoCameThroughKnowThePassword() async throws {
    try await keep(nurse, ["main": 10])
    let passed = Passed()
    let gate = try gate("--server", nurse.server, "--user", "nurse")
    let session = try await TestSession(
      gate.application("app", title: "App", version: "1", for: gate.account, delegate: passed),
      time: time)
    await session.type("geheim")
    await session.press(.enter)
    let unlocked = gate.unlocked(try #require(passed.opened), passed)
    #expect(unlocked.vault?.account == nurse)
    #expect(try await unlocked.connections.connection(nurse).password().text == "geheim")
    #expect(gate.isStored(nurse))
    #expect(!gate.isStored(weber))
    #expect(!gate.isStored(nil))
  }

  @Test("Choosing a saved session fills in the account")
  func choosingOneFillsInWhoseItIsAndAsksForThePassword() async throws {
    try await keep(nurse, ["main": 10])
    try await keep(weber, ["main": 20], password: "wal")
    let passed = Passed()
    let session = try await session(application(passed: passed))
    await session.press(.down, .down, .down)
    #expect(session.selectedText?.hasPrefix("weber at clinic.example.org") == true)
    await session.press(.enter)
    #expect(session.selectedText == nil)
    try session.expect("User       weber")
    await session.type("wal")
    await session.press(.enter)
    #expect(passed.vault?.account == weber)
    #expect(passed.session == nil)
  }

  @Test("A click chooses a saved session at the sign-in") func aClickChoosesToo() async throws {
    try await keep(nurse, ["main": 10])
    try await keep(weber, ["main": 20])
    let session = try await session(application())
    let row = try #require(
      (0..<24).first { session.frame.text(ofRow: $0).contains("weber at") })
    await session.send(.mouse(Mouse(.click, at: Position(row: row, column: 5))))
    try session.expect("User       weber")
  }

  @Test("The sign-in opens a named session") func aSessionOfAnotherNameIsNamedAndOpened()
    async throws
  {
    try await keep(nurse, ["main": 7_200, "night": 60])
    let passed = Passed()
    let session = try await session(application(passed: passed))
    #expect(rows(session).first?.contains(/openmrs +night +\d/) == true)
    try session.expect("Session    main")
    await session.press(.down, .down, .enter)
    try session.expect("Session    night")
    await session.type("geheim")
    await session.press(.enter)
    #expect(passed.vault?.account == nurse)
    #expect(passed.session == "night")
  }

  @Test("The sign-in lists a vault without a session")
  func whatIsKeptWithoutASessionIsSaidToHaveNone() async throws {
    try await keep(nurse)
    let session = try await session(application())
    #expect(rows(session).first?.hasSuffix("no session") == true)
  }

  @Test("The sign-in of an ephemeral run lists nothing saved")
  func whoKeepsNothingOpensNothingAndIsToldOfNothing() async throws {
    try await keep(nurse, ["main": 10])
    let session = try await session(application("--ephemeral"))
    try session.expectNo("nurse at")
  }

  @Test("The sign-in of a named account says when its session was saved")
  func theOneThatWasNamedIsSaidToHaveBeenSaved() async throws {
    try await keep(nurse, ["main": 7_200])
    let named = ["--server", nurse.server, "--user", "nurse"]
    let session = try await session(
      application(named[0], named[1], named[2], named[3]))
    try session.expect("Last saved 10:00.")
    try session.expectNo("Saved here (encrypted)")
    // It is of the session that will be opened.
    try await keep(weber, ["main": 7_200, "night": 60])
    let other = try await self.session(
      application("--server", weber.server, "--user", "weber", "--session", "night"))
    try other.expect("Last saved 11:59.")
    let unsaved = try await self.session(
      application("--server", weber.server, "--user", "weber", "--session", "day"))
    try unsaved.expect("without the server.")
    try unsaved.expectNo("Last saved")
  }

  @Test("The sign-in names a plain HTTP server by its host")
  func aServerWithoutEncryptionIsCalledByItsNameToo() async throws {
    let plain = Account(server: "http://clinic.example.org", user: "nurse")
    try await keep(plain, ["main": 7_200])
    let session = try await session(
      application("--insecure-http", "--server", plain.server, "--user", "nurse"))
    try session.expect("For nurse at clinic.example.org.")
  }

  @Test("The sign-in's rows can all be reached in a small window")
  func inASmallWindowEveryRowCanBeReached() async throws {
    for number in 1...6 {
      let account = Account(server: "https://clinic.example.org", user: "nurse\(number)")
      try await keep(account, ["main": number])
    }
    let session = try await session(application(), size: Size(rows: 10, columns: 40))
    try session.expect("Saved here (encrypted)")
    try session.expect("nurse1 at")
    for number in 1...6 {
      await session.press(.down)
      if number > 1 { #expect(session.selectedText?.hasPrefix("nurse\(number - 1) at") == true) }
    }
  }

  @Test("The sign-in says Log in without a vault and Unlock with one")
  func whereNothingIsKeptYetTheServerIsLoggedInTo() async throws {
    let words = ["--server", nurse.server, "--user", "nurse"]
    let first = try await session(application(words[0], words[1], words[2], words[3]))
    try first.expect("[ Log in ]")
    try first.expect("Enter log in")
    try await keep(nurse, ["main": 10])
    let second = try await session(application(words[0], words[1], words[2], words[3]))
    try second.expect("[ Unlock ]")
  }

  /// Another place for the session alone is of no help: the key has to be kept, too.
  @Test("The sign-in advises --ephemeral if nothing can be saved")
  func whereNothingCanBeKeptItIsSaidHowToGoOnWithoutThat() async throws {
    try home.write("state", "a file")
    let passed = Passed()
    let session = try await session(
      application(
        "--server", nurse.server, "--user", "nurse", "--snapshot", home.file("s"), passed: passed,
        accepts: true))
    await session.type("geheim")
    await session.press(.enter)
    try session.expect("✕ Could not unlock")
    try session.expect("--ephemeral")
    try session.expectNo("--snapshot")
    #expect(passed.vault == nil)
  }

  // MARK: Servers as they are typed

  @Test("The sign-in shows a server in its shortest readable form")
  func aServerIsTypedAsShortAsItCanBeReadBack() throws {
    let authenticator = try gate().authenticator
    let plain = Account(server: "http://clinic.example.org:8080", user: "nurse")
    #expect(
      [nurse, weber, plain].map { authenticator.typed($0) } == [
        "clinic.example.org/openmrs", "clinic.example.org", "http://clinic.example.org:8080",
      ])
    #expect(
      [nurse, weber, plain].map { authenticator.name(of: $0) } == [
        "clinic.example.org", "clinic.example.org", "clinic.example.org:8080",
      ])
    #expect(authenticator.account(server: "clinic.example.org/openmrs", user: "nurse") == nurse)
    #expect(authenticator.account(server: "clinic.example.org", user: "") == nil)
    #expect(authenticator.account(server: "", user: "nurse") == nil)
    #expect(authenticator.account(server: "http://clinic.example.org", user: "nurse") == nil)
    #expect(authenticator.problem(ofServer: "clinic.example.org") == nil)
    #expect(authenticator.problem(ofServer: "http://clinic.example.org") != nil)
    let allowing = try gate("--insecure-http").authenticator
    #expect(allowing.account(server: plain.server, user: "nurse") == plain)
  }

  // MARK: A recording

  /// The recording keeps the password that it was begun with.
  @Test("A locked run unlocks though its recording has another password")
  func aLockedRunOpensThoughItsRecordingDoesNot() async throws {
    let path = home.file("week")
    let gate = try gate(["--record", path], accepts: true)
    let opened = try await gate.authenticator.open(nurse, Secret("geheim"), key: nil)
    #expect(opened.recording != nil && opened.notice == nil)
    #expect(gate.unlocked(opened, Passed()).connections.isRecording)
    try await opened.vault.use(Secret("neu"))
    opened.lock()
    let again = try await gate.authenticator.open(nurse, Secret("neu"), key: opened.vault.key)
    #expect(again.recording == nil)
    #expect(
      again.notice == """
        Recording stopped: \(path) was recorded with another password than this one. Name another folder with \
        --record DIR.
        """)
    // Beside what is sealed nothing is recorded in the clear.
    #expect(!gate.unlocked(again, Passed()).connections.isRecording)
    // Whoever begins with a recording is refused as ever.
    await #expect(throws: RecordingError.otherPassword(path)) {
      try await gate.authenticator.open(nurse, Secret("neu"), key: nil)
    }
  }

  // MARK: The next start

  /// The gate's session at the moment when somebody comes through: after that it has no say any
  /// more.
  private func sessionPassed(
    by way: (TestSession<SignInRoute>) async throws -> Void
  ) async throws -> InMemorySnapshotStore {
    let store = InMemorySnapshotStore()
    let passed = Passed()
    passed.onPassed = { passed.left = store.body }
    try await way(TestSession(application(passed: passed), store: store, time: time))
    #expect(passed.left != nil)
    return InMemorySnapshotStore(body: passed.left)
  }

  @Test("A sign-in's earlier error isn't shown at the next start")
  func whatWentWrongBeforeSomebodyCameThroughIsNotSaidAtTheNextStart() async throws {
    try await keep(nurse, ["main": 10])
    let left = try await sessionPassed { session in
      await session.type("falsch")
      await session.press(.enter)
      // Who is killed here reads it again.
      try await session.killAndRelaunch()
      try session.expect("✕ Wrong password")
      try session.expect("[ Forgotten ]")
      await session.type("geheim")
      await session.press(.enter)
    }
    let session = try await TestSession(application(), store: left, time: time)
    try session.expect("nurse at")
    try session.expectNo("✕")
    try session.expectNo("Forgotten")
  }

  @Test("A sign-in's error vanishes after quitting")
  func whatWasWrongWhenThePersonQuitIsNotSaidAtTheNextStart() async throws {
    try await keep(nurse, ["main": 10])
    let passed = Passed()
    passed.onPassed = { throw SnapshotError.inUse(by: "process 24848") }
    let session = try await session(application(passed: passed))
    await session.type("geheim")
    await session.press(.enter)
    try session.expect("process 24848")
    try await session.killAndRelaunch()
    try session.expect("process 24848")
    await session.press(.control("q"))
    #expect(session.hasQuit)
    try await session.killAndRelaunch()
    try session.expectNo("✕")
    try session.expectNo("process 24848")
  }

  @Test("The next sign-in focuses the password field")
  func afterSomebodyCameThroughByTheButtonThePasswordIsTypedInItsField() async throws {
    try await keep(nurse, ["main": 10])
    let left = try await sessionPassed { session in
      await session.type("geheim")
      await session.press(.tab, .enter)
    }
    let session = try await TestSession(application(), store: left, time: time)
    await session.type("quer")
    #expect(!session.hasQuit)
    try session.expect("••••")
  }

  @Test("A restored sign-in focuses the emptied password field")
  func aPasswordThatCameBackEmptyIsTypedInItsField() async throws {
    try await keep(nurse, ["main": 10])
    let session = try await session(application())
    await session.type("gehe")
    await session.press(.tab)
    #expect(session.selectedText?.contains("[ Log in ]") == true)
    try await session.killAndRelaunch()
    await session.type("quer")
    #expect(!session.hasQuit)
    try session.expect("••••")
  }

  // MARK: The law

  /// What is typed into the password's field is what alone doesn't come back.
  @Test("The restoration law holds for the sign-in") func everyEventIsRestored() async throws {
    try await keep(nurse, ["main": 10, "night": 20])
    try await keep(weber, ["main": 30])
    let keys: [Key] = [
      .enter, .down, .down, .down, .enter, .tab, .tab, .tab, .tab, .down, .enter, .backTab, "x",
      .backTab, "y", .tab, .tab, .enter, .tab, .tab, .tab, .tab, .tab, .tab,
    ]
    try await assertRestorable(
      application(),
      script: .events(keys.map { .key($0) } + [.resize(Size(rows: 10, columns: 40)), .key(.down)]))
  }

  @Test("The way to erasing a vault is restored at every step")
  func theWayToErasingIsRestoredAtEveryStep() async throws {
    try await keep(nurse, ["main": 10])
    let session = try await session(application())
    await session.type("falsch")
    for key in [.enter, .tab, .tab, .enter, .tab, .backTab, .enter] as [Key] {
      await session.press(key)
      let before = session.frame.text.split(separator: "\n").dropLast()
      try await session.killAndRelaunch()
      #expect(session.frame.text.split(separator: "\n").dropLast() == before)
    }
    await session.press(.enter, .tab, .enter)
    try session.expect("Erased: nothing is saved here for nurse at clinic.example.org")
  }

  /// Its session lies in the clear, and names whoever is to be erased.
  @Test(arguments: [0, 3])
  func aHostileSessionFileIsSurvivedAndErasesNothing(steps: Int) async throws {
    try await keep(nurse, ["main": 10])
    let path = home.file("gate.snapshot")
    let session = try await TestSession(application(), file: path, time: time)
    await session.type("falsch")
    await session.press(.enter)
    for key in [.tab, .tab, .enter].prefix(steps) as ArraySlice<Key> { await session.press(key) }
    let count = try await assertSurvivesHostileStates(
      application(), from: URL(filePath: path), topOnly: true)
    #expect(count > 30)
    #expect(try VaultDirectory(of: nurse, in: directory).isMade())
  }
}
