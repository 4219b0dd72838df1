import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// A server that fails at a question takes nothing away that it said before: not on the screen, and
/// not in a saved copy.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct WhatWasKnownStaysTests {
  @Test(arguments: ["1", "5", "7"] as [Character], [["grace"], []])
  func aFailedRefreshKeepsTheAllergiesInTheBanner(
    section: Character, keeping texts: [String]
  ) async throws {
    let (nurse, session) = try await KeepingNurse.opened(section, keeping: texts)
    nurse.server.failing = "allergy"
    await session.press("r")
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    try session.expectNo("could not be read")
    try session.expectNo("LIVE")
    try session.expectNo("Refreshed.")
    nurse.server.failing = nil
    await session.press("r")
    try session.expect("LIVE clinic.example.org")
  }

  @Test(arguments: ["condition", "order", "obs"])
  func aFailedRefreshKeepsThePartsOfTheSummary(service: String) async throws {
    let (nurse, session) = try await KeepingNurse.opened("1", keeping: [])
    await session.press(.end)
    let shown = session.body.suffix(12)
    await session.press(.home)
    nurse.server.failing = service
    await session.press("r", .end)
    #expect(Array(session.body.suffix(12)) == Array(shown))
    try session.expectNo("LIVE")
    try session.expectNo("Refreshed.")
  }

  /// Where nothing is kept, not even answers.
  @Test("patients failed refresh without a cache keeps the screen")
  func withoutAnythingKeptTheScreenStillHasWhatItShowed() async throws {
    let server = ComingAndGoing(try TemporaryDirectory())
    let session = try await TestSession(
      Viewer(unplugged: .unplugged(over: server)).application)
    await session.press(.enter)
    await session.type("grace")
    await session.press(.enter)
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    server.failing = "allergy"
    await session.press("r")
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    try session.expectNo("Refreshed.")
  }

  @Test("patients refresh with a failing part is not called refreshed")
  func whatFailsAtARefreshIsNotCalledRefreshed() async throws {
    let server = ComingAndGoing(try TemporaryDirectory())
    server.failing = "order"
    let session = try await TestSession(
      Viewer(unplugged: .unplugged(over: server)).application, size: Size(rows: 50, columns: 80))
    await session.press(.enter)
    await session.type("grace")
    await session.press(.enter)
    #expect(session.words.contains("The server failed"))
    await session.press("r")
    try session.expectNo("Refreshed.")
    server.failing = nil
    await session.press("r")
    try session.expect("Refreshed.")
  }

  // MARK: Saved copies

  private let grace = Invented.grace

  private func copy(_ change: @escaping @Sendable (String) -> Bool) async throws -> SavedCopy {
    let server = ScriptedTransport.demo { request, _ in
      change(request.resource) ? .no(500) : nil
    }
    return try await client(server).complete(ResourceID(grace), at: 9) { _, _ in }
  }

  @Test("Saved copy keeps the earlier section if the new one failed")
  func aSectionThatFailsWhileSavingIsKeptFromTheCopyBefore() async throws {
    let whole = try await client().complete(ResourceID(grace), at: 7) { _, _ in }
    let failed = try await copy { $0.contains("/allergy") }
    #expect(failed.entry.gaps == "without allergies (500)")
    let kept = failed.merging(whole)
    #expect(kept.entry.gaps == "with earlier allergies (500)")
    let question = try #require(kept.responses.keys.first { $0.contains("/allergy") })
    guard case .earlier(let body, _, 500, _)? = kept.responses[question],
      case .received(body, _)? = whole.responses[question]
    else {
      Issue.record("\(String(describing: kept.responses[question]))")
      return
    }
    // And so on, however often it fails; and it is the same when it is read again.
    #expect(failed.merging(kept) == kept)
    let read = try kept.readAgain
    #expect(read?.responses == kept.responses)
    #expect(read?.entry.gaps == kept.entry.gaps)
    // Once it can be had it is the new one's.
    #expect(whole.merging(kept) == whole)
  }

  /// A broken server answered 200 with empty lists (openmrs-forms-live.md); an ended visit is none.
  @Test("An emptied list takes the place of saved entries only at the second save")
  func emptiedListsAreDoubtedOnce() async throws {
    let whole = try await client().complete(ResourceID(grace), at: 7) { _, _ in }
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains("/allergy") || request.resource.contains("includeInactive=false")
        ? .status(200, #"{"results": []}"#) : nil
    }
    let empty = try await client(server).complete(ResourceID(grace), at: 9) { _, _ in }
    let kept = empty.merging(whole)
    #expect(kept.entry.gaps == "with earlier allergies")
    let question = try #require(whole.responses.keys.first { $0.contains("/allergy") })
    #expect(kept.responses[question]?.body == whole.responses[question]?.body)
    #expect(empty.merging(kept) == empty)
    #expect(empty.entry.gaps.isEmpty)
  }

  @Test("Saved copy with a failed list keeps the earlier encounters")
  func aListThatFailsKeepsWhatItLeadTo() async throws {
    let whole = try await client().complete(ResourceID(grace), at: 7) { _, _ in }
    let kept = try await copy { $0.contains("encounter") && !$0.contains("visit") }.merging(whole)
    let encounters = whole.responses.keys.filter { $0.hasPrefix("encounter/") }
    #expect(!encounters.isEmpty)
    for question in encounters { #expect(kept.responses[question] == whole.responses[question]) }
  }

  /// A failure of one list is no reason to keep what another doesn't lead to any more.
  @Test("Saved copy drops removed entries though another list failed")
  func whatIsThereNoMoreGoesThoughAnotherListFails() async throws {
    let whole = try await client().complete(ResourceID(grace), at: 7) { _, _ in }
    let failed = try await copy { $0.contains("/allergy") }
    let encounter = try #require(failed.responses.keys.first { $0.hasPrefix("encounter/") })
    let fewer = SavedCopy(
      failed.entry, responses: failed.responses.filter { $0.key != encounter })
    let kept = fewer.merging(whole)
    #expect(kept.responses[encounter] == nil)
    #expect(kept.entry.gaps == "with earlier allergies (500)")
  }

  @Test("Saved copy drops sections that became forbidden")
  func whatTheUserMayNotSeeAnyMoreIsNotKept() async throws {
    let whole = try await client().complete(ResourceID(grace), at: 7) { _, _ in }
    let server = ScriptedTransport.demo { request, _ in
      request.resource.contains("/allergy") ? .no(403) : nil
    }
    let copy = try await client(server).complete(ResourceID(grace), at: 9) { _, _ in }
    #expect(copy.merging(whole) == copy)
  }
}
