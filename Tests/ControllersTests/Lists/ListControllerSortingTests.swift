import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct ListControllerSortingTests {
  private let barn = Barn([
    Animal("1", "name of Bee", legs: 6), Animal("2", "name of ant", legs: nil),
    Animal("3", "name of Cow", legs: 4),
  ])

  @Test func thePickerOffersEveryColumnBothWaysAndTheOrderAsReceived() async throws {
    let session = try await barn.session()
    await session.press("s")
    for label in ["NAME ▲", "NAME ▼", "LEGS ▲", "LEGS ▼", "PLACE ▲", "PLACE ▼", "As received"] {
      try session.expect(label)
    }
    #expect(session.selectedText == "● As received")
  }

  @Test(arguments: [
    (1, ["ant", "Bee", "Cow"]), (2, ["Cow", "Bee", "ant"]), (3, ["Cow", "Bee", "ant"]),
    (4, ["Bee", "Cow", "ant"]), (7, ["Bee", "ant", "Cow"]),
  ])
  func whatIsChosenIsTheOrderFromThenOn(choice: Int, expected: [String]) async throws {
    let session = try await barn.session()
    await session.press("s", .home)
    for _ in 1..<choice { await session.press(.down) }
    await session.press(.enter)
    #expect(session.shownIDs == expected)
    try await session.killAndRelaunch()
    #expect(session.shownIDs == expected)
    await session.press("r")
    #expect(session.shownIDs == expected)
  }

  @Test func thePickerBeginsAtTheOrderThatStands() async throws {
    barn.sort = ListSort("legs", isDescending: true)
    let session = try await barn.session()
    #expect(session.shownIDs == ["Bee", "Cow", "ant"])
    try session.expect("LEGS ▼")
    await session.press("s")
    #expect(session.selectedText == "● LEGS ▼")
    await session.press(.escape)
    #expect(session.shownIDs == ["Bee", "Cow", "ant"])
  }

  @Test func theSelectedRowStaysSelectedAndInSight() async throws {
    let barn = Barn(count: 100)
    let session = try await barn.session()
    for _ in 0..<5 { await session.press("j") }
    await session.press("s", .home, .down, .enter)
    #expect(session.shownIDs.contains("05"))
    #expect(session.selectedID == "05")
  }

  @Test func anOrderByAColumnThatIsNoMoreIsTheOrderAsReceived() async throws {
    let session = try await barn.session()
    await session.press("s", .home, .enter)
    let body = String(decoding: try #require(try session.store.load().body), as: UTF8.self)
    try session.store.save(
      Array(body.replacing(#""sort":"name""#, with: #""sort":"wings:desc""#).utf8))
    try await session.killAndRelaunch()
    #expect(session.shownIDs == ["Bee", "ant", "Cow"])
  }
}
