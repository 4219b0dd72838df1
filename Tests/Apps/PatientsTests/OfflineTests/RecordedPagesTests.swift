import Accounts
import Reprise
import Synchronization
import Testing

@testable import Patients

/// Lists that were recorded in pieces of one size, and are asked for in others.
@Suite struct RecordedPagesTests {
  /// Recorded answers in memory.
  private final class Memory: RecordedResponses {
    private let answers = Mutex<[ResourceURI: RecordedResponse]>([:])
    let location = "memory"

    func response(to resource: ResourceURI) -> RecordedResponse? {
      answers.withLock { $0[resource] }
    }
    func record(_ answer: RecordedResponse, to resource: ResourceURI) {
      answers.withLock { $0[resource] = answer }
    }
  }

  private let pages = RecordedPages(Memory())

  private func uri(_ start: Int, _ limit: Int) throws -> ResourceURI {
    try #require(
      ResourceURI("/encounter?patient=7&v=full&limit=\(limit)&startIndex=\(start)&totalCount=true"))
  }

  /// Records a page of a list of so many entries, as a server gives it.
  private func record(
    _ start: Int, _ limit: Int, of total: Int, saysTotal: Bool = true, from first: Int = 0
  ) throws {
    let numbers = (start..<max(start, min(total, start + limit))).map {
      JSON.number(String(first + $0))
    }
    let json = JSON.page(
      numbers, total: saysTotal ? total : nil, hasNext: start + numbers.count < total)
    try pages.record(RecordedResponse(json.bytes), to: try uri(start, limit))
  }

  private func read(_ start: Int, _ limit: Int) throws -> (entries: [Int], total: Int?)? {
    guard let answer = try pages.response(to: try uri(start, limit)) else { return nil }
    let json = try JSON(answer.body)
    return ((json["results"]?.array ?? []).compactMap(\.int), json["totalCount"]?.int)
  }

  @Test("Recorded pages are joined for any range", arguments: [true, false])
  func anyPieceIsJoinedOfThoseThatWereRecorded(saysTotal: Bool) throws {
    for start in [0, 20, 40] { try record(start, 20, of: 55, saysTotal: saysTotal) }
    #expect(try read(0, 20)?.entries == Array(0..<20))
    #expect(try read(0, 47)?.entries == Array(0..<47))
    #expect(try read(7, 20)?.entries == Array(7..<27))
    #expect(try read(0, 100)?.entries == Array(0..<55))
    #expect(try read(54, 20)?.entries == [54])
    #expect(try read(0, 100)?.total == (saysTotal ? 55 : nil))
  }

  @Test("Recorded pages without their end are not taken for the whole")
  func whatWasNotRecordedToItsEndIsNotTakenForTheWhole() throws {
    try record(0, 20, of: 55)
    // There is more, the total says; that is asked for next, and isn't there.
    #expect(try read(0, 100)?.entries == Array(0..<20))
    #expect(try read(0, 100)?.total == 55)
    #expect(try read(20, 20) == nil)
  }

  @Test("Recorded pages without a total refuse a cut range")
  func withoutATotalAPieceThatIsCutShortIsNone() throws {
    try record(0, 20, of: 55, saysTotal: false)
    #expect(try read(0, 100) == nil)
    #expect(try read(0, 10)?.entries == Array(0..<10))
  }

  @Test("Recorded pages overwrite earlier entries") func whatWasRecordedLastHasTheEntriesOfBoth()
    throws
  {
    try record(0, 20, of: 40)
    try record(20, 20, of: 40)
    try record(0, 30, of: 41, from: 100)
    #expect(try read(0, 20)?.entries == Array(100..<120))
    #expect(try read(0, 40)?.entries == Array(100..<130) + Array(30..<40))
    try record(0, 20, of: 41, from: 200)
    #expect(try read(0, 30)?.entries == Array(200..<220) + Array(120..<130))
  }

  @Test("Recorded pages of an empty list are an empty list") func anEmptyListIsOne() throws {
    try record(0, 20, of: 0)
    #expect(try read(0, 100)?.entries == [])
    #expect(try read(0, 100)?.total == 0)
  }

  @Test("Recorded responses that are no list stay unchanged") func whatIsNoListIsRecordedAsItIs()
    throws
  {
    let one = try #require(ResourceURI("/patient/7?v=full"))
    try pages.record(RecordedResponse(status: 404, Array("no".utf8)), to: one)
    #expect(try pages.response(to: one) == RecordedResponse(status: 404, Array("no".utf8)))
    // A refused page is no part of the list.
    try record(0, 20, of: 20)
    try pages.record(RecordedResponse(status: 403, []), to: try uri(20, 20))
    #expect(try read(0, 100)?.entries == Array(0..<20))
    #expect(try pages.response(to: try uri(20, 20))?.status == 403)
  }
}
