import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import hello

/// Tests as the author of an application writes them, who knows nothing but the README and
/// TestingAnApplication.
@MainActor @Suite struct ConsumerTests {
  private var application: Application<OnlyRoute> { Application("hello") { Hello() } }

  @Test func theNameSurvivesAKill() async throws {
    let session = try await TestSession(application)
    await session.type("World")
    try await session.killAndRelaunch()
    try session.expect("Ciao, World")
  }

  @Test func theProgramThatIsBuiltIsThePackagesOwn() async throws {
    let home = try TemporaryDirectory()
    let terminal = try TmuxTerminal(
      environment: ["HOME": home.path],
      running: [BuiltProgram.path("hello")])
    try await terminal.wait(for: "Ciao, ")
    try terminal.press("A")
    try await terminal.wait(for: "Ciao, A")
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
    // The environment of the first start holds: without it there would be no session.
    try terminal.relaunch()
    try await terminal.wait(for: "Ciao, A")
    terminal.close()
  }
}
