import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import Patients

@MainActor @Suite(.cheapKeys, .timeLimit(.minutes(10))) struct ManyPatientsTests {
  @Test("patients of 100,000 paints the first page at once")
  func theFirstPageIsShownByTheFirstPaintAfterItsAnswer() async throws {
    let clinic = LargeClinic(patients: 100_000)
    let session = try await TestSession(clinic.viewer.application)
    await session.press(.enter)
    clinic.hold(from: 0)
    async let found: Void = session.press("a")
    try await clinic.heldQuestion()
    let painted = session.terminal.frameCount
    // The next page is awaited, so that nothing is painted for its sake.
    clinic.hold(from: 20)
    clinic.release()
    try await clinic.heldQuestion()
    #expect(session.terminal.frameCount == painted + 1)
    try session.expect("Patient Number 0 ")
    try session.expect("of 100,000")
    clinic.release()
    await found
  }

  /// In a process of its own, where the memory is the viewer's alone. What a key asks of the rows
  /// is counted in PagedListControllerTests.
  @Test("patients of 100,000 is paged to the end in limited memory")
  func theLastPageCostsWhatTheFirstOneDoes() async {
    await #expect(processExitsWith: .success) { try await pageToTheEnd(of: 100_000) }
  }
}

/// Pages through everybody, and counts on the way.
@MainActor private func pageToTheEnd(of count: Int) async throws {
  let clinic = LargeClinic(patients: count)
  let store = InMemorySnapshotStore()
  let session = try await TestSession(clinic.viewer.application, store: store)
  await session.press(.enter)
  await session.type("a")
  /// The frames painted, and the pages asked for, of each key that asks for any.
  var (painted, asked): ([Int], [Int]) = ([], [])
  var savedSize = 0
  var memory: [Int] = []
  while try #require(clinic.pages.last).upperBound < count {
    let (known, frames) = (clinic.pages.count, session.terminal.frameCount)
    await session.press(.pageDown)
    guard clinic.pages.count > known else { continue }
    painted.append(session.terminal.frameCount - frames)
    asked.append(clinic.pages.count - known)
    if asked.count == 100 { savedSize = store.body?.count ?? 0 }
    if asked.count % 400 == 100 { memory.append(try ResidentMemory.bytes()) }
  }
  for _ in 0..<6 { await session.press(.pageDown) }
  memory.append(try ResidentMemory.bytes())
  try session.expect("\(count.grouped) of \(count.grouped)")
  #expect(session.selectedText?.contains("Patient Number \(count - 1) ") == true)
  // Nothing is asked for twice, and nothing is left out.
  #expect(clinic.pages.first?.lowerBound == 0)
  for (page, next) in zip(clinic.pages, clinic.pages.dropFirst()) {
    #expect(page.upperBound == next.lowerBound)
  }
  // A session holds ids and numbers, which have more digits now; never the rows.
  #expect((store.body?.count ?? 0) < savedSize + 100)
  for counts in [painted, asked] {
    let first = try #require(counts.prefix(100).max())
    let last = try #require(counts.suffix(100).max())
    #expect(last <= first * 2, "\(last) for one of the last pages, \(first) for one of the first")
  }
  // Rows that are far away are let go of: the last ninety thousand take no more than the first thousands did.
  let grown = (memory.last ?? 0) - (memory.first ?? 0)
  #expect(grown < 4 << 20, "\(grown) bytes more; \(memory)")
}
