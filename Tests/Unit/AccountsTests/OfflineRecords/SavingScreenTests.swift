import Core
import Encryption
import Foundation
import Networking
import RepriseTesting
import Terminals
import TestSupport
import Testing

@testable import Accounts
@testable import DataSources

/// The screen of the work of saving, while it goes on and when it is left.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct SavingScreenTests {
  private let home: TemporaryDirectory
  private let records: OfflineRecords<Sample>
  private let copies = HeldCopies()

  init() async throws {
    home = try TemporaryDirectory()
    records = OfflineRecords(
      try await VaultDirectory(
        of: Account(server: "https://lab.example.org", user: "ada"), in: home.path
      ).make(Secret("geheim"), cost: .least))
  }

  private func session(_ id: ResourceID? = nil) async throws -> TestSession<RecordsRoute> {
    try await TestSession(
      records.application(.start, opening: [.saving(id)], since: 990, copying: copies.copy),
      size: Size(rows: 24, columns: 110), time: TestClock(at: 1_000), isEndless: true)
  }

  /// Until then it may be away, and the copies are as old as they were.
  @Test("The saving screen is UPDATING until the server has responded")
  func theServerIsLiveOnceItHasAnswered() async throws {
    try await records.saved.save(RecordCopy("S1", at: 10))
    let session = try await session()
    try await session.wait(for: "saving, 0 of 2")
    try session.expect("UPDATING 00:16 · lab")
    copies.goOn()
    try await session.wait(for: "saving, 1 of 2")
    try session.expect("LIVE lab")
    copies.goOn()
    try await session.wait(for: "1 of 1 saved")
    try session.expect("LIVE lab")
  }

  @Test("The saving screen counts records saved since the request as live")
  func whatWasSavedSinceThePersonWishedForItHasBeenHeard() async throws {
    try await records.saved.save(RecordCopy("S1", at: 995))
    try await records.saved.save(RecordCopy("S2", at: 10))
    let session = try await session()
    try await session.wait(for: "saving, 0 of 2")
    try session.expect("1 of 2 saved")
    try session.expect("LIVE lab")
  }

  /// It was saved while the clock was ahead.
  @Test("The saving screen saves a record from the future again")
  func whatWasSavedInTheFutureIsSavedAgain() async throws {
    try await records.saved.save(RecordCopy("S1", at: 1_001))
    let session = try await session()
    try await session.wait(for: "saving, 0 of 2")
    try session.expect("0 of 1 saved")
    copies.goOn()
    try await session.wait(for: "saving, 1 of 2")
    copies.goOn()
    try await session.wait(for: "1 of 1 saved")
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.timestamp == 1_000)
  }

  /// Nobody need be asked, and the screen says so all the same.
  @Test("The saving screen counts a record saved at the requested time as done")
  func whatWasSavedAtThatVeryMomentIsDone() async throws {
    try await records.saved.save(RecordCopy("S1", at: 990))
    let done = try await session()
    try done.expect("1 of 1 saved")
    try done.expect("saved 1970-01-01 00:16")
    try done.expect("LIVE lab")
    try done.expectNo("failed")
    try done.expectNo("old copies")
    try await records.saved.save(RecordCopy("S2", at: 989))
    let session = try await session()
    try await session.wait(for: "saving, 0 of 2")
    try session.expect("1 of 2 saved")
  }

  @Test("The saving screen gets an unknown record's name from the server")
  func whoeverIsKnownByTheirIdAloneGetsTheirNameAndIdentifierFromTheServer() async throws {
    let session = try await session(ResourceID("S9"))
    try await session.wait(for: "saving, 0 of 2")
    try session.expect("◐ Sample S9")
    try session.expect("/LAB")
  }

  /// A session whose copies end as `copying` says.
  private func session(
    _ id: ResourceID?, copying: @escaping RecordDownload<NoClient, Sample>
  ) async throws -> TestSession<RecordsRoute> {
    try await TestSession(
      records.application(.start, opening: [.saving(id)], since: 990, copying: copying),
      size: Size(rows: 24, columns: 110), time: TestClock(at: 1_000))
  }

  /// One that failed at a question is there; one whose answer nobody can use may not be.
  @Test("The saving screen's badge shows the last failure's status")
  func theHeaderSaysWhatTheLastFailureWas() async throws {
    let failing = try await session(ResourceID("S9")) { _, _, _, _, _ in
      throw HTTPError.status("", 500, reason: "Oops", line: nil)
    }
    try failing.expect("✕ The sample")
    try failing.expect("500 Oops")
    try failing.expect("0 of 1 saved, 1 failed")
    try failing.expectNo("old copies")
    try failing.expect("LIVE lab")
    #expect(await records.saved.copy(of: ResourceID("S9")) == nil)
    let useless = try await session(ResourceID("S9")) { _, _, _, _, _ in
      throw MemoryBudgetExceeded()
    }
    try useless.expect("BAD ANSWER 00:16 · lab")
  }

  @Test("The saving screen names a recent record before the response")
  func whoWasOpenedLastIsCalledByTheirNameBeforeTheServerAnswers() async throws {
    try await records.recent.note(Sample("S9"), at: 10)
    let session = try await session(ResourceID("S9")) { _, _, _, _, _ in
      throw MemoryBudgetExceeded()
    }
    try session.expect("✕ Sample S9")
    try session.expectNo("The sample")
  }

  @Test("The saving screen shows the name with the copy at the latest")
  func theNameComesWithTheCopyAtTheLatest() async throws {
    let session = try await session(ResourceID("S9")) { _, id, _, _, _ in
      RecordCopy(id.text, at: 1_000)
    }
    try session.expect("● Sample S9")
    try session.expect("/LAB")
  }

  @Test("The saving screen offers Esc back if the list can't be read")
  func whereTheListCannotBeReadNothingIsUnderWay() async throws {
    let directory = try VaultDirectory(
      of: Account(server: "https://lab.example.org", user: "ada"), in: home.path)
    // A file stands where the folder should be.
    #expect(FileManager.default.createFile(atPath: directory.path + "/saved", contents: Data()))
    let session = try await session(nil) { _, id, _, _, _ in RecordCopy(id.text, at: 1_000) }
    try session.expect("Esc back")
  }

  @Test("Leaving the saving screen reports how many keep the old copy")
  func whoLeavesBeforeTheEndIsToldWhatKeepsTheOldCopy() async throws {
    try await records.saved.save(RecordCopy("S1", at: 10))
    try await records.saved.save(RecordCopy("S2", at: 10))
    let session = try await session()
    try await session.wait(for: "saving, 0 of 2")
    try session.expect("Esc stop")
    await session.press(.escape)
    try session.expect("Stopped: 2 of 2 weren't updated and keep the old copy.")
    try session.expect("Nothing is under way.")
  }

  @Test("Leaving the saving screen names a single record and its old copy")
  func theOnlyOneThatIsGivenUpIsNamedWithItsCopy() async throws {
    try await records.saved.save(RecordCopy("S1", at: 10))
    let session = try await session(ResourceID("S1"))
    try await session.wait(for: "saving, 0 of 2")
    await session.press(.escape)
    try session.expect("Stopped: Sample S1 keeps the copy of 1970-01-01 00:00.")
    #expect(await records.saved.copy(of: ResourceID("S1"))?.entry.timestamp == 10)
  }

  @Test("Leaving the saving screen saves no partial record")
  func ofWhichThereIsNoCopyIsNotSavedByHalves() async throws {
    let session = try await session(ResourceID("S9"))
    try await session.wait(for: "saving, 0 of 2")
    try session.expect("Sample S9")
    await session.press(.escape)
    try session.expect("Stopped: Sample S9 isn't saved.")
    #expect(await records.saved.copy(of: ResourceID("S9")) == nil)
  }

  @Test("Leaving the finished saving screen stops nothing")
  func whoLeavesAtTheEndHasStoppedNothing() async throws {
    let session = try await session(ResourceID("S9"))
    copies.goOn()
    copies.goOn()
    try await session.wait(for: "1 of 1 saved")
    try session.expect("Esc back")
    await session.press(.escape)
    try session.expect("Nothing is under way.")
    try session.expectNo("Stopped")
  }

  @Test("The removal screen closes after removing the saved record")
  func theQuestionWhetherToRemoveACopyClosesWithItsAnswer() async throws {
    try await records.saved.save(RecordCopy("S1", at: 10))
    let session = try await TestSession(
      records.application(.start, opening: [.removal(ResourceID("S1"))]))
    await session.press(.tab, .enter)
    try session.expect("Nothing is under way.")
    try session.expectNo("Remove the saved copy")
  }
}

/// Copies whose parts come when the test says so: two of each, one after the other.
@MainActor private final class HeldCopies {
  private let (parts, part) = AsyncStream.makeStream(of: Void.self)

  func goOn() { part.yield() }

  func copy(
    _ client: NoClient, _ id: ResourceID, _ text: SealedText, _ met: (Sample) async -> Void,
    _ say: (Int, Int) async -> Void
  ) async throws -> RecordCopy<Sample> {
    await met(Sample(id.text))
    for done in 0...1 {
      await say(done, 2)
      for await _ in parts { break }
    }
    return RecordCopy(id.text, at: 1_000)
  }
}
