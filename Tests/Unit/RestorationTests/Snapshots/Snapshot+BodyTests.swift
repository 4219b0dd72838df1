import Testing

@testable import Core
@testable import Restoration

@Suite struct SnapshotBodyTests {
  private func snapshot(
    account: Account? = nil, savedAt: Int = 0, entries: [String] = []
  ) -> Snapshot {
    Snapshot(
      application: "cloudburst", version: "0.1.0", account: account, savedAt: savedAt,
      entries: entries.map { Snapshot.Entry(bytes: Array($0.utf8)) })
  }

  @Test("A snapshot's body is one readable line") func theBodyIsALineThatAPersonCanRead() {
    let body = snapshot(
      account: Account(server: "a", user: "b"), savedAt: 1_795_232_284,
      entries: [#"{"route":1}"#, #"{"route":2}"#]
    ).body
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"application":"cloudburst","version":"0.1.0","principal":{"server":"a","user":"b"},"#
        + #""saved":"2026-11-21T03:38:04Z","screens":[{"route":1},{"route":2}]}"#)
  }

  @Test(
    "A snapshot is read as it was written",
    arguments: [
      nil, Account(server: "x"), Account(server: "“\n\u{0}\\\"", user: "\u{1F468}\u{200D}"),
    ])
  func everythingComesBack(account: Account?) throws {
    let saved = snapshot(
      account: account, savedAt: 1_000_000_000, entries: [#"{"route":1}"#, "{}"])
    #expect(try Snapshot(body: saved.body) == saved)
  }

  @Test("A snapshot names the newest release if it is another")
  func theNewestReleaseIsNamedWhereItIsAnother() throws {
    var saved = snapshot()
    saved.newestVersion = "0.2.0"
    saved.author = "ada@here"
    #expect(
      String(decoding: saved.body, as: UTF8.self)
        == #"{"application":"cloudburst","version":"0.1.0","newest":"0.2.0","by":"ada@here","#
        + #""saved":"1970-01-01T00:00:00Z","screens":[]}"#)
    #expect(try Snapshot(body: saved.body) == saved)
  }

  /// What this release can't even make sense of is carried through as it is.
  @Test(
    "A snapshot's unknown entry is preserved byte for byte",
    arguments: [
      #"{"route":{"later":{"_0":[1,2.50,-0,1E+3,"é\u0000"]}},"state":{"b":1,"a":{"z":null,"y":[]}}}"#,
      #"{"version":99,"something":{"else":[[[]]]}}"#, "[]", "7", "null", #""text""#,
      #"{"route":1,"state":{"long":12345678901234567890123456789,"tiny":1e-999}}"#,
    ])
  func anOpaqueEntryComesBackByteForByte(text: String) throws {
    let entries = [#"{"route":0}"#, text, #"{"route":9}"#]
    let read = try Snapshot(body: snapshot(entries: entries).body)
    #expect(read.entries.map { String(decoding: $0.bytes, as: UTF8.self) } == entries)
    #expect(read.body == snapshot(entries: entries).body)
  }

  @Test(
    "An invalid snapshot is refused with a reason",
    arguments: [
      "", "{", "null", "{}", #"{"application":"a"}"#, #"{"screens":[]}"#,
      #"{"application":1,"screens":[]}"#, #"{"application":"a","screens":{}}"#,
      #"{"application":"a","application":"b","screens":[]}"#,
      #"{"application":"a","screens":[]}x"#,
    ])
  func whatIsNoSnapshotIsRefusedWithAReason(text: String) throws {
    let problem = #expect(throws: SnapshotError.self) {
      try Snapshot(body: Array(text.utf8))
    }
    guard case .unreadable(let reason)? = problem else {
      Issue.record("it is another problem")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test(
    "A snapshot's invalid optional field costs only that field",
    arguments: [
      (#""version":1,"#, "", nil), (#""saved":"yesterday","#, "", nil), (#""saved":5,"#, "", nil),
      (#""principal":"me","version":"2","#, "2", nil),
      (#""principal":{"server":"s"},"#, "", nil),
      (#""principal":{"server":"s","user":"u","more":1},"#, "", Account(server: "s", user: "u")),
    ] as [(String, String, Account?)])
  func whatIsOddButNotNeededCostsNothingElse(
    part: String, version: String, account: Account?
  ) throws {
    let text = #"{"application":"a",\#(part)"screens":[{"route":1}]}"#
    let read = try Snapshot(body: Array(text.utf8))
    #expect(read.version == version)
    #expect(read.account == account)
    #expect(read.savedAt == 0)
    #expect(read.entries.count == 1)
  }

  @Test("A snapshot of more than 32 screens is refused") func aStackHasOnlySoManyScreens() throws {
    let most = [String](repeating: #"{"route":1}"#, count: Snapshot.maximumDepth)
    #expect(try Snapshot(body: snapshot(entries: most).body).entries.count == 32)
    #expect(throws: SnapshotError.self) {
      try Snapshot(body: snapshot(entries: most + ["{}"]).body)
    }
  }

  @Test("A snapshot of the largest size is read back") func whateverFitsIntoASlotCanBeReadBack()
    throws
  {
    // The most values that a state of the largest size may have.
    let state = "[" + String(repeating: "1,", count: 500_000) + "1]"
    let saved = snapshot(entries: [#"{"route":1,"state":\#(state)}"#])
    #expect(saved.body.count < Slot.maximumSize)
    #expect(try Snapshot(body: saved.body).entries == saved.entries)
  }
}
