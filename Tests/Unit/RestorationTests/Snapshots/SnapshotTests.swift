import Core
import Testing

@testable import Restoration

@Suite struct SnapshotTests {
  private let entry = Snapshot.Entry(
    route: .application(.string("list")), title: "Systems", stateVersion: 3,
    state: .object([.init("selectedID", .string("56"))]))

  @Test("A snapshot entry has route, state, title and version")
  func anEntrySaysWhereItLeadsAndWhatWasThere() throws {
    #expect(
      String(decoding: entry.bytes, as: UTF8.self)
        == #"{"route":"list","state":{"selectedID":"56"},"title":"Systems","version":3}"#)
    let contents = try #require(entry.contents)
    #expect(contents.route == .application(.string("list")))
    #expect(contents.title == "Systems")
    #expect(contents.stateVersion == 3)
    #expect(contents.state == .object([.init("selectedID", .string("56"))]))
  }

  @Test("A snapshot entry tells the framework's screens apart")
  func theFrameworksOwnScreensAreNamedApart() throws {
    let help = Snapshot.Entry(
      route: .framework(.string("help")), title: "", stateVersion: 1, state: .null)
    #expect(try #require(help.contents).route == .framework(.string("help")))
  }

  @Test(
    "An invalid snapshot entry has no contents",
    arguments: ["", "{", "[]", "{}", "null", #"{"state":{}}"#, #"{"route":1,"route":2}"#])
  func anEntryThatLeadsNowhereHasNoContents(text: String) {
    #expect(Snapshot.Entry(bytes: Array(text.utf8)).contents == nil)
  }

  @Test("A snapshot entry without a version has version 1", arguments: [nil, 4] as [Int?])
  func aStateWithoutAVersionIsTheFirst(version: Int?) throws {
    let text = #"{"route":1,"state":{}\#(version.map { #","version":\#($0)"# } ?? "")}"#
    let contents = try #require(Snapshot.Entry(bytes: Array(text.utf8)).contents)
    #expect(contents.stateVersion == version ?? 1)
  }

  @Test("A snapshot entry without its state keeps the other fields")
  func whatBeginsAnewLosesItsStateAlone() throws {
    let later = Snapshot.Entry(
      route: .framework(.string("help")), title: "Help", stateVersion: 3, state: .string("typed"),
      others: [.init("later", .array([.null]))])
    #expect(
      String(decoding: later.withoutState.bytes, as: UTF8.self)
        == #"{"framework":"help","state":{},"title":"Help","version":3,"later":[null]}"#)
    #expect(later.contents?.others == [.init("later", .array([.null]))])
    let odd = Snapshot.Entry(bytes: Array("[]".utf8))
    #expect(odd.withoutState == odd)
  }

  @Test("A snapshot entry's missing fields are empty") func whatAnEntryLeavesOutIsEmpty() throws {
    let entry = Snapshot.Entry(bytes: Array(#"{"framework":2,"route":1,"title":5}"#.utf8))
    let contents = try #require(entry.contents)
    #expect(contents.route == .application(.number("1")) && contents.title == "")
    #expect(contents.state == .null && contents.others.isEmpty)
  }
}
