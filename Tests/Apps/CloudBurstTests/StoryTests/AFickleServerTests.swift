import Accounts
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

/// A server that dies, lies and changes: every word on the screen is true of it.
@MainActor @Suite struct AFickleServerTests {
  nonisolated private static let listPlace = "https://host.example/resources/virtualSystems"

  struct Failure: CustomTestStringConvertible, Sendable {
    let answer: FickleTransport.ScreenResult
    let word: String
    let sentence: String
    var testDescription: String { "\(word): \(sentence)" }

    nonisolated static let all = [
      Failure(
        answer: .other(500, reason: "Internal Server Error", "Internal error", type: "text/plain"),
        word: "ERROR", sentence: "500 Internal Server Error: Internal error (virtualSystems"),
      Failure(
        answer: .other(403, #"{"message": "CWZCO1000E: you may not"}"#), word: "NO ACCESS",
        sentence: "403 Forbidden: CWZCO1000E: you may not (virtualSystems"),
      Failure(
        answer: .other(404, ""), word: "ERROR", sentence: "404 Not Found (virtualSystems"),
      Failure(
        answer: .other(429, reason: "Too Many Requests", ""), word: "ERROR",
        sentence: "429 Too Many Requests (virtualSystems"),
      Failure(
        answer: .other(
          503, reason: "Service Unavailable", "<title>503 Down</title>", type: "text/html"),
        word: "ERROR", sentence: "503 Down (virtualSystems"),
      Failure(
        answer: .other(200, "<title>Log in</title>", type: "text/html"), word: "BAD ANSWER",
        sentence: "Bad answer: text/html, not JSON: Log in (virtualSystems"),
      Failure(
        answer: .other(200, "{}"), word: "BAD ANSWER",
        sentence: "Bad answer: an object, not a list (virtualSystems"),
      Failure(
        answer: .other(200, "[null,{}]"), word: "BAD ANSWER",
        sentence: "Bad answer: no entry can be read: entry 1 is null"),
      Failure(
        answer: .problem(.cutShort(listPlace)), word: "BAD ANSWER",
        sentence: "Connection closed mid-response (virtualSystems"),
      Failure(
        answer: .other(200, ""), word: "BAD ANSWER", sentence: "Empty answer (virtualSystems"),
      Failure(answer: .other(200, "[] x"), word: "BAD ANSWER", sentence: "Bad answer: line 1"),
      Failure(
        answer: .problem(.tooManyRedirects(listPlace)), word: "ERROR",
        sentence: "Redirect loop (virtualSystems"),
      Failure(
        answer: .problem(.refused(host: "host.example")), word: "OFFLINE",
        sentence: "Connection refused: host.example."),
      Failure(
        answer: .problem(.timedOut(host: "host.example", .connecting, seconds: 10)),
        word: "OFFLINE", sentence: "No answer within 10 s: host.example."),
      Failure(
        answer: .problem(.speaksHTTP(host: "host.example")), word: "OFFLINE",
        sentence: "No encrypted connection"),
    ]
  }

  private func status(_ session: TestSession<Route>) -> String {
    session.frame.text(ofRow: session.frame.size.rows - 1)
  }

  @Test("CloudBurst list shows each server failure with its cause and end", arguments: Failure.all)
  func everyFailureHasItsWordAndItsCauseAndItsEnd(_ failure: Failure) async throws {
    let server = try FickleServer()
    let session = try await server.session()
    try session.expect("LIVE host.example")
    let good = server.answer
    server.answer = failure.answer
    await session.pass(seconds: 30)
    try session.expect("\(failure.word) 10:00 · host.example")
    try session.expectNo("LIVE")
    #expect(status(session).contains(failure.sentence), "\(status(session))")
    // It stands out, and the rows are still there.
    #expect(session.frame.cells(ofRow: 0)[78].style == .alert)
    try session.expect("system 3")
    // That it goes on isn't said again.
    await session.press("j")
    await session.pass(seconds: 30)
    #expect(!status(session).contains(failure.sentence))

    server.answer = good
    await session.pass(seconds: 30)
    try session.expect("LIVE host.example")
    #expect(
      status(session).contains(failure.word == "NO ACCESS" ? "access again" : "answering again"))
    await session.pass(seconds: 30)
    #expect(!status(session).contains("again"))
    await session.press("!")
    try session.expect(String(failure.sentence.prefix(20)))
    try session.expect("10:00:30")
    try session.expect("again.")
  }

