import Core
import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Networking

@Suite struct ClockHistoryTests {
  /// A day in November 2026.
  private static let day = 1_795_262_400

  private func history(_ times: Int...) -> ClockHistory {
    var history = ClockHistory()
    for time in times { history.note(time) }
    return history
  }

  @Test("A clock history without set-backs has one turn") func aClockThatOnlyGoesOnHasOneTurn() {
    let history = history(Self.day, Self.day, Self.day + 5)
    #expect(history.turn == 0 && history.latest == Self.day + 5)
    #expect(history.timestamp(Self.day + 9, ofTurn: 0) == Self.day + 9)
  }

  @Test("A clock history dates earlier turns before the set-back")
  func whatWasHeardBeforeAClockWasSetBackIsNoLaterThanThat() {
    let history = history(Self.day + 86_400, Self.day, Self.day + 7)
    #expect(history.turn == 1)
    #expect(history.timestamp(Self.day + 86_400, ofTurn: 0) == Self.day - 1)
    #expect(history.timestamp(Self.day - 500, ofTurn: 0) == Self.day - 500)
    #expect(history.timestamp(Self.day + 7, ofTurn: 1) == Self.day + 7)
  }

  @Test("A clock history uses the earliest later set-back")
  func ofSeveralTheEarliestThatCameAfterItCounts() {
    let history = history(Self.day + 900, Self.day + 600, Self.day + 700, Self.day + 300)
    #expect(history.turn == 2)
    #expect(history.timestamp(Self.day + 900, ofTurn: 0) == Self.day + 299)
    #expect(history.timestamp(Self.day + 700, ofTurn: 1) == Self.day + 299)
    #expect(history.timestamp(Self.day + 300, ofTurn: 2) == Self.day + 300)
  }

  @Test("A clock history assigns future times to the previous turn")
  func whatWasHeardLaterThanTheClockSaysWasHeardBeforeItWasSetBack() {
    let day = Self.day
    let history = history(day + 100, day)
    #expect([day - 1, day, day + 1].map { history.turn(of: $0) } == [1, 1, 0])
    let plain = self.history(day)
    #expect([day - 1, day, day + 1].map { plain.turn(of: $0) } == [0, 0, 0])
  }

  @Test("A clock history counts no set-back for equal times")
  func aClockThatStandsStillWasNotSetBack() {
    var history = ClockHistory()
    let turns = [5, 5, 6, 5, 5].map { history.note($0) }
    #expect(turns == [false, false, false, true, false])
    #expect(history.turn == 1 && history.latest == 5)
  }

  /// As without a battery for the clock, until the network is there.
  @Test("A clock history ignores set-backs to 1970") func aClockThatBeginsIn1970MakesNothingOld() {
    let history = history(Self.day, 100, Self.day + 60)
    #expect(history.turn == 1)
    #expect(history.timestamp(Self.day, ofTurn: 0) == Self.day)
  }

  @Test("A clock history is read back from JSON with 100 set-backs") func itComesBackFromJSON()
    throws
  {
    var history = ClockHistory()
    for number in 0..<300 { history.note(Self.day - number) }
    #expect(history.turn == 299)
    #expect(ClockHistory(history.json) == history)
    #expect(history.json["setBacks"]?.array?.count == 100)
    // Of the first turns it is known that they are no later than the earliest that is known.
    #expect(history.timestamp(Self.day, ofTurn: 0) == Self.day - 300)
    #expect(ClockHistory(try JSON(Array(history.json.bytes))) == history)
  }

  @Test(
    "A clock history refuses invalid JSON",
    arguments: [
      "{}", "[]", #"{"format":2,"latest":1,"firstTurn":0,"setBacks":[]}"#,
      #"{"format":1,"latest":1,"firstTurn":-1,"setBacks":[]}"#,
      #"{"format":1,"latest":1,"firstTurn":9223372036854775807,"setBacks":[1]}"#,
      #"{"format":1,"latest":1,"firstTurn":0,"setBacks":["1"]}"#,
    ])
  func anythingElseIsNone(text: String) throws {
    #expect(ClockHistory(try JSON(Array(text.utf8))) == nil)
  }

  @Test("A clock history survives extreme turns and times", arguments: [Int.min, -1, .max])
  func noTurnAndNoMomentTraps(number: Int) {
    let history = history(.max, Self.day, .min, 0)
    _ = history.timestamp(number, ofTurn: number)
    _ = history.timestamp(number, ofTurn: 1)
  }

