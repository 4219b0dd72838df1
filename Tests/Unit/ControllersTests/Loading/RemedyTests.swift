import Controllers
import Foundation
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// What another screen can remedy leads there when the person asked, and back to what they wanted.
@MainActor @Suite struct RemedyTests {
  private let house = House()
  private let store = InMemorySnapshotStore()

  private func session(
    _ root: HouseRoute, opening: [HouseRoute] = [], size: Size = Size(rows: 24, columns: 80)
  ) async throws -> TestSession<HouseRoute> {
    try await TestSession(house.application(root, opening: opening), size: size, store: store)
  }

  @Test(
    "A failed first load shows its error and opens no recovery",
    arguments: [HouseRoute.list, .detail, .text])
  func nobodyWhoDidNotAskIsAskedForAnything(route: HouseRoute) async throws {
    let session = try await session(route)
    try session.expect("✕ ")
    try session.expect("The door is locked.")
    try session.expectNo("The word?")
  }

  @Test(
    "A user's refresh opens the recovery and then loads",
    arguments: [HouseRoute.list, .detail, .text])
  func whoAsksIsLedToTheRemedyAndBack(route: HouseRoute) async throws {
    let session = try await session(route)
    await session.press("r")
    try session.expect("The word?")
    await session.press(.enter)
    try session.expect("inside")
    try session.expectNo("locked")
  }

  @Test(
    "A recovery that was open at a kill is restored and then loads",
    arguments: [HouseRoute.list, .detail, .text])
  func thatIsSoAfterAKillToo(route: HouseRoute) async throws {
    let session = try await session(route)
    await session.press("r")
    try await session.killAndRelaunch()
    try session.expect("The word?")
    await session.press(.enter)
    try session.expect("inside")
    try session.expectNo("locked")
  }

  @Test(
    "A declined recovery leaves the shown content", arguments: [HouseRoute.list, .detail, .text])
  func whoGoesBackWithoutItFindsWhatWasThere(route: HouseRoute) async throws {
    house.isLocked = false
    let session = try await session(route)
    house.isLocked = true
    await session.press("r", .escape)
    try session.expect("inside")
    try await session.killAndRelaunch()
    try session.expect("The door is locked.")
  }

  /// What the command line asks for is loaded as if the person had pressed the key.
  @Test(
    "A declined recovery without content shows the error, not Loading",
    arguments: [HouseRoute.list, .detail, .text])
  func whereThereWasNothingYetTheProblemIsSaidAndNotThatItLoads(route: HouseRoute) async throws {
    let session = try await session(.hall, opening: [route])
    try session.expect("The word?")
    await session.press(.escape)
    try session.expectNo("Loading…")
    try session.expect("The door is locked.")
    // Killed there, and started without asking for anything.
    let later = try await self.session(.hall)
    #expect(later.frame.text(ofRow: 3) == session.frame.text(ofRow: 3))
    try later.expect("The door is locked.")
    await later.press("r", .enter)
    try later.expect("inside")
    try later.expectNo("locked")
  }

  @Test("A search's refresh opens the recovery and then finds") func aSearchLeadsThereAndBackToo()
    async throws
  {
    let session = try await session(.search)
    await session.type("in")
    try session.expect("The door is locked.")
    await session.press(.control("r"))
    try session.expect("The word?")
    await session.press(.enter)
    try session.expect("inside")
    try session.expectNo("locked")
  }

  /// What was kept is shown at a restart without asking anybody, and is as old as it was.
  @Test(
    "A failed refresh's error is restored after a kill",
    arguments: [HouseRoute.list, .detail, .text])
  func aRefreshThatFailedIsSaidToHaveAfterAKillToo(route: HouseRoute) async throws {
    house.isLocked = false
    house.provenance = Provenance(.live("farm"))
    let session = try await session(route)
    house.failure = TestError()
    await session.press("r")
    try session.expect("The well is dry.")
    let before = session.frame
    house.failure = nil
    house.provenance = Provenance(.live("farm"), .error)
    try await session.killAndRelaunch()
    #expect(session.frame.withoutStatusLine == before.withoutStatusLine)
  }

