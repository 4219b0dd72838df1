import Core
import Encryption
import Networking
import RepriseTesting
import Synchronization
import TestSupport
import Testing

@testable import Accounts
@testable import DataSources

/// The list of saved records, which is written beside them, and which two windows share.
@Suite(.cheapKeys) struct SavedRecordsTests {
  private let home: TemporaryDirectory
  private let vault: Vault
  private let saved: SavedRecords<Sample>

  init() async throws {
    home = try TemporaryDirectory()
    vault = try await VaultDirectory(
      of: Account(server: "https://lab.example.org", user: "ada"), in: home.path
    ).make(Secret("geheim"), cost: .least)
    saved = SavedRecords(vault)
  }

  /// By it what was received last is known, even if the clock was wrong.
  @Test("A saved record has the clock's turn of its saving")
  func aCopyHasTheTurnOfTheClockInWhichItWasSaved() throws {
    let copy = RecordCopy(RecordEntry(Sample("S1"), timestamp: 10), responses: [:], turn: 7)
    #expect(copy.turn == 7)
    #expect(try copy.readAgain?.turn == 7)
  }

  @Test("Saved records have one copy for each id") func eachIdHasItsOwnCopy() async throws {
    try await saved.save(RecordCopy("S1", at: 10))
    try await saved.save(RecordCopy("S2", at: 20))
    for (name, timestamp) in [("S1", 10), ("S2", 20), ("S1", 10)] {
      #expect(await saved.copy(of: ResourceID(name))?.entry.timestamp == timestamp)
    }
    try await saved.save(RecordCopy("S1", at: 30))
    #expect(await saved.copy(of: ResourceID("S1"))?.entry.timestamp == 30)
    try await saved.remove(ResourceID("S1"))
    #expect(await saved.copy(of: ResourceID("S1")) == nil)
    #expect(await saved.copy(of: ResourceID("S2"))?.entry.timestamp == 20)
  }

  @Test("Saved records list what another window saves") func whatAnotherWindowSavesIsListedHere()
    async throws
  {
    let other = SavedRecords<Sample>(vault)
    try await saved.save(RecordCopy("S1", at: 10))
    try await other.save(RecordCopy("S2", at: 20))
    try await other.save(RecordCopy("S1", at: 30))
    #expect(try await saved.list().entries.map(\.timestamp) == [30, 20])
    #expect(try await other.list().entries.map(\.timestamp) == [30, 20])
  }

  @Test("Saved records follow another window's changes")
  func whatAnotherWindowReplacesOrRemovesIsNotShownAsItWas() async throws {
    let other = SavedRecords<Sample>(vault)
    try await saved.save(RecordCopy("S1", at: 10))
    #expect(await saved.copy(of: ResourceID("S1"))?.entry.timestamp == 10)
    try await other.save(RecordCopy("S1", at: 30))
    #expect(await saved.copy(of: ResourceID("S1"))?.entry.timestamp == 30)
    try await other.remove(ResourceID("S1"))
    #expect(await saved.copy(of: ResourceID("S1")) == nil)
  }

  @Test("The list of saved records has every file and no removed one")
  func theListHasEveryFileAndNoneThatIsGone() async throws {
    let other = SavedRecords<Sample>(vault)
    try await saved.save(RecordCopy("S1", at: 10))
    try await other.save(RecordCopy("S2", at: 20))
    try await saved.save(RecordCopy("S3", at: 30))
    #expect(try await other.list().entries.count == 3)
    try await other.remove(ResourceID("S1"))
    for records in [saved, SavedRecords(vault)] {
      #expect(try await records.list().entries.map(\.id.text) == ["S2", "S3"])
    }
  }

  @Test("A listed saved record says what is missing") func aListedCopySaysWhatItLacks() async throws
  {
    try await saved.save(
      RecordCopy(
        "S1", at: 10,
        [
          "plate": .unavailable(.refused(500, "")),
          "assay": .earlier(.string("old"), timestamp: 5, 503, ""),
        ]))
    for records in [saved, SavedRecords(vault)] {
      let entry = try #require(try await records.list().entries.first)
      #expect(entry.gaps == "without plates (500), with earlier assays (503)")
    }
    #expect(await OfflineRecords<Sample>(vault).savedSummary == "1 sample, 1 incomplete")
  }

  @Test("An unreadable saved record is counted and hides no other")
  func aFileThatCannotBeReadIsCountedAndHidesNoOther() async throws {
    try await saved.save(RecordCopy("S1", at: 10))
    try vault.write([1, 2, 3], to: "sample S2", in: SavedRecords<Sample>.directory)
    for records in [saved, SavedRecords(vault)] {
      let list = try await records.list()
      #expect(list.entries.map(\.id.text) == ["S1"])
      #expect(list.unreadable == 1)
    }
  }

  /// The clock was a day ahead when the copy was saved.
  @Test("A saved record keeps its date after the clock was set back, and is replaced")
  func aCopyKeepsItsDateAndIsReplacedByTheNext() async throws {
    let (today, day) = (1_795_262_400, 86_400)
    let now = Mutex(today + day)
    let turn: @Sendable (Int) -> Int = { [vault] timestamp in
      vault.turn(of: timestamp, now: { now.withLock { $0 } })
    }
    let saved = SavedRecords<Sample>(vault, turn: turn)
    try await saved.save(
      RecordCopy("S1", at: today + day, ["assay": .unavailable(.refused(500, ""))]))
    now.withLock { $0 = today }
    for records in [saved, SavedRecords(vault, turn: turn)] {
      #expect(await records.copy(of: ResourceID("S1"))?.entry.timestamp == today + day)
      let entry = try #require(try await records.list().entries.first)
      #expect(entry.timestamp == today + day)
      #expect(entry.gaps == "without assays (500)")
    }
    try await saved.save(RecordCopy("S1", at: today))
    for records in [saved, SavedRecords(vault, turn: turn)] {
      #expect(await records.copy(of: ResourceID("S1"))?.entry.timestamp == today)
      #expect(await records.copy(of: ResourceID("S1"))?.turn == 1)
      #expect(try await records.list().entries.map(\.timestamp) == [today])
    }
  }

  /// It was begun while the clock was a day ahead.
  @Test("A record saved during a set-back of the clock is older than the set-back")
  func aCopyDuringWhichTheClockIsSetBackIsOlder() async throws {
    let (today, day) = (1_795_262_400, 86_400)
    #expect(vault.turn(of: today, now: { today + day }) == 0)
    let saved = SavedRecords<Sample>(vault, turn: { [vault] in vault.turn(of: $0, now: { today }) })
    try await saved.save(RecordCopy("S1", at: today + day))
    #expect(await saved.copy(of: ResourceID("S1"))?.turn == 0)
    try await saved.save(RecordCopy("S1", at: today))
    #expect(await saved.copy(of: ResourceID("S1"))?.turn == 1)
  }
}
