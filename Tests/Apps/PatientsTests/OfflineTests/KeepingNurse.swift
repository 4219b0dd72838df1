import Accounts
import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import Patients
@testable import Reprise

/// The viewer of a nurse who keeps patients, at a server in memory that comes and goes. It is noon
/// on the day of the built-in patients.
@MainActor struct KeepingNurse {
  let server: ComingAndGoing
  private let vault: Vault
  private let account = Account(server: "https://clinic.example.org/openmrs", user: "nurse")

  /// Keeps whom these texts find first, each saved and viewed a day after the one before.
  init(keeping texts: [String] = ["grace", "samuel", "wolken"]) async throws {
    let home = try TemporaryDirectory()
    server = ComingAndGoing(home)
    vault = try await VaultDirectory(of: account, in: home.path).make(Secret("geheim"))
    let records = OfflineRecords<Patient>(vault)
    let now = KeepingNurse.now
    for (number, text) in texts.enumerated() {
      let found = try await client().patients(matching: text, start: 0, limit: 1).elements
      let patient = try #require(found.first)
      let timestamp = now + (number - texts.count) * 86_400
      try await records.saved.save(
        try await client().complete(patient.id, at: timestamp) { _, _ in })
      try await records.recent.note(patient, at: timestamp)
    }
  }

  /// Makes a viewer as each start does: it knows nothing but what is in the vault.
  func viewer() throws -> Viewer {
    let settings = try ServerSettings(application: "patients", Arguments(), environment: [:])
    let configuration = OpenMRSClient.configuration
    let records = OfflineRecords<Patient>(vault)
    let now = KeepingNurse.now
    let connection = Connection(
      to: try #require(ServerAddress(account.server)), headers: configuration.headers, over: server,
      cache: vault.responseCache, refusal: configuration.refusal, now: { now })
    return Viewer(
      ServerAccount(account, Connections(settings, configuration, vault: vault)),
      RecordSource(
        client: OpenMRSClient(connection, copies: records.saved, now: { now }),
        origin: Provenance(.live("clinic.example.org"), .notRequested), zone: .utc,
        usesServer: true,
        now: { Timestamp(milliseconds: now * 1000) },
        recoverable: Route.recoverable(at: connection)), records)
  }

  /// At a section of somebody's record who was found by name, with what the server says now.
  static func opened(
    _ section: Character, of text: String = "grace", keeping texts: [String] = ["grace"]
  ) async throws -> (nurse: KeepingNurse, session: TestSession<Route>) {
    let nurse = try await KeepingNurse(keeping: texts)
    let session = try await TestSession(nurse.application(.find), time: TestClock(at: now))
    await session.type(text)
    await session.press(.enter, .character(section))
    try session.expect("LIVE clinic.example.org")
    return (nurse, session)
  }

  /// The moment at which the server is asked.
  static let now = 1_795_262_400

  /// Begins at Home, or elsewhere.
  func session(
    size: Size = Size(rows: 24, columns: 80),
    store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<Route> {
    try await TestSession(
      viewer().application, size: size, store: store, time: TestClock(at: Self.now))
  }

  /// Puts a file where the folder of cached answers was, so that none can be written.
  func closeCache() throws {
    let path = vault.directory.path + "/answers"
    try? FileManager.default.removeItem(atPath: path)
    try Data().write(to: URL(filePath: path))
  }

  /// Puts a file among the saved ones that can't be read.
  func spoil() throws {
    try Data("nonsense".utf8).write(
      to: URL(filePath: vault.directory.path + "/saved/" + vault.name(of: "patient spoilt")))
  }
}
