import Accounts
import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import Patients
@testable import Reprise

/// How every screen looks, at the two sizes that most terminals have between them.
@MainActor @Suite(.cheapKeys) struct GoldenTests {
  /// A screen, and the keys that lead to it.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [Key]
    var testDescription: String { name }

    init(_ name: String, _ keys: Key...) {
      self.name = name
      self.keys = keys
    }

    /// In a patient's record.
    init(_ name: String, of patient: String, _ keys: Key...) {
      self.name = name
      self.keys = [.enter] + patient.map { .character($0) } + [.enter] + keys
    }
  }

  nonisolated static let scenes = [
    Scene("home"), Scene("find", .enter, "w", "a", "n"),
    Scene("nobody", .enter, "z", "z"), Scene("active-visits", "j", .enter),
    Scene("summary", of: "grace"), Scene("dead", of: "samuel"), Scene("hostile", of: "1';"),
    Scene("visits", of: "grace", "2"), Scene("visit", of: "grace", "2", .enter),
    Scene("encounters", of: "otien", "3"),
    Scene("encounter", of: "grace", "3", .enter), Scene("vitals", of: "grace", "4"),
    Scene("vitals-table", of: "grace", "4", "t"), Scene("chart", of: "grace", "4", .enter, .left),
    Scene("long-chart", of: "otien", "4", .enter), Scene("allergies", of: "grace", "5"),
    Scene("conditions", of: "grace", "6"), Scene("medications", of: "grace", "7"),
    Scene("programs", of: "grace", "8"), Scene("allergy", of: "grace", "5", .enter),
    Scene("condition", of: "grace", "6", .enter),
    Scene("medication", of: "grace", "7", .enter),
    Scene("program", of: "grace", "8", .enter), Scene("no-module", of: "lindg", "8"),
    Scene("details", of: "manyf", "9"), Scene("raw", of: "seven", "y"),
    Scene("filter", of: "otien", "3", "/", "0", "8"), Scene("help", of: "grace", "?"),
  ]

  @Test(
    "patients screens look as in their goldens", arguments: scenes,
    [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func looksAsItDid(scene: Scene, size: Size) async throws {
    let session = try await patients(size: size)
    for key in scene.keys { await session.press(key) }
    try assertGolden(session.frame, "\(scene.name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  /// The gate where sessions are kept, before and after a wrong password, and the screen that
  /// erases them.
  @Test(
    "patients sign-in screens with sessions look as in their goldens",
    arguments: ["gate-sessions", "gate-refused", "erase"],
    [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40), Size(rows: 50, columns: 160)])
  func theGateWithSessionsLooksAsItDid(name: String, size: Size) async throws {
    let home = try TemporaryDirectory()
    let time = TestClock(at: 1_795_262_400)
    for (user, server, session, age) in [
      ("nurse", "clinic.example.org/openmrs", "main", 600),
      ("weber", "test.example.org", "main", 1),
      ("nurse", "clinic.example.org/openmrs", "night", 100_000),
    ] {
      try await keepSession(
        session, of: Account(server: "https://\(server)", user: user),
        at: time.wallClock.now() - age,
        in: home)
    }
    let settings = try ServerSettings(
      application: "patients", Arguments(), environment: ["XDG_STATE_HOME": home.path])
    let keeper = ServerAuthenticator(
      settings, OpenMRSClient.configuration, zone: .utc, time: time.wallClock)
    let gate = try SignIn(
      keeper, settings, keeping: OfflineRecords<Patient>.kinds, examples: Patients.examples,
      zone: .utc,
      time: time.wallClock)
    let session = try await TestSession(
      gate.application("patients", title: "Patients", version: "1", delegate: Passed()), size: size,
      time: time)
    if name != "gate-sessions" { await session.logIn("falsch") }
    if name == "erase" { await session.press(.tab, .tab, .enter) }
    try assertGolden(session.frame, "\(name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  private func keepSession(
    _ name: String, of account: Account, at timestamp: Int, in home: TemporaryDirectory
  ) async throws {
    let directory = try VaultDirectory(of: account, in: home.file("patients"))
    let isMade = try directory.isMade()
    let vault =
      isMade
      ? try await directory.open(Secret("geheim")) : try await directory.make(Secret("geheim"))
    try directory.sessionStore().create()
    let path = try directory.sessionStore().file(forSession: name, account: nil)
    let file = SnapshotFile(path: path, sealing: vault.sealing)
    _ = try file.load()
    try file.save([1])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(timestamp))], ofItemAtPath: path)
  }

  /// At a server, of somebody who keeps three patients; the keys from Home on.
  nonisolated static let keptScenes = [
    Scene("home-saved"), Scene("saved", "j", "j", .enter), Scene("recent", .end, .up, .enter),
    Scene("removal", "j", "j", .enter, "x"), Scene("saving", "j", "j", .enter, "u"),
    Scene("saving-failed", "j", "j", .enter, "u"), Scene("saving-under-way", "j", "j", .enter),
    Scene("saved-nobody", "j", "j", .enter), Scene("saved-unreadable", "j", "j", .enter),
    Scene("find-saved", .enter, "g", "r", "a"),
    Scene("summary-saved", .enter, "g", "r", "a", .enter),
  ]

  @Test(
    "patients saved offline screens look as in their goldens", arguments: keptScenes,
    [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func whatIsKeptLooksAsItDid(scene: Scene, size: Size) async throws {
    let nurse = try await KeepingNurse(
      keeping: scene.name == "saved-nobody" ? [] : ["grace", "samuel", "wolken"])
    nurse.server.isAway = scene.name == "saving-failed"
    if scene.name == "saved-unreadable" { try nurse.spoil() }
    let session = try await nurse.session(size: size)
    for key in scene.keys { await session.press(key) }
    var rest: Task<Void, Never>?
    if scene.name == "saving-under-way" {
      nurse.server.held = "programenrollment"
      rest = Task { await session.press("u") }
      try await session.wait(for: "saving, 18 of 19")
    }
    defer { nurse.server.held = nil }
    try assertGolden(session.frame, "\(scene.name)-\(size.rows)x\(size.columns)", suite: "Screens")
    nurse.server.held = nil
    await rest?.value
  }

  @Test(
    "patients server screens look as in their goldens",
    arguments: ["gate", "locked", "live-password", "log-out"], [24, 10])
  func aServersLooksAsItDid(name: String, rows: Int) async throws {
    let size = Size(rows: rows, columns: rows == 24 ? 80 : 40)
    let account = Account(server: "https://clinic.example.org/openmrs", user: "nurse")
    let settings = try ServerSettings(application: "patients", Arguments(), environment: [:])
    let golden = "\(name)-\(size.rows)x\(size.columns)"
    if ["gate", "locked"].contains(name) {
      let isLocked = name == "locked"
      let gate = try SignIn(
        ServerAuthenticator(settings, OpenMRSClient.configuration), settings,
        examples: Patients.examples)
      let application = gate.application(
        "patients", title: "Patients", version: "1", for: isLocked ? account : nil,
        isLocked: isLocked, delegate: Passed())
      let session = try await TestSession(application, size: size)
      return try assertGolden(session.frame, golden, suite: "Screens")
    }
    let viewer = Viewer(
      ServerAccount(account, Connections(settings, OpenMRSClient.configuration)), zone: .utc)
    let session = try await TestSession(viewer.application, size: size)
    await session.press(name == "log-out" ? .end : .home, .enter)
    if name == "live-password" { await session.press(.escape, .down, .enter, "r") }
    try assertGolden(session.frame, golden, suite: "Screens")
  }
}
