import Controllers
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@MainActor @Suite struct ChoosingColumnsTests {
  private struct Animal: Hashable, Sendable {
    let name: String
    let legs: String
    let sound: String
  }

  private func application(hidden: [String]?) -> Application<OnlyRoute> {
    Application("animals") {
      ListController<Animal>(
        title: "Animals",
        columns: [
          Column("name", heading: "NAME", width: .fixed(10), text: { $0.name }),
          Column("legs", heading: "LEGS", width: .fixed(10), text: { $0.legs }),
          Column("sound", heading: "SOUND", width: .fixed(10), text: { $0.sound }),
        ],
        id: { $0.name }, hiddenColumnIDs: hidden,
        source: { load in
          load.show(
            ListContent(
              rows: [Animal(name: "cat", legs: "four", sound: "meow")], noun: ("animal", "animals")
            ))
        })
    }
  }

  @Test func aHiddenColumnIsShownOnceItIsChosen() async throws {
    let session = try await TestSession(application(hidden: ["sound"]))
    try session.expectNo("meow")
    await session.press("o")
    try session.expect("● LEGS")
    await session.press(.down, .enter, .escape)
    try session.expect("meow")
    try session.expect("four")
    try await session.killAndRelaunch()
    try session.expect("meow")
  }

  @Test func aColumnThatIsHiddenIsStillFound() async throws {
    let session = try await TestSession(application(hidden: []))
    await session.press("o", .enter, .escape)
    try session.expectNo("four")
    await session.press("/")
    await session.type("four")
    try session.expect("cat")
  }

  @Test func severalAreChosenOneAfterTheOther() async throws {
    let session = try await TestSession(application(hidden: []))
    await session.press("o", .enter)
    try session.expect("Columns")
    await session.press(.down, .enter, .escape)
    try session.expectNo("LEGS")
    try session.expectNo("SOUND")
    try session.expect("NAME")
  }

  @Test func aListWithoutAChoiceHasNoKeyForIt() async throws {
    let session = try await TestSession(application(hidden: nil))
    await session.press("o")
    try session.expectNo("Columns")
  }
}
