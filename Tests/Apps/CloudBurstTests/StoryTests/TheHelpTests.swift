import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

@MainActor @Suite struct TheHelpTests {
  @Test("CloudBurst help names the keys of its screen and resumes")
  func itNamesTheKeysOfTheScreenBelowAndComesBackToo() async throws {
    let session = try await cloudBurst()
    await session.press("j", "j", .enter, "?")
    try session.expect("CloudBurst › Virtual systems › Cluster ND – collaudo › Help")
    try session.expect("Show the raw answer")
    try session.expect("Copy all of it as text")

    try await session.killAndRelaunch()
    try session.expect("Show the raw answer")
    await session.press(.escape)
    try session.expect("id 61")
    await session.press(.escape, "?")
    try session.expect("Sort by a column")
  }

  @Test("CloudBurst help of a text field is F1 and names no letters")
  func whereATextIsTypedItIsUnderF1AndNamesNoLetters() async throws {
    let session = try await cloudBurst()
    await session.press("/")
    await session.type("?")
    try session.expect("Virtual systems › /?")
    await session.press(.function(1))
    try session.expect("Apply the filter and go to the list")
    try session.expectNo("Sort by a column")
    try await session.killAndRelaunch()
    await session.press(.escape)
    try session.expect("No system matches “?”. Esc clears the filter.")
  }

  /// Each key that the help of the list names does what it says.
  @Test("CloudBurst help of the list names keys that work") func everyLetterThatItNamesWorks()
    async throws
  {
    for (key, outcome) in [
      ("/", "Esc clear"), ("s", "› Sort"), ("y", "› Raw answer"), ("r", "Refreshed."),
      ("c", "Copied."), ("l", "› 05WASadmin"),
    ] as [(Key, String)] {
      let session = try await cloudBurst()
      await session.press(key)
      try session.expect(outcome)
    }
  }
}
