import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct VirtualSystemTests {
    @Test("CloudBurst system may have only an ID") func anIDAloneIsASystem() throws {
      let system = try VirtualSystem(json(#"{"id": 51}"#))
      #expect(system.title == "System 51")
      #expect(system.statusLabel(in: .attested) == "no status")
      #expect(system.statusClass(in: .attested) == .unknown)
      #expect(system.created == nil)
      #expect(system.owner == nil)
    }

    @Test(
      "CloudBurst system: null and empty values are nil",
      arguments: ["null", "\"\"", "[]", "{}", "true"])
    func nullAndEmptyBothMeanNone(value: String) throws {
      let keys = [
        "name", "currentstatus", "currentstatus_text", "desiredstatus", "desiredstatus_text",
        "currentmessage", "currentmessage_text", "created", "updated", "owner", "pattern",
        "description", "vendor", "ipaddresses",
      ]
      let empty = try system(keys.map { "\"\($0)\": \(value)" }.joined(separator: ","))
      let none = VirtualSystem(
        id: ResourceID("1"), name: nil, status: nil, statusText: nil, desiredStatus: nil,
        desiredStatusText: nil, message: nil, messageText: nil, created: nil, updated: nil,
        owner: nil, pattern: nil, cloud: nil, description: nil, vendor: nil, addresses: [],
        raw: empty.raw)
      #expect(empty == none)
    }

    @Test("CloudBurst system keeps unknown keys in the raw response")
    func unknownKeysAreKeptInTheRawAnswerInTheirOrder() throws {
      let text = #"{"zeta":1e3,"id":1,"ipaddresses":{"hostname":"h"},"alpha":[null]}"#
      #expect(try VirtualSystem(json(text)).raw.bytes == Array(text.utf8))
    }

    @Test("CloudBurst system takes the last of equal keys") func ofTwoEqualKeysTheLastCounts()
      throws
    {
      #expect(try system(#""name": "a", "name": "b""#).name == "b")
    }

    @Test(
      "CloudBurst system with a blank name has a default title",
      arguments: [("\" \"", "System 1"), ("\"\\u3000\"", "System 1"), ("42", "42")])
    func aNameThatCannotBeSeenIsReplaced(name: String, title: String) throws {
      #expect(try system("\"name\": \(name)").title == title)
    }

    @Test("CloudBurst system shows the desired status until reached")
    func aStatusThatWasAskedForIsSaidUnlessItIsReached() throws {
      let stopping = try system(
        #""currentstatus": "RM01006", "desiredstatus": "RM01011", "desiredstatus_text": "Arrestato""#
      )
      #expect(stopping.desiredStatusLabel(in: .attested) == "Arrestato")
      let reached = try system(
        #""currentstatus": "RM01011", "desiredstatus": "RM01011", "desiredstatus_text": "Arrestato""#
      )
      #expect(reached.desiredStatusLabel(in: .attested) == nil)
      let untranslated = try system(#""currentstatus": "RM01006", "desiredstatus": "RM01011""#)
      #expect(untranslated.desiredStatusLabel(in: .attested) == "Stopped")
    }

    @Test("CloudBurst status class follows the code, else the text")
    func theCodeDecidesTheClassAndTheTextWhereTheCodeIsUnknown() throws {
      let known = try system(#""currentstatus": "RM01006", "currentstatus_text": "Failed""#)
      #expect(known.statusClass(in: .attested) == .started)
      let unknown = try system(#""currentstatus": "RM09999", "currentstatus_text": "Failed""#)
      #expect(unknown.statusClass(in: .attested) == .failed)
      #expect(unknown.statusLabel(in: .attested) == "Failed")
      #expect(try system(#""currentstatus": "RUNNING""#).statusClass(in: .attested) == .started)
    }

    @Test(
      "CloudBurst system timestamp is read or shown as received",
      arguments: [
        ("\"2010-01-02T00:00:00Z\"", "2010-01-02 00:00:00 UTC", ""),
        ("1262390400000000", "2010-01-02 00:00:00 UTC", ""),
        ("\"2010-01-02 01:00\"", "2010-01-02 01:00:00 UTC", "no time zone, read as UTC"),
        ("\"2010-01-02T01:00-0200\"", "2010-01-02 03:00:00 UTC", ""),
        ("\"2010-01-02\"", "2010-01-02", ""), ("\"next week\"", "next week", ""),
        ("0", "0", ""), ("-1000000000000000000", "-1000000000000000000", ""),
      ])
    func aMomentIsReadOrShownAsItCame(written: String, text: String, footer: String) throws {
      let created = try #require(try system("\"created\": \(written)").created)
      // A day without a time is the same day in every zone.
      #expect(created.text(in: .utc) == text)
      #expect(created.footer == footer)
    }

    @Test("CloudBurst date without a time is equal in every zone")
    func aDayStaysThatDayInEveryZone() throws {
      let system = try system(#""created": "2010-01-02""#)
      let west = Zone { _ in (-18_000, "EST") }
      #expect(SystemRow(system, Names(), .attested, west).created == "2010-01-02")
    }

    @Test(
      "CloudBurst system that is no object is refused",
      arguments: [
        ("5", "is a number, not an object"), ("null", "is null, not an object"),
        ("[]", "is an array, not an object"), ("\"x\"", "is a text, not an object"),
      ])
    func whatIsNoObjectIsRefused(written: String, clause: String) throws {
      let element = try json(written)
      let problem = #expect(throws: Unreadable.self) { try VirtualSystem(element) }
      #expect(problem?.clause == clause)
    }
  }
}
