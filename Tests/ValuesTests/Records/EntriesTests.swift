import Testing
import Values

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

  @Test func whatCanBeReadComesInTheServersOrderAndTheRestIsNamed() throws {
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

  @Test func anEmptyListHasNothingToName() throws {
    let entries = try entries("[]")
    #expect(entries.elements.isEmpty && entries.skipped.isEmpty)
  }
}
