import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

@MainActor @Suite struct TheStartScreenTests {
  private func begin() async throws -> TestSession<Route> {
    try await TestSession(Viewer.test(isUnplugged: false).application)
  }

  @Test func whatIsTypedComesBackWithTheCaret() async throws {
    let session = try await begin()
    await session.type("10.20.0.1")
    await session.press(.left, .left)
    try await session.killAndRelaunch()
    await session.type("9")
    try session.expect("10.20.09.1")
  }

  @Test func withoutAUserNothingIsAsked() async throws {
    let session = try await begin()
    await session.type("appliance.example.com")
    await session.press(.tab, .tab, .enter)
    try session.expect("Type your user ID first.")
    try await session.killAndRelaunch()
    try session.expect("Type your user ID first.")
    await session.type("luca")
    try session.expect("luca")
  }

  @Test func loadAsksForThePasswordBeforeAnythingIsSent() async throws {
    let session = try await begin()
    await session.type("appliance.invalid")
    await session.press(.tab)
    await session.type("luca")
    await session.press(.tab, .enter)
    try session.expect("CloudBurst › Password")
    try session.expect("For luca at appliance.invalid.")
    await session.press(.enter)
    try session.expect("Enter the password.")
    try await session.killAndRelaunch()
    try session.expect("CloudBurst › Password")
    await session.press(.escape)
    try session.expect("appliance.invalid")
  }

  @Test(arguments: [
    ("http://host", "http needs --insecure-http"), ("ftp://host", "only https:// is used"),
    ("a b", "an address has no blanks"),
    ("https://me:pw@host", "leave user and password out"),
  ])
  func aWrongServerIsNamedBesideTheField(text: String, problem: String) async throws {
    let session = try await begin()
    await session.type(text)
    try session.expect("✕ \(problem)")
    await session.press(.tab, .tab, .enter)
    try session.expect("Server: \(problem).")
  }

  @Test func nextLeadsToTheListOnceSomethingIsLoaded() async throws {
    let session = try await begin()
    await session.press(.backTab, .enter)
    try session.expect("Nothing is loaded yet.")
    await session.press(.backTab, .enter)
    try session.expect("14 virtual systems loaded from demo data.")
    try await session.killAndRelaunch()
    await session.press(.enter)
    try session.expect("CloudBurst › Virtual systems")
  }

  @Test func lettersAreTypedAndNotKeys() async throws {
    let session = try await begin()
    await session.type("q?")
    #expect(!session.hasQuit)
    try session.expect("q?")
    try session.expect("F1 help")
  }
}
