import RepriseTesting
import Testing

@testable import Hello
@testable import Reprise

@MainActor @Suite struct HelloLawTests {
  private var application: Application<OnlyRoute> { Application("hello") { Hello() } }

  @Test("Hello: the restoration law holds for a random script")
  func everyEventOfARandomScriptIsRestored() async throws {
    try await assertRestorable(
      application, script: .random(seed: 9, count: 2_000))
  }

  @Test("Hello: the name being typed survives a kill") func theNameBeingTypedSurvivesAKill()
    async throws
  {
    let session = try await TestSession(application)
    await session.type("World")
    await session.press(.left, .left)
    try await session.killAndRelaunch()
    await session.press(.backspace)
    try session.expect("Hello, Wold")
  }
}
