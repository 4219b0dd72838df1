import Accounts
import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct SystemListTests {
    private func list(_ text: String) async throws -> SystemList {
      try await SystemList.read(ServerResponse(try json(text), timestamp: 0, location: "here"))
    }

    @Test("CloudBurst list skips an entry without an ID") func oneBadEntryCostsItselfAlone()
      async throws
    {
      let list = try await list(#"[{"id": 1}, {"id": 2}, {"name": "x"}, {"id": 3}]"#)
      #expect(list.systems.map(\.id.text) == ["1", "2", "3"])
      #expect(list.entries.skipped == [SkippedEntry(index: 2, reason: .noID)])
      #expect(list.skippedSummary == "1 of 4 entries unreadable, skipped: entry 3 has no id.")
    }

    @Test("CloudBurst list keeps the first of equal IDs") func ofEqualIDsTheFirstStays()
      async throws
    {
      let list = try await list(#"[{"id": 1, "name": "a"}, {"id": "1", "name": "b"}]"#)
      #expect(list.systems.map(\.name) == ["a"])
      #expect(
        list.skippedSummary
          == "1 of 2 entries skipped: entry 2 has the id 1, as entry 1 has.")
    }

    @Test("CloudBurst list counts unreadable entries in one line")
    func manyBadEntriesAreCountedInOneLine() async throws {
      let list = try await list(#"[5, null, {"id": 1}, {"id": {}}, []]"#)
      #expect(
        list.skippedSummary
          == "4 of 5 entries unreadable, skipped: entry 1 is a number, not an object, "
          + "entry 2 is null, not an object, and 2 more.")
    }

    @Test("CloudBurst list says which owners are not looked up") func whichOwnersStayLinksIsSaid()
      async throws
    {
      func owned(by count: Int) -> String {
        let entries = (0..<(2 * count)).map {
          #"{"id": \#($0), "owner": "/resources/users/\#($0 % count)"}"#
        }
        return "[" + entries.joined(separator: ",") + "]"
      }
      #expect(try await list(owned(by: 100)).note == nil)
      let many = try await list(owned(by: 101))
      #expect(many.owners.prefix(2) == ["/resources/users/0", "/resources/users/1"])
      #expect(
        many.note == "Of 101 owners the first 100 are looked up; "
          + "the others are links until a system of theirs is opened.")
    }

    @Test("CloudBurst list that is empty has nothing skipped") func anEmptyListIsAList()
      async throws
    {
      let list = try await list("[]")
      #expect(list.systems.isEmpty)
      #expect(list.skippedSummary == nil)
    }

    @Test("CloudBurst list summary counts the status classes")
    func theSummaryCountsTheClassesThatOccur() async throws {
      let list = try await list(
        #"[{"id": 1, "currentstatus": "RM01006"}, {"id": 2, "currentstatus": "RM01011"}, {"id": 3}]"#
      )
      let content = ListContent(list, Names(), .attested, .utc)
      #expect(content.summary == "1 unknown · 3 systems · 1 stopped · 1 started")
    }
  }
}
