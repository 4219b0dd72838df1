import Core
import Encryption
import Networking
import RepriseTesting
import Terminals
import TestSupport
import Testing

@testable import Accounts
@testable import DataSources

/// Records that aren't patients', saved complete and removed by the framework's own screens.
@MainActor @Suite(.cheapKeys) struct OfflineRecordsTests {
  private let home: TemporaryDirectory
  private let vault: Vault
  private let records: OfflineRecords<Sample>

  init() async throws {
    home = try TemporaryDirectory()
    vault = try await VaultDirectory(
      of: Account(server: "https://lab.example.org", user: "ada"), in: home.path
    ).make(Secret("geheim"), cost: .least)
    records = OfflineRecords(vault)
  }

  @Test("The saving screen updates all saved records")
  func allSavedRecordsAreBroughtUpToDateOneAfterTheOther() async throws {
    try await records.saved.save(RecordCopy("S1", at: 10))
    try await records.saved.save(RecordCopy("S2", at: 700))
    let session = try await TestSession(records.application(.saving(nil)))
    try session.expect(" 2 of 2 saved")
    // It was saved after the person wished for it, so nobody is asked.
    #expect(await records.saved.copy(of: ResourceID("S2"))?.entry.timestamp == 700)
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.timestamp == 1_000)
    #expect(await records.savedSummary == "2 samples, complete")
  }

  @Test("The count of saved records includes unreadable ones")
  func whatCanNotBeReadIsSaidWhereTheOthersAreCounted() async throws {
    try vault.write([1, 2, 3], to: "sample S2", in: SavedRecords<Sample>.directory)
    #expect(await records.savedSummary == "1 can't be read")
    try await records.saved.save(RecordCopy("S1", at: 10))
    #expect(await records.savedSummary == "1 sample, 1 can't be read")
  }

  @Test("A record that can't be updated keeps its old copy")
  func aFailureIsTheRowsAloneAndTheOldCopyStays() async throws {
    try await records.saved.save(RecordCopy("S1", at: 10))
    try await records.saved.save(RecordCopy("S2", at: 10))
    let session = try await TestSession(
      records.application(.saving(nil)) { _, id, _, _, _ in
        if id.text == "S1" { throw HTTPError.status("", 500, reason: "Oops", line: nil) }
        return RecordCopy(RecordEntry(Sample(id.text), timestamp: 1_000), responses: [:])
      })
    try session.expect("1 of 2 saved, 1 failed: their old copies are kept")
    try session.expect("✕ Sample S1")
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.timestamp == 10)
  }

  @Test("The saving screen shows an unknown record's name from the response")
  func ofWhomNothingIsKnownTheNameComesWithTheAnswer() async throws {
    let session = try await TestSession(records.application(.saving(ResourceID("S9"))))
    try session.expect("● Sample S9")
    try session.expect("1 of 1 saved")
  }

  @Test("A saved record is removed only after confirming")
  func aCopyIsRemovedOnlyWhenTheQuestionIsAnswered() async throws {
    try await records.saved.save(RecordCopy("S1", at: 10))
    let session = try await TestSession(records.application(.removal(ResourceID("S1"))))
    try session.expect("Remove the saved copy of Sample S1?")
    #expect(await records.saved.copy(of: ResourceID("S1")) != nil)
    await session.press(.tab, .enter)
    #expect(await records.saved.copy(of: ResourceID("S1")) == nil)
    #expect(await records.savedSummary == "none yet")
  }

  @Test("A saved record keeps earlier responses where the server failed")
  func whatTheServerFailedAtIsTakenFromTheCopyBefore() throws {
    let before = RecordCopy<Sample>(
      "S1", at: 10,
      [
        "assay": .answered(.string("old"), timestamp: 10),
        "well/7": .answered(.string("B4"), timestamp: 10),
        "note/1": .answered(.string("gone"), timestamp: 10),
      ])
    let failed = RecordCopy<Sample>(
      "S1", at: 20,
      ["plate": .unavailable(.refused(500, "Oops")), "assay": .unavailable(.refused(500, ""))])
    let kept = failed.merging(before)
    #expect(kept.responses["assay"] == .earlier(.string("old"), timestamp: 10, 500, ""))
    // Which wells there are only the plate says; notes are asked for without it.
    #expect(kept.responses["well/7"] == .answered(.string("B4"), timestamp: 10))
    #expect(kept.responses["note/1"] == nil)
    #expect(kept.entry.gaps == "without plates (500), with earlier assays (500)")
    #expect(try kept.readAgain == kept)
  }

  /// What the server answered stands as it is, with what it doesn't have any more.
  @Test("A saved record keeps no earlier responses where the server succeeded")
  func onlyWhatFailedIsTakenFromTheCopyBefore() {
    let before = RecordCopy<Sample>(
      "S1", at: 10,
      [
        "assay/1": .answered(.string("old"), timestamp: 10),
        "assay/2": .answered(.string("deleted since"), timestamp: 10),
        "plate": .earlier(.string("older"), timestamp: 5, 503, "Busy"),
        "well/7": .unavailable(.notFound("")),
      ])
    let whole = RecordCopy<Sample>(
      "S1", at: 20, ["assay/1": .answered(.string("new"), timestamp: 20)])
    #expect(whole.merging(before) == whole)
    let failed = RecordCopy<Sample>(
      "S1", at: 20,
      [
        "assay/1": .answered(.string("new"), timestamp: 20),
        "plate": .unavailable(.refused(500, "Oops")),
        "note": .unavailable(.notFound("")),
      ])
    #expect(failed.merging(nil) == failed)
    #expect(
      failed.merging(before).responses == [
        "assay/1": .answered(.string("new"), timestamp: 20),
        "plate": .earlier(.string("older"), timestamp: 5, 500, "Oops"),
        "note": .unavailable(.notFound("")),
      ])
  }

  @Test("A saved record has the timestamp of the response received last")
  func aCopyIsAsLateAsTheLatestOfItsAnswers() {
    #expect(RecordCopy<Sample>("S1", at: 10, ["assay": .unavailable(.refused(0, ""))]).latest == 10)
    #expect(
      RecordCopy<Sample>(
        "S1", at: 10,
        [
          "assay": .answered(.null, timestamp: 12),
          "plate": .earlier(.null, timestamp: 13, 500, ""),
        ]
      ).latest == 12)
  }

  /// A copy of 0.2.0 is one JSON text, bodies included, at first without a turn.
  @Test("A saved record of an earlier release is read") func whatEarlierReleasesWroteIsACopy()
    throws
  {
    let text = """
      {"format":1,"turn":3,"sample":{"moment":10,"sample":{"name":"S1"}},"answers":{\
      "assay":{"moment":12,"body":{"entries":["a"]}},\
      "plate":{"moment":5,"body":null,"refused":"Oops","status":500},"well":{"notFound":"no"}}}
      """
    let copy = try #require(RecordCopy<Sample>(SealedText(Array(text.utf8))))
    let list = PlainAdapter().list(of: [.string("a")], total: nil)
    #expect(
      copy.responses == [
        "assay": .answered(list, timestamp: 12),
        "plate": .earlier(.null, timestamp: 5, 500, "Oops"),
        "well": .unavailable(.notFound("no")),
      ])
    #expect(copy.turn == 3)
    #expect(try copy.readAgain == copy)
    let first = text.replacing(#""turn":3,"#, with: "")
    #expect(RecordCopy<Sample>(SealedText(Array(first.utf8)))?.turn == 0)
  }

  @Test("A damaged saved record isn't read") func whatIsNoCopyIsNone() throws {
    let copy = RecordCopy<Sample>("S1", at: 10, ["assay": .answered(.string("a"), timestamp: 12)])
    let text = SealedText()
    try copy.write(to: text)
    let whole = try text.bytes(0..<text.count)
    #expect(RecordCopy<Sample>(SealedText(whole)) == copy)
    for count in 0..<whole.count {
      #expect(RecordCopy<Sample>(SealedText(Array(whole.prefix(count)))) == nil, "\(count) bytes")
    }
    for (part, other) in [
      (#""format":2"#, #""format":3"#), (#""moment":12"#, #""notent":12"#),
      (#""at":"0+3""#, #""at":"0+x""#), (#""at":"0+3""#, #""at":"-+3""#),
    ] {
      let changed = String(decoding: whole, as: UTF8.self).replacing(part, with: other)
      #expect(RecordCopy<Sample>(SealedText(Array(changed.utf8))) == nil, "\(other)")
    }
  }

  /// The index says where a body stands: one that isn't there is no answer, and the others are.
  @Test("A saved record's missing body throws") func aBodyThatIsNotThereIsSaid() throws {
    let text = SealedText()
    try RecordCopy<Sample>("S1", at: 10, ["assay": .answered(.string("a"), timestamp: 12)])
      .write(to: text)
    let changed = String(decoding: try text.bytes(0..<text.count), as: UTF8.self)
      .replacing(#""at":"0+3""#, with: #""at":"9+999""#)
    let copy = try #require(RecordCopy<Sample>(SealedText(Array(changed.utf8))))
    #expect(throws: VaultError.self) { try copy.responses["assay"]?.body?.json }
  }

  @Test("Recent records list the last opened first, each once")
  func whatWasOpenedLastComesFirstAndOnce() async throws {
    for (timestamp, name) in ["S1", "S2", "S1"].enumerated() {
      try await records.recent.note(Sample(name), at: timestamp)
    }
    #expect(try await records.recent.list().map(\.id.text) == ["S1", "S2"])
    #expect(
      OfflineRecords<Sample>.kinds.map { $0.description(2) } == [
        "2 saved samples", "", "recently viewed",
      ])
  }

  @Test("Recent records list at most twenty") func theLastTwentyAreKept() async throws {
    for number in 1...21 { try await records.recent.note(Sample("S\(number)"), at: number) }
    let entries = try await records.recent.list()
    #expect(entries.map(\.timestamp) == (2...21).reversed())
    #expect(entries.last?.id == ResourceID("S2"))
  }

  @Test("A damaged list of recent records is quarantined and named")
  func aDamagedListOfTheLastOnesIsSetAsideAndNamed() async throws {
    try vault.write(Array("{}".utf8), to: "recent", in: "recent")
    await #expect(throws: VaultError.self) { try await records.recent.list() }
    let aside = try #require(try await records.recent.note(Sample("S1"), at: 1))
    #expect(aside.contains(".aside-"))
    #expect(try home.files().contains { aside.hasSuffix($0) })
    #expect(try await records.recent.list().map(\.id.text) == ["S1"])
  }
}
