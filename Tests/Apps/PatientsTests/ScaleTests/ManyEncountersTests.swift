import Reprise
import RepriseTesting
import Testing

@testable import OpenMRSSimulator
@testable import Patients

@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(10))) struct ManyEncountersTests {
  /// What a key asks of the rows themselves is counted in PagedListControllerTests.
  @Test("patients with 5000 encounters paints no more frames than with 50")
  func aLongRecordScrollsWithNoMoreWorkThanAShortOne() async throws {
    let short = try await framesPainted(encounters: 50)
    let long = try await framesPainted(encounters: 5_000)
    for (key, count) in long {
      let usual = try #require(short[key])
      #expect(count <= usual, "\(key): \(count) frames among 5,000, \(usual) among 50")
    }
  }
}

/// The frames that keys paint at the end of a patient's encounters, the fewest of many times. No
/// key asks the server for anything.
@MainActor private func framesPainted(encounters count: Int) async throws -> [Key: Int] {
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
  var frames: [Key: Int] = [:]
  for _ in 0..<50 {
    for key in [.up, .down, .pageUp, .pageDown] as [Key] {
      let (before, painted) = (session.frame, session.terminal.frameCount)
      await session.press(key)
      #expect(session.frame != before)
      let new = session.terminal.frameCount - painted
      frames[key] = min(new, frames[key] ?? new)
    }
  }
  #expect(clinic.pages.map(\.count).reduce(0, +) == count)
  await session.press(.home)
  try session.expect(" 1 of \(count.grouped)")
  return frames
}
