import Testing

@testable import Restoration

@Suite struct MessageLogTests {
  private func log(_ sentences: String...) -> MessageLog {
    var log = MessageLog()
    for (timestamp, sentence) in sentences.enumerated() { log.add(sentence, at: timestamp) }
    return log
  }

  private func reread(_ log: MessageLog) throws -> MessageLog {
    let snapshot = Snapshot(
      application: "a", version: "1", account: nil, savedAt: 0, entries: [], messages: log)
    return try Snapshot(body: snapshot.body).messages
  }

  @Test("A message log lists the newest first and counts repetitions")
  func theNewestIsFirstAndWhatIsSaidAgainIsCounted() {
    let messages = log("one", "two", "two", "one").messages
    #expect(messages.map(\.text) == ["one", "two", "one"])
    #expect(messages.map(\.count) == [1, 2, 1])
    #expect(messages.map(\.timestamp) == [3, 2, 0])
  }

  @Test("A message log is restored from a snapshot") func itComesBackAsItWasSaved() throws {
    let log = log("“a” \u{1B}[31m\"\\", "two", "two")
    #expect(try reread(log) == log)
    #expect(try reread(MessageLog()) == MessageLog())
  }

  @Test("A message log is limited to 50 messages of 300 characters")
  func itHasNoMoreThanEverySnapshotHasRoomFor() throws {
    var log = MessageLog()
    for number in 0..<200 {
      log.add("\(number) " + String(repeating: "x", count: 1000), at: number)
    }
    #expect(log.messages.count == 50)
    #expect(log.messages.allSatisfy { $0.text.count == 300 && $0.text.last == "…" })
    #expect(log.messages[0].text.hasPrefix("199 "))
    log.add("a" + String(repeating: "\u{301}", count: 100_000), at: 0)
    #expect(log.messages[0].text.unicodeScalars.count <= 1200)
    #expect(log.messages[0].text.hasSuffix("…"))
    #expect(try reread(log) == log)
  }

  @Test("A message of several lines becomes one line") func aSentenceOfSeveralLinesBecomesOne() {
    #expect(log("one\n\ntwo\r\nthree").messages[0].text == "one two three")
  }

  @Test(
    "An invalid message log leaves the rest of the snapshot",
    arguments: [
      (#""no list""#, []), ("{}", []), ("null", []), ("[1, null, {}, [], {\"text\": 5}]", []),
      (
        #"[{"text": "a", "at": 7, "count": "x"}]"#,
        [MessageLog.Message(timestamp: 0, text: "a", count: 1)]
      ),
      (
        #"[{"text": "a", "at": "2026-13-45T99:99:99Z", "count": -9223372036854775808}]"#,
        [MessageLog.Message(timestamp: 0, text: "a", count: 1)]
      ),
      (
        #"[{"text": "a", "at": "1970-01-01T00:00:09Z", "count": 9223372036854775807}, 5]"#,
        [MessageLog.Message(timestamp: 9, text: "a", count: 1_000_000)]
      ),
    ] as [(String, [MessageLog.Message])])
  func whatIsNoLogCostsTheLogAlone(json: String, messages: [MessageLog.Message]) throws {
    let body = #"{"application":"a","version":"1","screens":[{"route":1}],"messages":\#(json)}"#
    let snapshot = try Snapshot(body: Array(body.utf8))
    #expect(snapshot.messages.messages == messages)
    #expect(snapshot.entries.count == 1)
    #expect(snapshot.others.isEmpty)
    var log = snapshot.messages
    log.add("a", at: 1)
    #expect(log.messages[0].count > 0)
  }

  @Test("A hostile message log is cut") func aHostileLogIsCut() throws {
    let text = String(repeating: "y", count: 100_000)
    let list = (0..<5_000).map { #"{"text":"\#($0 == 0 ? text : "z")"}"# }
      .joined(separator: ",")
    let body = #"{"application":"a","version":"1","screens":[],"messages":[\#(list)]}"#
    let messages = try Snapshot(body: Array(body.utf8)).messages.messages
    #expect(messages.count == 50)
    #expect(messages[0].text.count <= 300)
  }

  @Test("A message of 300 characters is complete, a longer one truncated")
  func aSentenceThatFitsIsWholeAndOneLetterMoreIsCutWithASign() {
    let longest = String(repeating: "x", count: 300)
    #expect(log(longest).messages[0].text == longest)
    #expect(log(longest + "y").messages[0].text == longest.dropLast() + "…")
    // Two line ends are one blank: what was looked at fits, and the rest is lost all the same.
    #expect(
      log("a\n\n" + longest.dropLast(1)).messages[0].text == "a " + longest.dropLast(3) + "…")
    #expect(log("a\n\n" + longest.dropLast(2)).messages[0].text == "a " + longest.dropLast(2))
  }

  @Test("A message log drops its oldest message at 51") func fiftySentencesAreKeptAndTheOldestGoes()
  {
    var log = MessageLog()
    #expect(log.isEmpty)
    for number in 1...50 { log.add("\(number)", at: number) }
    #expect(log.messages.count == 50 && log.messages.last?.text == "1")
    log.add("51", at: 51)
    #expect(log.messages.count == 50 && log.messages.last?.text == "2" && !log.isEmpty)
  }
}
