import Core
import Restoration
import Testing

@Suite struct MigrationTests {
  private let migrations = [
    Migration("a filter has a caret") { state in
      state["filter"] = .object([.init("text", state["filter"] ?? .string(""))])
    },
    Migration("sorting is gone") { $0["sort"] = nil },
    Migration("rows have a name"),
  ]

  private func brought(_ text: String, from version: Int) throws -> String {
    let state = migrations.bringUpToDate(try JSON(Array(text.utf8)), from: version)
    return String(decoding: state.bytes, as: UTF8.self)
  }

  @Test("A state's migrations run once and in order") func eachStepIsTakenOnceAndInOrder() throws {
    let first = #"{"filter":"was","sort":"name"}"#
    #expect(try brought(first, from: 1) == #"{"filter":{"text":"was"}}"#)
    let second = #"{"filter":{"text":"was"},"sort":"name"}"#
    #expect(try brought(second, from: 2) == #"{"filter":{"text":"was"}}"#)
    #expect(try brought(second, from: 3) == second)
  }

  @Test("A state of the present or a newer version isn't migrated", arguments: [4, 5, Int.max])
  func thePresentAndALaterVersionStayAsTheyAre(version: Int)
    throws
  {
    let state = #"{"filter":"was","sort":"name"}"#
    #expect(try brought(state, from: version) == state)
  }

  @Test("A state of a version below 1 is migrated from version 1", arguments: [0, -1, Int.min])
  func aVersionBelowTheFirstIsTheFirst(version: Int) throws {
    #expect(try brought("{}", from: version) == #"{"filter":{"text":""}}"#)
  }

  @Test("A state that is no object survives migration", arguments: ["null", "[]", "7", "\"x\""])
  func aStateOfAnotherKindDoesNoHarm(text: String)
    throws
  {
    #expect(try brought(text, from: 1) == #"{"filter":{"text":""}}"#)
  }

  @Test func releasesAreComparedByTheirNumbers() {
    let inOrder = [
      "", "0.1", "0.1.1", "0.2.0", "0.10.0", "1", "1.0.1-beta", "2.0", "99999999999999999999.1.x",
    ]
    #expect(
      inOrder.dropLast().map { ReleaseNumber($0) }.sorted()
        == inOrder.dropLast().map { ReleaseNumber($0) })
    #expect(ReleaseNumber("0.9.0") < ReleaseNumber("0.10.0"))
    #expect(ReleaseNumber("1.0") == ReleaseNumber("1.0.0"))
    // A number too large to be one counts as zero, and ends nothing.
    #expect(ReleaseNumber(inOrder[8]) < ReleaseNumber("1"))
  }

  @Test("Release numbers are compared by eight parts") func eightPartsOfAReleaseCount() {
    #expect(ReleaseNumber("1") < ReleaseNumber("1.0.0.0.0.0.0.1"))
    #expect(ReleaseNumber("1.0.0.0.0.0.0.1.9") == ReleaseNumber("1.0.0.0.0.0.0.1"))
    #expect(
      ReleaseNumber("1.2b3") == ReleaseNumber("1.2") && ReleaseNumber(".1") == ReleaseNumber("1"))
    #expect(
      ReleaseNumber("1.٢") == ReleaseNumber("1") && !(ReleaseNumber("1") < ReleaseNumber("1")))
  }
}
