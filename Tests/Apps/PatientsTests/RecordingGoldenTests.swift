import Accounts
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients
@testable import Reprise

/// How a recording looks, and the gate before it.
@MainActor @Suite(.cheapKeys) struct RecordingGoldenTests {
  nonisolated static let sizes = [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)]

  @Test(
    "patients sign-in of a recording looks as in its golden",
    arguments: ["recording-gate", "recording-locked"], sizes)
  func itsGateLooksAsItDid(name: String, size: Size) async throws {
    let settings = try ServerSettings(application: "patients", Arguments(), environment: [:])
    let gate = try SignIn(
      RecordingAuthenticator(RecordingDirectory("lessons/week"), settings), settings,
      examples: Patients.examples)
    let session = try await TestSession(
      gate.application(
        "patients", title: "Patients", version: "1", for: gate.account,
        isLocked: name == "recording-locked", delegate: Passed()), size: size)
    try assertGolden(session.frame, "\(name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  private nonisolated static let scenes: [String: [Key]] = [
    "recording-home": [], "recording-patients": [.end, .enter],
    "recording-lacks": ["j", .enter], "recording-find": [.enter, "o", "d", "h"],
  ]

  @Test(
    "patients screens of a recording look as in their goldens", arguments: scenes.keys.sorted(),
    sizes)
  func itsScreensLookAsTheyDid(name: String, size: Size) async throws {
    let home = try TemporaryDirectory()
    let recording = try await RecordingDirectory(home.file("week")).record(
      Account(server: "https://clinic.example.org", user: "nurse"), by: "patients",
      with: Secret("geheim"), at: 1_795_262_400)
    let server = RecordingTransport(
      SimulatorTransport(data: .builtIn), of: .recorded, into: RecordedPages(recording),
      now: { 1_795_175_000 })
    let client = OpenMRSClient(over: server, at: .recorded)
    for text in ["grace", "samuel"] {
      for patient in try await client.patients(matching: text, start: 0, limit: 20).elements {
        _ = try await client.patient(patient.id)
      }
    }
    let session = try await TestSession(
      Viewer(playing: recording, zone: .utc).application, size: size)
    for key in Self.scenes[name] ?? [] { await session.press(key) }
    try assertGolden(session.frame, "\(name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }
}
