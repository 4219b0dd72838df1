import Reprise
import RepriseTesting
import Testing

@testable import Patients

@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(10))) struct ManyEncountersTests {
  /// In a process of its own, where the time is the viewer's alone.
  @Test func aLongRecordScrollsAtTheSpeedOfAShortOne() async {
    await #expect(processExitsWith: .success) {
      let short = try await keyCosts(encounters: 50)
      let long = try await keyCosts(encounters: 5_000)
      for (key, cost) in long {
        let usual = try #require(short[key])
        #expect(cost < usual * 3, "\(key): \(cost) among 5,000, \(usual) among 50")
      }
    }
  }
}

/// What keys cost at the end of a patient's encounters, the best of many times: the machine does other things too.
@MainActor private func keyCosts(encounters count: Int) async throws -> [Key: Duration] {
  let clinic = LargeClinic(encounters: count)
  let session = try await TestSession(clinic.viewer.application)
  await session.open("otieno")
  await session.press("3")
  while try #require(clinic.pages.last).upperBound < count {
    let pages = clinic.pages.count
    for _ in 0..<50 where clinic.pages.count == pages { await session.press(.pageDown) }
    try #require(clinic.pages.count > pages, "no further page is asked for")
  }
  await session.press(.end)
  try session.expect("\(count.grouped) of \(count.grouped)")
  let oldest = GeneratedEncounters(patient: ResourceID(""), count: count).encounter(0)
  let day = try #require(oldest.text("encounterDatetime")?.prefix(10))
  #expect(session.selectedText?.hasPrefix(day) == true)
  var costs: [Key: Duration] = [:]
  for _ in 0..<50 {
    for key in [.up, .down, .pageUp, .pageDown] as [Key] {
      let before = session.frame
      let cost = await ContinuousClock().measure { await session.press(key) }
      #expect(session.frame != before)
      costs[key] = min(cost, costs[key] ?? cost)
    }
  }
  #expect(clinic.pages.map(\.count).reduce(0, +) == count)
  await session.press(.home)
  try session.expect(" 1 of \(count.grouped)")
  return costs
}
