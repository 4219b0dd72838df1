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
        id: { $0.name }, options: { $0.hiddenColumnIDs = hidden },
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

  @Test("A list's filter matches hidden columns") func aColumnThatIsHiddenIsStillFound()
    async throws
  {
    let session = try await TestSession(application(hidden: []))
    await session.press("o", .enter, .escape)
    try session.expectNo("four")
    await session.press("/")
    await session.type("four")
    try session.expect("cat")
  }

  @Test("A list's column picker hides several columns") func severalAreChosenOneAfterTheOther()
    async throws
  {
    let session = try await TestSession(application(hidden: []))
    await session.press("o", .enter)
    try session.expect("Columns")
    await session.press(.down, .enter, .escape)
    try session.expectNo("LEGS")
    try session.expectNo("SOUND")
    try session.expect("NAME")
  }

  @Test("A list without a column choice has no key for one") func aListWithoutAChoiceHasNoKeyForIt()
    async throws
  {
    let session = try await TestSession(application(hidden: nil))
    await session.press("o")
    try session.expectNo("Columns")
  }

  /// A list that learns from its source which columns there are besides the name.
  private func named() -> Application<OnlyRoute> {
    let all: [Column<Animal>] = [
      Column("name", heading: "NAME", width: .fixed(10), text: { $0.name }),
      Column("legs", heading: "LEGS", width: .fixed(10), text: { $0.legs }),
      Column("sound", heading: "SOUND", width: .fixed(10), text: { $0.sound }),
    ]
    return Application("animals") {
      ListController<Animal>(
        title: "Animals", columns: Array(all.prefix(2)), id: { $0.name },
        options: { $0.hiddenColumnIDs = [] },
        source: { load in
          var content = ListContent(
            rows: [
              Animal(name: "cat", legs: "four", sound: "meow"),
              Animal(name: "hen", legs: "two", sound: "cluck"),
            ], noun: ("animal", "animals"))
          content.columns = ListColumns(all, hiddenIDs: ["sound"])
          load.show(content)
        })
    }
  }

  @Test("A list shows, filters and sorts columns that its source names")
  func columnsThatTheSourceNamesComeWithTheRows() async throws {
    let session = try await TestSession(named())
    try session.expect("LEGS")
    try session.expect("four")
    try session.expectNo("meow")
    await session.press("/")
    await session.type("cluck")
    try session.expect("hen")
    try session.expectNo("cat")
    // L locks, so that heading has another letter.
    await session.press(.escape, "E")
    try await session.killAndRelaunch()
    try session.expect("LEGS ▲")
  }

  @Test("A list's column picker shows the source's columns after a kill")
  func aColumnThatTheSourceNamesIsChosenAfterAKillToo() async throws {
    let session = try await TestSession(named())
    await session.press("o")
    try session.expect("SOUND")
    try await session.killAndRelaunch()
    await session.press(.down, .enter, .escape)
    try session.expect("meow")
  }

  /// One that the list has from the beginning: what else is hidden only the source knows.
  @Test("A list's column picker after a kill hides the chosen column only")
  func aColumnThatIsKnownIsHiddenAfterAKillAndNoOtherComes() async throws {
    let session = try await TestSession(named())
    await session.press("o")
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expect("SOUND")
    await session.press(.escape)
    try session.expectNo("four")
    try session.expectNo("meow")
  }
}
