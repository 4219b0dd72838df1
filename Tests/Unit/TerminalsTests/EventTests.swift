import Testing

@testable import Terminals

@Suite struct EventTests {
  @Test(
    "Keys, pastes and clicks are events of the user",
    arguments: [
      (.key(.character("a")), true), (.paste("a"), true),
      (.mouse(Mouse(.click, at: Position(row: 0, column: 0))), true),
      (.resize(Size(rows: 24, columns: 80)), false), (.focus(true), false), (.focus(false), false),
      (.key(.suspend), false),
    ] as [(Event, Bool)])
  func aPersonTypesPastesAndPoints(event: Event, isPersons: Bool) {
    #expect(event.isUserInput == isPersons)
  }
}