  @Test("A form's button is pressed again after its recovery", arguments: [false, true])
  func aButtonIsPressedAgainWhenItsRemedyHasAnswered(isAfterAKill: Bool) async throws {
    let session = try await session(.form)
    await session.type("luca")
    await session.press(.tab, .enter)
    try session.expect("The word?")
    if isAfterAKill { try await session.killAndRelaunch() }
    await session.press(.enter)
    try session.expect("Entered as luca.")
    #expect(house.presses == ["luca", "luca"])
  }

  @Test("A form's button isn't pressed again after a declined recovery")
  func aButtonWhoseRemedyWasDeclinedIsNotPressedAgain() async throws {
    let session = try await session(.form)
    await session.press(.tab, .enter, .escape)
    try session.expectNo("Entered")
    #expect(house.presses == [""])
    await session.press(.enter)
    try session.expect("The word?")
  }

  @Test(
    "The restoration law holds for opening and leaving a recovery",
    arguments: [HouseRoute.list, .detail, .text, .form])
  func theLawHoldsOnTheWayThereAndBack(route: HouseRoute) async throws {
    for size in [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)] {
      house.isLocked = true
      try await assertRestorable(
        house.application(route), size: size,
        script: .events((["r", .escape, "r", "?", .escape, .escape] as [Key]).map { .key($0) }))
    }
  }
}

enum HouseRoute: AppRoute {
  case hall, list, detail, text, search, form, word
}

/// Nobody gets in before the word was said.
@MainActor private final class House {
  var isLocked = true
  var failure: (any Error)?
  var provenance: Provenance?
  private(set) var presses: [String] = []

  func application(
    _ root: HouseRoute, opening: [HouseRoute] = []
  ) -> Application<HouseRoute> {
    Application("house", title: "House", root: root, deepLink: opening) { self.screen($0) }
  }

  private func enter() throws {
    if let failure { throw failure }
    if isLocked { throw Locked() }
  }

  private struct Locked: Recoverable, LocalizedError {
    var recoveryRoute: any AppRoute { HouseRoute.word }
    var errorDescription: String? { "The door is locked." }
  }

  private func screen(_ route: HouseRoute) -> any Screen {
    switch route {
    case .hall: DetailController(title: "Hall") { _ in }
    case .list:
      ListController(
        title: "Rooms", columns: Animal.columns, id: { $0.id },
        source: { load in
          try self.enter()
          load.show(
            ListContent(rows: [Animal("1", "inside")], summary: "1 room"), from: self.provenance)
        })
    case .detail:
      DetailController(title: "Room") { load in
        try self.enter()
        load.show(Detail(title: "Room", headline: "inside", sections: []), from: self.provenance)
      }
    case .text:
      TextController(title: "Letter") { load in
        try self.enter()
        load.show("inside", from: self.provenance)
      }
    case .search:
      SearchController(
        title: "Find", field: SearchField(label: "Find", placeholder: "", explanation: ""),
        columns: Animal.columns, id: { $0.id }, noun: ("room", "rooms"),
        source: { text, _ in
          PageSource { _ in
            try self.enter()
            return ListPage(rows: [Animal("1", text + "side")], hasMore: false)
          }
        }, open: { _, _ in })
    case .form:
      FormController(
        fields: [Field("user", label: "User")],
        buttons: [
          FormButton("enter", title: "Enter") { input, _ in
            let user = input.texts["user"] ?? ""
            self.presses.append(user)
            do {
              try self.enter()
              return .init(report: StatusMessage("Entered as \(user)."))
            } catch {
              return .init(problem: "Nobody entered", error)
            }
          }
        ])
    case .word:
      DetailController(
        title: "Word",
        bindings: [
          KeyBinding(.enter, label: "say", help: "Say the word") { navigator in
            self.isLocked = false
            navigator.returnResult(.recovered)
          }
        ]
      ) { $0.show(Detail(title: "Word", headline: "The word?", sections: [])) }
    }
  }
}
