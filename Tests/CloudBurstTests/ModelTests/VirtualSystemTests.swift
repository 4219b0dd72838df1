import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct VirtualSystemTests {
    @Test func anIDAloneIsASystem() throws {
      let system = try VirtualSystem(json(#"{"id": 51}"#))
      #expect(system.title == "System 51")
      #expect(system.statusWord(in: .attested) == "no status")
      #expect(system.statusClass(in: .attested) == .unknown)
      #expect(system.created == nil)
      #expect(system.owner == nil)
    }

    @Test(arguments: ["null", "\"\"", "[]", "{}", "true"])
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

    @Test func unknownKeysAreKeptInTheRawAnswerInTheirOrder() throws {
      let text = #"{"zeta":1e3,"id":1,"ipaddresses":{"hostname":"h"},"alpha":[null]}"#
      #expect(try VirtualSystem(json(text)).raw.bytes == Array(text.utf8))
    }

    @Test func ofTwoEqualKeysTheLastCounts() throws {
      #expect(try system(#""name": "a", "name": "b""#).name == "b")
    }

    @Test(arguments: [("\" \"", "System 1"), ("\"\\u3000\"", "System 1"), ("42", "42")])
    func aNameThatCannotBeSeenIsReplaced(name: String, title: String) throws {
      #expect(try system("\"name\": \(name)").title == title)
    }

    @Test func aStatusThatWasAskedForIsSaidUnlessItIsReached() throws {
      let stopping = try system(
        #""currentstatus": "RM01006", "desiredstatus": "RM01011", "desiredstatus_text": "Arrestato""#
      )
      #expect(stopping.desiredStatusWord(in: .attested) == "Arrestato")
      let reached = try system(
        #""currentstatus": "RM01011", "desiredstatus": "RM01011", "desiredstatus_text": "Arrestato""#
      )
      #expect(reached.desiredStatusWord(in: .attested) == nil)
      let untranslated = try system(#""currentstatus": "RM01006", "desiredstatus": "RM01011""#)
      #expect(untranslated.desiredStatusWord(in: .attested) == "Stopped")
    }

    @Test func theStatusTextNeverDecidesTheClass() throws {
      let system = try system(#""currentstatus": "RM09999", "currentstatus_text": "Started""#)
      #expect(system.statusClass(in: .attested) == .unknown)
      #expect(system.statusWord(in: .attested) == "Started")
    }

    @Test(arguments: [
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
