import Core
import Testing

/// Lists of servers, of which one bad entry costs itself alone.
@Suite struct EntriesTests {
  private struct Visit: Identifiable, Hashable {
    let id: ResourceID
    let place: String

    init(_ json: JSON) throws(Unreadable) {
      guard json.members != nil else { throw .notAnObject(json.kind) }
      id = try ResourceID(of: json)
      place = json.text("place") ?? ""
    }
  }

  private func entries(_ text: String) throws -> Entries<Visit> {
    Entries(try json(text).array ?? []) { json throws(Unreadable) in try Visit(json) }
  }

  @Test("Entries keep the order of the server and name unreadable ones")
  func whatCanBeReadComesInTheServersOrderAndTheRestIsNamed() throws {
    let entries = try entries(
      """
      [7, {"id": 2, "place": "a"}, {"id": "2", "place": "b"}, {"id": 1}, {}, {"id": [1]},
       {"id": 1}, {"id": 2}]
      """)
    #expect(entries.elements.map(\.id.text) == ["2", "1"])
    #expect(entries.elements.map(\.place) == ["a", ""])
    #expect(
      entries.skipped == [
        SkippedEntry(index: 0, reason: .notAnObject("a number")),
        SkippedEntry(index: 2, reason: .repeatedID(ResourceID("2"), of: 2)),
        SkippedEntry(index: 4, reason: .noID),
        SkippedEntry(index: 5, reason: .unusableID("an array")),
        SkippedEntry(index: 6, reason: .repeatedID(ResourceID("1"), of: 4)),
        SkippedEntry(index: 7, reason: .repeatedID(ResourceID("2"), of: 2)),
      ])
    #expect(
      entries.skipped.map(\.reason.clause) == [
        "is a number, not an object", "has the id 2, as entry 2 has", "has no id",
        "has an array for an id", "has the id 1, as entry 4 has", "has the id 2, as entry 2 has",
      ])
  }

  @Test("Entries of an empty list have nothing skipped") func anEmptyListHasNothingToName() throws {
    let entries = try entries("[]")
    #expect(entries.elements.isEmpty && entries.skipped.isEmpty)
  }

  private struct Kept: ReceivedEntry, Hashable {
    let id: ResourceID
    let raw: JSON

    init(_ json: JSON) throws(Unreadable) {
      id = try ResourceID(of: json)
      raw = json
    }
  }

  @Test("Entries last seen stay if an unreadable one may be theirs")
  func whatMayBeAnUnreadableEntryStaysAsItWasLastSeen() throws {
    let first = Entries<Kept>(try json(#"[{"id":1},{"id":2},{"id":3}]"#).array ?? [])
    var second = Entries<Kept>(try json(#"[{"id":2},{}]"#).array ?? [])
    second.addMissing(from: first, seenAt: 10)
    #expect(second.elements.map(\.id.text) == ["2", "1", "3"])
    #expect(second.currentElements.map(\.id.text) == ["2"])
    #expect(
      second.summary { "at \($0)" }
        == "1 of 2 entries unreadable, ~ last seen at 10: entry 2 has no id.")
    #expect(second.summary()?.contains("skipped: entry 2 has no id. ~ marks what") == true)
    // Kept and read again it is the same, and a still later answer keeps its age.
    let list = try json(#"[{"id":2},{}]"#).array ?? []
    #expect(Entries<Kept>(list, earlierEntries: second.earlierEntries) == second)
    var third = Entries<Kept>(try json("[{}, {\"id\": 3}]").array ?? [])
    third.addMissing(from: second, seenAt: 20)
    #expect(third.lastSeen == [ResourceID("2"): 20, ResourceID("1"): 10])
    // An answer that can be read whole has the last word; a repeated id hides nothing.
    for text in ["[]", #"[{"id":2},{"id":2}]"#] {
      var whole = Entries<Kept>(try json(text).array ?? [])
      whole.addMissing(from: third, seenAt: 30)
      #expect(whole.lastSeen.isEmpty)
    }
  }
}
