import Testing

@testable import Reprise

@MainActor @Suite struct SessionSelectionTests {
  @Test(
    "A session opened beside another doesn't count as named", arguments: [nil, "main"] as [String?])
  func aSessionThatWasGivenBesideAnotherIsNotNamed(typed: String?) {
    var wanted = SessionSelection()
    wanted.take(typed: typed)
    wanted.take(opened: "main-2")
    // It is locked and unlocked, where the gate doesn't ask.
    wanted.take(typed: nil)
    #expect(wanted.name == "main-2")
    #expect(!wanted.isNamed)
  }

  @Test("A session that the user typed stays named") func aSessionThatThePersonTypedStaysNamed() {
    var wanted = SessionSelection()
    wanted.take(typed: "ward")
    wanted.take(opened: "ward")
    wanted.take(typed: nil)
    #expect(wanted.name == "ward")
    #expect(wanted.isNamed)
  }
}