  // MARK: In a cache

  private final class Clock: Sendable {
    let now: Mutex<Int>
    let history = Mutex(ClockHistory())

    init(_ now: Int) { self.now = Mutex(now) }

    func set(_ time: Int) { now.withLock { $0 = time } }

    var answers: ResponseClock {
      ResponseClock(
        note: { [self] in
          history.withLock { history in
            history.note(now.withLock { $0 })
            return history
          }
        }, history: { [self] in history.withLock { $0 } })
    }

    func cache(in directory: TemporaryDirectory) -> ResponseCache {
      ResponseCache(
        directory: directory.file("answers"),
        of: Account(server: "https://a.example", user: "luca"),
        clock: answers)
    }
  }

  @Test("A cached response is dated before a later set-back of the clock")
  func anEntryIsNoLaterThanTheClockWasSetBackAfterIt() throws {
    let directory = try TemporaryDirectory()
    let clock = Clock(Self.day + 86_400)
    let cache = clock.cache(in: directory)
    let first = try #require(ResourceURI("/first"))
    let second = try #require(ResourceURI("/second"))
    try cache.store([0x31], at: Self.day + 86_400, tag: "\"7\"", for: first)
    #expect(cache.entry(for: first)?.timestamp == Self.day + 86_400)
    clock.set(Self.day)
    try cache.store([0x32], at: Self.day, for: second)
    // Two days later, too.
    clock.set(Self.day + 2 * 86_400)
    try cache.store([0x33], at: Self.day + 2 * 86_400, for: second)
    #expect(
      cache.entry(for: first)
        == ResponseCache.Entry(body: [0x31], timestamp: Self.day - 1, tag: "\"7\""))
    #expect(cache.entry(for: second)?.timestamp == Self.day + 2 * 86_400)
  }

  /// It was asked for while the clock was ahead.
  @Test("A response during a set-back of the clock is dated before it")
  func anAnswerDuringWhichTheClockIsSetBackIsNoLaterThanThat() throws {
    let directory = try TemporaryDirectory()
    let clock = Clock(Self.day + 86_400)
    let cache = clock.cache(in: directory)
    let uri = try #require(ResourceURI("/first"))
    #expect(try clock.answers.turn() == 0)
    clock.set(Self.day)
    try cache.store([0x31], at: Self.day + 86_400, for: uri)
    clock.set(Self.day + 2 * 86_400)
    #expect(cache.entry(for: uri)?.timestamp == Self.day - 1)
    try cache.store([0x32], at: Self.day + 2 * 86_400, for: uri)
    #expect(cache.entry(for: uri)?.timestamp == Self.day + 2 * 86_400)
  }

  @Test("A clock history's turns end with their own set-backs") func eachTurnEndsWithItsOwnSetBack()
  {
    let day = Self.day
    let history = history(day, day - 1000, day, day - 900, day, day - 800)
    #expect(history.turn == 3)
    #expect(
      (0...3).map { history.timestamp(day, ofTurn: $0) } == [day - 1001, day - 901, day - 801, day])
  }

  /// The first second of 2025 can be right.
  @Test("A clock history ignores set-backs to before 2025")
  func onlyATimeThatCanBeRightMakesWhatWasHeardEarlier() {
    let first = 1_735_689_600
    #expect(history(Self.day, first).timestamp(Self.day, ofTurn: 0) == first - 1)
    #expect(history(Self.day, first - 1).timestamp(Self.day, ofTurn: 0) == Self.day)
  }

  @Test(
    "A clock history refuses more than 100 set-backs",
    arguments: [
      (100, 0, true), (101, 0, false), (0, 2_147_483_647, true), (0, 2_147_483_648, false),
    ]) func aHistoryIsOnlyAsLongAsItIsWritten(count: Int, firstTurn: Int, isOne: Bool) throws
  {
    let setBacks = Array(repeating: "1", count: count).joined(separator: ",")
    let json = try JSON(
      Array(
        #"{"format":1,"latest":1,"firstTurn":\#(firstTurn),"setBacks":[\#(setBacks)]}"#.utf8))
    #expect(ClockHistory(json)?.turn == (isOne ? firstTurn + count : nil))
  }
}
