import Core
import Foundation
import Testing

@Suite struct ResourceIDTests {
  @Test(
    "Resource ID is read from a number or a text",
    arguments: [
      ("51", "51"), ("2147483648", "2147483648"), ("51.0", "51"),
      ("99999999999999999999999", "99999999999999999999999"), ("\"51\"", "51"),
      ("90000000000000000000000", "90000000000000000000000"),
      ("-90000000000000000000000", "-90000000000000000000000"),
      ("\"d-65d29715-11a0\"", "d-65d29715-11a0"),
      ("\"/admin/resources/users/7f\"", "/admin/resources/users/7f"),
    ])
  func anIDIsANumberOrATextAndIsKeptAsText(written: String, text: String) throws {
    #expect(try ResourceID(of: json("{\"id\": \(written)}")).text == text)
  }

  @Test(
    "Resource ID of another kind of value is refused",
    arguments: [
      ("{}", Unreadable.noID), (#"{"id": null}"#, .noID), (#"{"id": ""}"#, .noID),
      (#"{"id": "  "}"#, .noID), (#"{"id": true}"#, .unusableID("true or false")),
      (#"{"id": [1]}"#, .unusableID("an array")), (#"{"id": 5.5}"#, .unusableID("the number 5.5")),
      (#"{"id": 1e300}"#, .unusableID("the number 1e300")),
    ])
  func whatIsNoIDIsRefused(written: String, reason: Unreadable) throws {
    let json = try json(written)
    #expect(throws: reason) { try ResourceID(of: json) }
  }

  @Test("Resource IDs: whole numbers sort by value and before texts")
  func wholeNumbersAreOrderedByValueAndComeBeforeTexts() {
    let ids = ["d-2", "10", "1x", "2147483648", "2", "-1", "d-10"].map { ResourceID($0) }
    #expect(ids.sorted().map(\.text) == ["-1", "2", "10", "2147483648", "1x", "d-10", "d-2"])
  }

  @Test("Resource IDs have a total order") func everyPairOfDifferentIDsHasOneOrder() {
    let ids = ["1", "01", "1x", "2", "10", "", "-0", "0"].map { ResourceID($0) }
    for left in ids {
      for right in ids {
        #expect((left < right) != (right < left) || left == right, "\(left) and \(right)")
      }
    }
  }

  @Test("Resource ID is encoded as a single string") func inASnapshotItIsASingleString() throws {
    let bytes = try JSONEncoder().encode(["56": ResourceID("56")])
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"56":"56"}"#)
    let read = try JSONDecoder().decode([String: ResourceID].self, from: bytes)
    #expect(read == ["56": ResourceID("56")])
  }
}
