import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// Every answer that was recorded is read as the app reads it; a golden says what of it is shown,
/// and what is dropped.
@Suite struct RecordedAnswersGoldenTests {
  nonisolated static let directories = [
    "core-2.4.5_rest-2.32.0", "core-2.5.9_rest-2.38.0-swapped", "core-2.5.9_rest-2.39.0",
    "core-2.6.7_rest-2.44.0", "core-2.7.4_rest-2.47.0-swapped", "core-2.7.4_rest-2.49.0",
    "core-2.7.4_rest-2.50.0-swapped", "core-2.8.4_rest-3.2.0", "core-2.8.9_rest-3.4.1",
  ]

  @Test("Recorded OpenMRS responses are read as in their golden", arguments: directories)
  func whatARealServerAnsweredIsRead(directory: String) async throws {
    guard RecordedExchange.isThere else {
      print("Skipped: there are no recordings at \(RecordedExchange.root).")
      return
    }
    var decoding = RecordedDecoding(directory)
    for exchange in RecordedExchange.everything(in: directory) { try await decoding.add(exchange) }
    try assertGolden(decoding, directory)
  }

  @Test("Recorded OpenMRS servers are all tested") func noServerWasForgotten() {
    guard RecordedExchange.isThere else {
      print("Skipped: there are no recordings at \(RecordedExchange.root).")
      return
    }
    let there = try? FileManager.default.contentsOfDirectory(atPath: RecordedExchange.root)
    #expect(
      there?.filter { $0.hasPrefix("core-") && !$0.hasSuffix(".json") }.sorted() == Self.directories
    )
  }

  /// What the answers in the tests of OpenMRS's own clients are, by the beginnings of their files'
  /// names.
  nonisolated private static let kinds: [(file: String, kind: RecordedKind)] = [
    ("android_Encounter", .encounter), ("android_GetVisitType", .named),
    ("android_GetVisit", .visit),
    ("android_Program", .named), ("android_Visit", .visit), ("android_obs", .observation),
    ("docs_auth", .session), ("docs_concept", .concept), ("docs_encounter", .encounter),
    ("docs_location", .named), ("docs_obs", .observation), ("docs_order", .medication),
    ("docs_patients", .patient), ("docs_persons", .person), ("docs_program", .program),
    ("docs_visits", .visit), ("mockAllergy", .allergy), ("mockEncounter", .encounter),
    ("mockEnrolled", .program), ("mockOrders", .medication), ("mockPatientDrugOrders", .medication),
    ("mockProgram", .program), ("mockSession", .session), ("mockVisitNotes", .encounter),
    ("visitOverview", .encounter),
  ]

  @Test("Recorded responses of other OpenMRS clients are read")
  func whatOtherClientsKeptOfTheirServersIsRead() throws {
    guard RecordedExchange.isThere else {
      print("Skipped: there are no recordings at \(RecordedExchange.root).")
      return
    }
    let directory = URL(fileURLWithPath: RecordedExchange.root).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    var decoding = RecordedDecoding("OpenMRS's own clients")
    for file in files {
      let data = try Data(contentsOf: directory.appendingPathComponent(file))
      let kind = try #require(Self.kinds.first { file.hasPrefix($0.file) }?.kind, "\(file)")
      let json = try JSON(Array(data))
      // Those of the documentation are the answers of a page.
      let answers = file.hasPrefix("docs_") ? json.array ?? [] : [json["data"] ?? json]
      for answer in answers { decoding.add(answer, as: kind) }
    }
    try assertGolden(decoding, "clients")
  }

  private func assertGolden(_ decoding: RecordedDecoding, _ name: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Golden/RecordedAnswers/\(name).txt").standardizedFileURL
    let text = decoding.description
    if ProcessInfo.processInfo.environment["REPRISE_RECORD_GOLDENS"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      Issue.record("\(file.path) was recorded. Look at it, then run the tests again.")
      return
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    let (old, new) = (kept.split(separator: "\n"), text.split(separator: "\n"))
    for line in new where !old.contains(line) { Issue.record("now: \(line)") }
    for line in old where !new.contains(line) { Issue.record("no longer: \(line)") }
  }
}
