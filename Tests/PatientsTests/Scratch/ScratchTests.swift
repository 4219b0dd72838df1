import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import Patients

@Suite struct ScratchTests {
  @Test func sizes() async throws {
    let server = LargeClinic(encounters: 5_000)
    let client = try client(server)
    let notes = AnswerNotes(client.services.dialect)
    let patient = try await WholeRecord(of: ResourceID("a0000001-0000-4000-8000-000000001eef"), client.noting(notes), notes).ask(
      met: { _ in }, say: { _, _ in })
    print("USED", notes.room.used >> 20)
    let copy = SavedCopy(SavedPatient(patient, moment: 7), answers: notes.answers)
    print("BYTES", copy.json.bytes.count, "MEM", copy.json.memory)
    var by: [String: (Int, Int, Int)] = [:]
    for (q, a) in copy.answers {
      let k = String(q.prefix { $0 != "/" && $0 != "?" }) + (q.contains("/") ? "/" : "?")
      let o = by[k] ?? (0, 0, 0)
      by[k] = (o.0 + 1, o.1 + a.json.bytes.count + q.utf8.count, o.2 + a.json.memory)
    }
    print("BY", by)
    print("MAXKEY", copy.answers.keys.map(\.utf8.count).max()!, copy.answers.keys.map(\.utf8.count).reduce(0,+))
  }
}