  @Test("CloudBurst reports a later, different failure too")
  func aLaterDifferentFailureIsToldAsWell() async throws {
    let server = try FickleServer()
    let session = try await server.session()
    for failure in Failure.all {
      server.answer = failure.answer
      await session.pass(seconds: 30)
      #expect(
        status(session).contains(failure.sentence) || failure.sentence == "Bad answer: line 1")
    }
    try await session.killAndRelaunch(size: Size(rows: 60, columns: 100))
    await session.press("!")
    let text = session.frame.text
    for failure in Failure.all { #expect(text.contains(failure.sentence.prefix(30)), "\(text)") }
    // The newest is first.
    let newest = try #require(text.firstRange(of: "No encrypted"))
    let oldest = try #require(text.firstRange(of: "500 Internal"))
    #expect(newest.lowerBound < oldest.lowerBound)
  }

  @Test("CloudBurst never shows LIVE for cached data")
  func whatIsKeptOfADeadServerIsNeverCalledLive() async throws {
    let dead = FickleTransport.ScreenResult.problem(.refused(host: "host.example"))
    for keys in [[], ["/", "s"], ["?"], ["s"], ["!"]] as [[Key]] {
      let server = try FickleServer()
      let session = try await server.session()
      await session.send(.focus(false))
      for key in keys { await session.press(key) }
      server.answer = dead
      for _ in 0..<10 {
        await session.pass(seconds: 5)
        if session.frame.text.contains("LIVE") { #expect(server.time.wallClock.now() < 36_040) }
      }
      try session.expectNo("LIVE")
      if keys.count == 1 {
        await session.press(.escape)
        await session.pass(seconds: 0)
      }
      try session.expect("OFFLINE 10:00")
      if keys.first == "/" { try session.expect("/s") }
    }
  }

  @Test("CloudBurst detail shows that the system was deleted") func aSystemThatIsDeletedIsSaidToBe()
    async throws
  {
    let server = try FickleServer()
    let session = try await server.session()
    await session.press("j", .enter)
    try session.expect("system 2")
    server.answer = .systems([1, 3])
    await session.pass(seconds: 30)
    try session.expect("DELETED 10:00 · host.example")
    try session.expect("This system no longer exists on the server (404).")
    try session.expect("Esc leads to the current list")
    try session.expectNo("OFFLINE")
    await session.press(.escape)
    await session.pass(seconds: 0)
    try session.expect("LIVE host.example")
    try session.expect("“system 2” was deleted; its neighbour is selected.")
    // It is back, and so nothing says any more that it isn't.
    server.answer = .systems([1, 2, 3])
    await session.pass(seconds: 30)
    try session.expectNo("was deleted")
  }

  @Test("CloudBurst failed refresh is shown in a panel that Esc hides")
  func aRefreshThatFailsSaysSoInAPanelThatEscHides() async throws {
    for size in [Size(rows: 24, columns: 80), Size(rows: 12, columns: 40)] {
      let server = try FickleServer()
      let session = try await server.session(size: size)
      server.answer = .problem(.refused(host: "host.example"))
      await session.press("r")
      try session.expect("Connection refused: host.example.")
      if size.columns == 80 {
        try session.expect("✕ Refresh failed")
        try session.expect("Showing the last good data.")
      }
      #expect(status(session).contains("Esc dismiss") || size.columns == 40)
      try session.expect("system 1")
      await session.press(.escape)
      try session.expectNo("refused")
      try session.expect("OFFLINE")
      // The screen is the list still.
      try session.expect("system 3")
      server.answer = .systems([1])
      await session.press("r")
      #expect(status(session).contains("Refreshed"))
    }
  }

  /// Whoever asked by a key reads the panel, and the bottom line only for as long as no key comes.
  @Test("CloudBurst failure panel names the current cause") func aPanelNamesTheCauseThatIs()
    async throws
  {
    let server = try FickleServer()
    let session = try await server.session()
    server.answer = .other(500, reason: "Internal Server Error", "boom", type: "text/plain")
    await session.press("r")
    try session.expect("500 Internal Server Error: boom")
    for (answer, cause) in [
      (FickleTransport.ScreenResult.other(403, #"{"message": "you may not"}"#), "403 Forbidden"),
      (.other(500, reason: "Internal Server Error", "bang", type: "text/plain"), "bang"),
    ] {
      server.answer = answer
      await session.pass(seconds: 30)
      await session.press("j")
      try session.expect(cause)
      try session.expectNo("boom")
    }
    try await session.killAndRelaunch()
    try session.expectNo("boom")
  }

  @Test("CloudBurst deletion replaces an earlier failure")
  func aDeletionTakesTheCauseFromBeforeWithIt() async throws {
    let server = try FickleServer()
    let session = try await server.session()
    await session.press("j", .enter)
    server.answer = .other(500, reason: "Internal Server Error", "boom", type: "text/plain")
    await session.pass(seconds: 30)
    #expect(status(session).contains("boom"))
    server.answer = .systems([1, 3])
    await session.pass(seconds: 30)
    try session.expect("DELETED 10:00 · host.example")
    try session.expectNo("boom")
  }

  /// The server answers with another system, and its list hasn't got the one that was asked for.
  @Test("CloudBurst deletion is reported with 404 only if received")
  func onlyWhatTheServerSaidIsSaidOfADeletion() async throws {
    let server = try FickleServer()
    let session = try await server.session()
    await session.press("j", .enter)
    server.answer = .json("[]")
    await session.pass(seconds: 30)
    try session.expect("This system no longer exists on the server.")
    try session.expectNo("404")
  }

  @Test("CloudBurst data status is shown in 30 columns") func atThirtyColumnsTheWordIsStillThere()
    async throws
  {
    let server = try FickleServer()
    let session = try await server.session(size: Size(rows: 8, columns: 30))
    try session.expect("LIVE")
    server.answer = .other(500, "")
    await session.pass(seconds: 30)
    #expect(session.frame.text(ofRow: 0).contains("ERROR"))
  }

  @Test("CloudBurst names loaded by a detail do not mark the list")
  func whatADetailTeachesIsNoChangeOfTheList() async throws {
    let server = try FickleServer()
    server.answer = .systems([1, 2, 3], pattern: "Pattern 0")
    let session = try await server.session()
    await session.press(.enter)
    try session.expect("Pattern 0")
    await session.press(.escape)
    await session.pass(seconds: 30)
    try session.expect("LIVE host.example")
    try session.expectNo("changed")
    // The filter finds by the name all the same.
    await session.press("/")
    await session.type("pattern 0")
    try session.expect("3 of 3 match")
    server.answer = .systems([1, 2, 4], pattern: "Pattern 0")
    await session.press(.escape)
    await session.pass(seconds: 30)
    // What is new stands before the kinds, which may be cut.
    try session.expect("3 unknown · 3 systems · 1 new, 1 deleted")
  }

  @Test("CloudBurst list: reordered keys are no change") func theOrderOfKeysIsNoChange()
    async throws
  {
    let server = try FickleServer()
    let session = try await server.session()
    server.answer = .json(
      "[" + [1, 2, 3].map { #"{"name": "system \#($0)", "id": \#($0)}"# }.joined(separator: ",")
        + "]")
    await session.pass(seconds: 30)
    try session.expect("LIVE host.example")
    try session.expectNo("changed")
  }

  @Test("CloudBurst deletion within a second is reported")
  func whatIsDeletedWithinASecondIsSaidToBe() async throws {
    let server = try FickleServer()
    let session = try await server.session()
    server.answer = .systems([1, 2, 4])
    await session.press("r")
    #expect(status(session).contains("Refreshed; 1 new, 1 deleted: system 3 deleted"))
    try session.expect("3 systems · 1 new, 1 deleted")
  }

  @Test("CloudBurst raw response is refreshed too") func aRawAnswerIsAskedForAgain() async throws {
    let server = try FickleServer()
    let session = try await server.session()
    await session.press("y")
    try session.expect("LIVE host.example")
    let good = server.answer
    server.answer = .problem(.refused(host: "host.example"))
    await session.pass(seconds: 30)
    try session.expect("OFFLINE 10:00")
    server.answer = good
    await session.pass(seconds: 15)
    try session.expect("LIVE host.example")
  }

  @Test(
    "CloudBurst paused viewer sends no request by itself",
    arguments: [[], [.enter], ["y"]] as [[Key]])
  func pausedMeansThatNothingIsAskedByItself(keys: [Key]) async throws {
    let server = try FickleServer(isPaused: true)
    let session = try await server.session()
    for key in keys { await session.press(key) }
    let good = server.answer
    server.answer = .problem(.refused(host: "host.example"))
    await session.press("r")
    try session.expect("OFFLINE 10:00")
    server.answer = good
    await session.pass(seconds: 60)
    try session.expect("OFFLINE 10:00")
    await session.press("r")
    try session.expect("PAUSED")
  }

  @Test("CloudBurst shows PAUSED and REC") func pausedAndRecordingAreSaid() async throws {
    let session = try await FickleServer(isPaused: true, isRecording: true).session()
    try session.expect("REC PAUSED 10:00 · host.example")
    try session.expectNo("LIVE")
  }
}
