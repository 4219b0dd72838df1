import Reprise
import RepriseTesting
import Testing

@testable import Patients

/// A server that is away is asked whether it is back, and no more; one that refuses is left in
/// peace.
@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(5))) struct AwayOrRefusedTests {
  nonisolated private static let sections =
    ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as [Character]

  /// How often the server is asked in each of four intervals in which nobody presses a key.
  private func questions(
    _ nurse: KeepingNurse, _ session: TestSession<Route>
  ) async -> [Int] {
    var counts: [Int] = []
    for _ in 0..<4 {
      let before = nurse.server.asked.count
      await session.pass(seconds: 15)
      counts.append(nurse.server.asked.count - before)
    }
    return counts
  }

  @Test("patients offline sends one request per retry", arguments: sections)
  func whoIsAwayIsAskedOnceEachTime(section: Character) async throws {
    let (nurse, session) = try await KeepingNurse.opened(section)
    nurse.server.isAway = true
    await session.press("r")
    try session.expect("OFFLINE")
    let asked = await questions(nurse, session)
    #expect(asked == [1, 1, 1, 1])
  }

  @Test("patients refused by the server does not retry", arguments: sections)
  func whoRefusesIsNotAskedAgain(section: Character) async throws {
    let (nurse, session) = try await KeepingNurse.opened(section)
    let services = ["obs", "visit", "encounter", "obs", "allergy", "condition", "order"]
    nurse.server.forbidden =
      (services + ["programenrollment", Invented.grace])[(section.wholeNumberValue ?? 1) - 1]
    await session.press("r")
    #expect(session.words.contains("403"))
    try session.expectNo("OFFLINE")
    let asked = await questions(nurse, session)
    #expect(asked == [0, 0, 0, 0])
  }

  @Test("patients: a failing gateway counts as offline and recovers", arguments: [502, 503, 504])
  func aGatewayThatDoesNotReachTheServerIsTheServerBeingAway(status: Int) async throws {
    let (nurse, session) = try await KeepingNurse.opened("6")
    let shown = session.body
    nurse.server.gateway = status
    await session.press("r")
    try session.expect("OFFLINE")
    try session.expect("Essential hypertension")
    let asked = await questions(nurse, session)
    #expect(asked == [1, 1, 1, 1])
    nurse.server.gateway = nil
    await session.pass(seconds: 15)
    #expect(session.body == shown)
    try session.expect("answering again.")
    try session.expectNo("OFFLINE")
  }

  @Test("patients online again shows nothing of being offline", arguments: sections)
  func whenTheServerIsBackNothingSaysThatItIsNot(section: Character) async throws {
    let (nurse, session) = try await KeepingNurse.opened(section, keeping: [])
    let live = session.body
    nurse.server.isAway = true
    await session.press("r")
    _ = await questions(nurse, session)
    nurse.server.isAway = false
    await session.pass(seconds: 15)
    for words in ["OFFLINE", "unavailable", "not known", "could not be read", "last good"] {
      try session.expectNo(words)
    }
    try session.expect("answering again.")
    await session.press("?", .escape)
    #expect(session.body == live)
  }

  @Test("patients: an exception with status 200 affects its section only")
  func anExceptionThatIsSaidWith200CostsItsSectionAndIsNotAskedForAgain() async throws {
    let (nurse, session) = try await KeepingNurse.opened("6")
    nurse.server.failing = "condition"
    await session.press("r")
    #expect(session.words.contains("The server failed: “No adapter for handler”."))
    try session.expect("✕ 3 allergies, 1 severe: Penicillin")
    let asked = await questions(nurse, session)
    #expect(asked == [0, 0, 0, 0])
    await session.press("5")
    try session.expect("Groundnuts")
  }
}
