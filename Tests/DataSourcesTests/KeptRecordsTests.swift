import Networking
import RepriseTesting
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

  @Test func allSavedRecordsAreBroughtUpToDateOneAfterTheOther() async throws {
    try await records.saved.keep(RecordCopy("S1", at: 10))
    try await records.saved.keep(RecordCopy("S2", at: 700))
    let session = try await TestSession(records.application(.saving(nil)))
    try session.expect(" 2 of 2 saved")
    // It was saved after the person wished for it, so nobody is asked.
    #expect(await records.saved.copy(of: ResourceID("S2"))?.entry.moment == 700)
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.moment == 1_000)
    #expect(await records.savedWords == "2 samples, complete")
  }

  @Test func whatCanNotBeReadIsSaidWhereTheOthersAreCounted() async throws {
    try vault.write([1, 2, 3], to: "sample S2", in: SavedRecords<Sample>.folder)
    #expect(await records.savedWords == "1 can't be read")
    try await records.saved.keep(RecordCopy("S1", at: 10))
    #expect(await records.savedWords == "1 sample, 1 can't be read")
  }

  @Test func aFailureIsTheRowsAloneAndTheOldCopyStays() async throws {
    try await records.saved.keep(RecordCopy("S1", at: 10))
    try await records.saved.keep(RecordCopy("S2", at: 10))
    let session = try await TestSession(
      records.application(.saving(nil)) { _, id, _, _ in
        if id.text == "S1" { throw HTTPProblem.status("", 500, reason: "Oops", line: nil) }
        return RecordCopy(RecordEntry(Sample(id.text), moment: 1_000), answers: [:])
      })
    try session.expect("1 of 2 saved, 1 failed: their old copies are kept")
    try session.expect("✕ Sample S1")
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.moment == 10)
  }

  @Test func ofWhomNothingIsKnownTheNameComesWithTheAnswer() async throws {
    let session = try await TestSession(records.application(.saving(ResourceID("S9"))))
    try session.expect("● Sample S9")
    try session.expect("1 of 1 saved")
  }

  @Test func aCopyIsRemovedOnlyWhenTheQuestionIsAnswered() async throws {
    try await records.saved.keep(RecordCopy("S1", at: 10))
    let session = try await TestSession(records.application(.removal(ResourceID("S1"))))
    try session.expect("Remove the saved copy of Sample S1?")
    #expect(await records.saved.copy(of: ResourceID("S1")) != nil)
    await session.press(.tab, .enter)
    #expect(await records.saved.copy(of: ResourceID("S1")) == nil)
    #expect(await records.savedWords == "none yet")
  }

  @Test func whatTheServerFailedAtIsTakenFromTheCopyBefore() {
    let before = RecordCopy<Sample>(
      "S1", at: 10,
      [
        "assay": .answered(.string("old"), moment: 10),
        "well/7": .answered(.string("B4"), moment: 10),
        "note/1": .answered(.string("gone"), moment: 10),
      ])
    let failed = RecordCopy<Sample>(
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

  /// What the server answered stands as it is, with what it doesn't have any more.
  @Test func onlyWhatFailedIsTakenFromTheCopyBefore() {
    let before = RecordCopy<Sample>(
      "S1", at: 10,
      [
        "assay/1": .answered(.string("old"), moment: 10),
        "assay/2": .answered(.string("deleted since"), moment: 10),
        "plate": .earlier(.string("older"), moment: 5, 503, "Busy"),
        "well/7": .lacking(.notFound("")),
      ])
    let whole = RecordCopy<Sample>(
      "S1", at: 20, ["assay/1": .answered(.string("new"), moment: 20)])
    #expect(whole.keeping(before) == whole)
    let failed = RecordCopy<Sample>(
      "S1", at: 20,
      [
        "assay/1": .answered(.string("new"), moment: 20), "plate": .lacking(.refused(500, "Oops")),
        "note": .lacking(.notFound("")),
      ])
    #expect(failed.keeping(nil) == failed)
    #expect(
      failed.keeping(before).answers == [
        "assay/1": .answered(.string("new"), moment: 20),
        "plate": .earlier(.string("older"), moment: 5, 500, "Oops"),
        "note": .lacking(.notFound("")),
      ])
  }

  @Test func aCopyIsAsLateAsTheLatestOfItsAnswers() {
    #expect(RecordCopy<Sample>("S1", at: 10, ["assay": .lacking(.refused(0, ""))]).latest == 10)
    #expect(
      RecordCopy<Sample>(
        "S1", at: 10,
        [
          "assay": .answered(.null, moment: 12), "plate": .earlier(.null, moment: 11, 500, ""),
        ]
      ).latest == 12)
  }

  @Test func whatAnotherReleaseWroteIsNoCopy() {
    let copy = RecordCopy<Sample>("S1", at: 10, ["assay": .answered(.null, moment: 12)])
    var json = copy.json
    #expect(RecordCopy<Sample>(json) == copy)
    json["turn"] = nil
    #expect(RecordCopy<Sample>(json)?.turn == 0)
    json["format"] = .number("2")
    #expect(RecordCopy<Sample>(json) == nil)
    var damaged = copy.json
    damaged["answers"] = .object([JSON.Member("assay", .string("no answer"))])
    #expect(RecordCopy<Sample>(damaged) == nil)
  }

  @Test func whatWasOpenedLastComesFirstAndOnce() async throws {
    for (moment, name) in ["S1", "S2", "S1"].enumerated() {
      try await records.recent.note(Sample(name), at: moment)
    }
    #expect(try await records.recent.list().map(\.id.text) == ["S1", "S2"])
    #expect(
      KeptRecords<Sample>.kinds.map { $0.words(2) } == ["2 saved samples", "", "recently viewed"])
  }

  @Test func theLastTwentyAreKept() async throws {
    for number in 1...21 { try await records.recent.note(Sample("S\(number)"), at: number) }
    let entries = try await records.recent.list()
    #expect(entries.map(\.moment) == (2...21).reversed())
    #expect(entries.last?.id == ResourceID("S2"))
  }

  @Test func aDamagedListOfTheLastOnesIsSetAsideAndNamed() async throws {
    try vault.write(Array("{}".utf8), to: "recent", in: "recent")
    await #expect(throws: VaultProblem.self) { try await records.recent.list() }
    let aside = try #require(try await records.recent.note(Sample("S1"), at: 1))
    #expect(aside.contains(".aside-"))
    #expect(try home.files().contains { aside.hasSuffix($0) })
    #expect(try await records.recent.list().map(\.id.text) == ["S1"])
  }
}
