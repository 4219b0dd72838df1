import Core
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// An older release opens what a later one saved, says so, and gives everything back to that one.
@MainActor @Suite struct LaterReleaseTests {
  private let test = TestApplication()

  private func store(_ entries: String...) -> InMemorySnapshotStore {
    let body =
      #"{"application":"test","version":"12.0","saved":"1970-01-01T00:00:00Z","screens":["#
      + entries.joined(separator: ",") + #"],"place":{"x":[1.50,null]}}"#
    return InMemorySnapshotStore(body: Array(body.utf8))
  }

  private func saved(_ store: InMemorySnapshotStore) -> String {
    String(decoding: store.body ?? [], as: UTF8.self)
  }

  @Test("A newer release's unknown screen is shown as unsupported and preserved")
  func aScreenItDoesNotKnowIsShownAsTheLaterOnesAndKeptByteForByte() async throws {
    let store = store(SavedEntry.root, SavedEntry.unknown)
    let session = try await TestSession(test.application, store: store)
    try session.expect("Test › Later")
    try session.expect("This screen was made by a newer version (12.0).")
    // What is opened above it is saved, and nothing of it is lost.
    await session.press("?")
    #expect(saved(store).contains(SavedEntry.unknown))
    #expect(saved(store).contains(#""version":"9","newest":"12.0""#))
    #expect(saved(store).hasSuffix(#","place":{"x":[1.50,null]}}"#))
    try await session.killAndRelaunch()
    await session.press(.escape)
    try session.expect("This screen was made by a newer version (12.0).")
    #expect(saved(store).contains(SavedEntry.unknown))
    await session.press(.escape)
    try session.expect("count 1,")
    #expect(store.quarantinedBodies.isEmpty)
  }

  @Test("Unknown fields of a newer release's state are preserved")
  func inAStateItKnowsInPartTheRestIsKept() async throws {
    let later =
      #"{"route":{"counter":{"id":"A"}},"state":{"answer":"none","count":2,"zoom":{"by":2.0}},"title":"A","version":7,"tab":1}"#
    let store = store(SavedEntry.root, later)
    let session = try await TestSession(test.application, store: store)
    try session.expect("count 2,")
    try session.expect("“A” was saved by a newer version")
    await session.press("+")
    try session.expect("count 3,")
    let kept = later.replacing(#""count":2"#, with: #""count":3"#)
    #expect(saved(store).contains(kept))
    #expect(store.quarantinedBodies.isEmpty)
  }

  @Test("An unknown screen of the same release counts as damaged")
  func whatThisReleaseWroteItselfIsDamagedAndNotLater() async throws {
    let store = InMemorySnapshotStore(body: body(of: SavedEntry.root, SavedEntry.unknown))
    let session = try await TestSession(test.application, store: store)
    try session.expect("“Later” couldn't be reopened.")
  }

  @Test("A newer release resumes after an older one and drops its version")
  func theLaterReleaseFindsItsOwnAgainAndForgetsThatItWasAway() async throws {
    let store = store(SavedEntry.root, SavedEntry.counter)
    let old = try await TestSession(test.application, store: store)
    await old.press("+")
    #expect(saved(store).contains(#""newest":"12.0""#))
    let application = test.application
    let later = Application("test", title: "Test", version: "12.0", root: TestRoute.root) {
      application.screen($0)
    }
    let new = try await TestSession(later, store: store)
    try new.expect("count 3,")
    await new.press("+")
    #expect(!saved(store).contains("newest"))
    #expect(!saved(store).contains("place"))
  }
}

/// A screen whose state has changed its shape twice.
@MainActor @Suite struct OlderStateTests {
  @MainActor private final class GrownScreen: Screen {
    struct State: RestorableState {
      var filter = TextEntry()
      var names: [String] = ["nobody"]
    }

    static let migrations = [
      Migration("a filter has a caret") { state in
        state["filter"] = .object([
          .init("text", state["filter"] ?? .string("")), .init("caret", .number("0")),
        ])
      },
      Migration("one name became several") { state in
        state["names"] = state["name"].map { .array([$0]) }
        state["name"] = nil
      },
    ]
    var state = State()
    func draw(in canvas: inout Canvas) {
      canvas.write("\(state.filter.text) by \(state.names.joined(separator: " and "))", row: 0)
    }
  }

  private func session(_ entry: String) async throws -> TestSession<OnlyRoute> {
    let body =
      #"{"application":"grown","version":"0.1.0","screens":[{"route":{"only":{}},"title":"","#
      + entry + "}]}"
    return try await TestSession(
      Application("grown") { GrownScreen() }, store: InMemorySnapshotStore(body: Array(body.utf8)))
  }

  @Test(
    "A screen's state of any version is migrated",
    arguments: [
      (#""state":{"filter":"was","name":"Luca"},"version":1"#, "was by Luca"),
      (#""state":{"filter":{"text":"was","caret":3},"name":"Luca"},"version":2"#, "was by Luca"),
      (
        #""state":{"filter":{"text":"was","caret":3},"names":["A","B"]},"version":3"#,
        "was by A and B"
      ),
      (#""state":{"filter":"was"}"#, "was by nobody"), (#""state":null"#, " by nobody"),
    ]) func aStateOfAnyVersionIsBroughtUpToDate(entry: String, shown: String) async throws
  {
    let session = try await session(entry)
    try session.expect(shown)
    try session.expectNo("came back without")
  }

  @Test("A state's version counts its migrations") func theVersionCountsTheSteps() {
    #expect(GrownScreen.stateVersion == 3)
  }
}
