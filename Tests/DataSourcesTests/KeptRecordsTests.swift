import Networking
import RepriseTesting
import Screens
import Sealing
import Terminals
import Testing
import Values
import Vaults

@testable import DataSources

/// Records that aren't patients', saved complete and removed by the framework's own screens.
@MainActor @Suite(.cheapKeys) struct KeptRecordsTests {
  private let home: TemporaryFolder
  private let vault: Vault
  private let records: KeptRecords<Sample>

  init() async throws {
    home = try TemporaryFolder()
    vault = try await VaultFolder(
      of: Account(server: "https://lab.example.org", user: "ada"), in: home.path
    ).make(Secret("geheim"), taking: .least)
    records = KeptRecords(vault)
  }

  private func copy(
    _ name: String, at moment: Int, _ answers: [String: CopiedAnswer] = [:]
  ) -> RecordCopy<Sample> {
    RecordCopy(RecordEntry(Sample(name), moment: moment), answers: answers)
  }

  private func application(
    _ root: RecordsRoute,
    copying: @escaping CopyingRecord<NoClient, Sample> = { _, id, met, say in
      await met(Sample(id.text))
      await say(1, 2)
      return RecordCopy(
        RecordEntry(Sample(id.text), moment: 1_000),
        answers: ["assay": .answered(.string("new"), moment: 1_000)])
    }
  ) -> Application<RecordsRoute> {
    let records = records
    let reader = DataReader(
      client: NoClient(), origin: Provenance(.live("lab"), .unasked), zone: .utc, isLive: true,
      now: { Timestamp(milliseconds: 1_000_000) })
    return Application("samples", title: "Samples", version: "1", root: root) { route in
      switch route {
      case .saving(let id):
        records.savingScreen(
          of: id, since: 500, from: reader, copying: copying,
          open: { $1.push(RecordsRoute.removal($0)) })
      case .removal(let id): records.removalScreen(of: id)
      }
    }
  }

  @Test func allSavedRecordsAreBroughtUpToDateOneAfterTheOther() async throws {
    try await records.saved.keep(copy("S1", at: 10))
    try await records.saved.keep(copy("S2", at: 700))
    let session = try await TestSession(application(.saving(nil)))
    try session.expect("2 of 2 saved")
    // It was saved after the person wished for it, so nobody is asked.
    #expect(await records.saved.copy(of: ResourceID("S2"))?.entry.moment == 700)
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.moment == 1_000)
    #expect(await records.savedWords == "2 samples, complete")
  }

  @Test func aFailureIsTheRowsAloneAndTheOldCopyStays() async throws {
    try await records.saved.keep(copy("S1", at: 10))
    try await records.saved.keep(copy("S2", at: 10))
    let session = try await TestSession(
      application(.saving(nil)) { _, id, _, _ in
        if id.text == "S1" { throw HTTPProblem.status("", 500, reason: "Oops", line: nil) }
        return RecordCopy(RecordEntry(Sample(id.text), moment: 1_000), answers: [:])
      })
    try session.expect("1 of 2 saved, 1 failed: their old copies are kept")
    try session.expect("✕ Sample S1")
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.moment == 10)
  }

  @Test func ofWhomNothingIsKnownTheNameComesWithTheAnswer() async throws {
    let session = try await TestSession(application(.saving(ResourceID("S9"))))
    try session.expect("● Sample S9")
    try session.expect("1 of 1 saved")
  }

  @Test func aCopyIsRemovedOnlyWhenTheQuestionIsAnswered() async throws {
    try await records.saved.keep(copy("S1", at: 10))
    let session = try await TestSession(application(.removal(ResourceID("S1"))))
    try session.expect("Remove the saved copy of Sample S1?")
    #expect(await records.saved.copy(of: ResourceID("S1")) != nil)
    await session.press(.tab, .enter)
    #expect(await records.saved.copy(of: ResourceID("S1")) == nil)
    #expect(await records.savedWords == "none yet")
  }

  @Test func whatTheServerFailedAtIsTakenFromTheCopyBefore() {
    let before = copy(
      "S1", at: 10,
      [
        "assay": .answered(.string("old"), moment: 10),
        "well/7": .answered(.string("B4"), moment: 10),
        "note/1": .answered(.string("gone"), moment: 10),
      ])
    let failed = copy(
      "S1", at: 20,
      ["plate": .lacking(.refused(500, "Oops")), "assay": .lacking(.refused(500, ""))])
    let kept = failed.keeping(before)
    #expect(kept.answers["assay"] == .earlier(.string("old"), moment: 10, 500, ""))
    // Which wells there are only the plate says; notes are asked for without it.
    #expect(kept.answers["well/7"] == .answered(.string("B4"), moment: 10))
    #expect(kept.answers["note/1"] == nil)
    #expect(kept.entry.gaps == "without plates (500), with earlier assays (500)")
    #expect(RecordCopy<Sample>(kept.json) == kept)
  }

  @Test func whatWasOpenedLastComesFirstAndOnce() async throws {
    for (moment, name) in ["S1", "S2", "S1"].enumerated() {
      try await records.recent.note(Sample(name), at: moment)
    }
    #expect(try await records.recent.list().map(\.id.text) == ["S1", "S2"])
    #expect(
      KeptRecords<Sample>.kinds.map { $0.words(2) } == ["2 saved samples", "", "recently viewed"])
  }
}

private struct Sample: RecordSubject {
  static let key = "sample"
  static let noun = (one: "sample", many: "samples")

  let id: ResourceID
  let identifier = "/LAB"
  var title: String { "Sample \(id.text)" }
  var facts: JSON { .object([JSON.Member("name", .string(id.text))]) }

  init(_ name: String) { id = ResourceID(name) }
  init(facts: JSON) throws { self.init(facts["name"]?.string ?? "") }

  static func part(of question: String) -> String? {
    ["assay": "assays", "plate": "plates"][question]
  }

  static func kinds(after kind: String) -> Set<String> { kind == "plate" ? ["well"] : [] }
}

/// A client that is never asked: the copies are the tests' own.
private struct NoClient: DataClient {
  let connection = Connection.unasked
  var sources = SourceChain(ScriptedSource { _ in ServerAnswer("", at: 0) })
  func askingNobody() -> NoClient? { nil }
}

private enum RecordsRoute: AppRoute {
  case saving(ResourceID?)
  case removal(ResourceID)
}
