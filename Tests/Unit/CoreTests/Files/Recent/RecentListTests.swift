import Core
import RepriseTesting
import Testing

@Suite struct RecentListTests {
  private struct Place: RecentEntry {
    let id: String
    var opened = 0

    init(_ id: String, opened: Int = 0) {
      self.id = id
      self.opened = opened
    }

    init?(_ json: JSON) {
      guard let id = json["id"]?.string else { return nil }
      self.init(id, opened: json["opened"]?.int ?? 0)
    }

    var json: JSON {
      .object([JSON.Member("id", .string(id)), JSON.Member("opened", .number(String(opened)))])
    }
  }

  private let directory: TemporaryDirectory
  private var list: RecentList<Place> {
    RecentList(file: PrivateFile(directory.file("recent.json")), limit: 3)
  }

  init() throws { directory = try TemporaryDirectory() }

  @Test("Recent list has the newest first and each entry once")
  func theNewestComesFirstAndEachOnce() throws {
    for (timestamp, id) in ["a", "b", "a", "a"].enumerated() {
      #expect(try list.note(Place(id, opened: timestamp)) == nil)
    }
    #expect(list.entries == [Place("a", opened: 3), Place("b", opened: 1)])
    for id in ["c", "d"] { try list.note(Place(id)) }
    #expect(list.entries.map(\.id) == ["d", "c", "a"])
  }

  @Test(
    "Recent list: an unreadable file is quarantined and named",
    arguments: ["{", "null", "[{\"name\": \"x\"}]"])
  func whatCannotBeReadIsSetAsideAndNamed(text: String) throws {
    try directory.write("recent.json", text)
    #expect(list.entries.isEmpty)
    let said = try list.note(Place("a"))
    #expect(said?.hasPrefix("Set aside as recent.json.aside-1: ") == true)
    #expect(try directory.bytes("recent.json.aside-1") == Array(text.utf8))
    #expect(list.entries == [Place("a")])
  }

  @Test("Recent list: readable entries of a damaged file are preserved")
  func whatIsUnderstoodOfADamagedListIsKept() throws {
    let text = "[{\"id\": \"a\", \"opened\": 1}, 7]"
    try directory.write("recent.json", text)
    // The list is damaged even if its first entry is noted again.
    #expect(try list.note(Place("a", opened: 1)) != nil)
    try list.note(Place("b"))
    #expect(list.entries == [Place("b"), Place("a", opened: 1)])
    #expect(try directory.bytes("recent.json.aside-1") == Array(text.utf8))
  }

  @Test("Recent list: an empty file is not quarantined") func anEmptyFileHasNothingToSetAside()
    throws
  {
    try directory.write("recent.json", "")
    #expect(try list.note(Place("a")) == nil)
    #expect(try directory.files() == ["recent.json"])
  }

  @Test("Recent list is not overwritten if its file cannot be quarantined")
  func whereNothingCanBeSetAsideNothingIsWrittenOver() throws {
    for number in 1...10 { try directory.write("recent.json.aside-\(number)", "\(number)") }
    try directory.write("recent.json", "{")
    #expect(throws: FileError.self) { try list.note(Place("a")) }
    #expect(try directory.bytes("recent.json") == Array("{".utf8))
  }

  @Test("Recent list without a file stays empty") func withoutAFileTheListStaysEmpty() throws {
    let none = RecentList<Place>(file: nil, limit: 3)
    #expect(try none.note(Place("a")) == nil)
    #expect(none.entries.isEmpty)
  }

  @Test("Recent list: reopening the last entry moves it to the front")
  func whatIsOpenedAgainMovesToTheFrontAlsoIfItWasTheLast() throws {
    for id in ["a", "b", "a"] { try list.note(Place(id)) }
    #expect(list.entries.map(\.id) == ["a", "b"])
  }

  /// A list that stays as it is needs no disk.
  @Test("Recent list is not written if its first entry is unchanged")
  func whatIsInFrontAlreadyIsNotWrittenAgain() throws {
    try list.note(Place("a"))
    let text = #"[ {"id": "a", "opened": 0} ]"#
    try directory.write("recent.json", text)
    #expect(try list.note(Place("a")) == nil)
    #expect(try directory.bytes("recent.json") == Array(text.utf8))
    try list.note(Place("b"))
    #expect(try directory.bytes("recent.json") != Array(text.utf8))
  }
}
