import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

@MainActor @Suite struct TheStartScreenTests {
  private func begin() async throws -> TestSession<Route> {
    try await TestSession(Viewer.test().application)
  }

  @Test("CloudBurst start screen reports damaged recent servers")
  func recentServersThatCannotBeReadAreSaidToBeThat() async throws {
    let home = try TemporaryDirectory()
    try home.write("cloudburst/recent.json", "{")
    let settings = try ServerSettings(
      application: "cloudburst", Arguments(), environment: ["XDG_STATE_HOME": home.path])
    let viewer = Viewer(
      Connections(settings), recording: nil, target: Target(), zone: .utc, directory: home.path,
      demoData: .fourteen)
    let session = try await TestSession(viewer.application)
    try session.expect("✕ The list of recent servers can't be read")
    // The line may break in the path, which is as long as the folder of temporary files.
    try session.expect("is damaged.")
  }

  @Test("CloudBurst start screen: typed text resumes with its caret")
  func whatIsTypedComesBackWithTheCaret() async throws {
    let session = try await begin()
    await session.type("10.20.0.1")
    await session.press(.left, .left)
    try await session.killAndRelaunch()
    await session.type("9")
    try session.expect("10.20.09.1")
  }

  @Test("CloudBurst start screen requires a user ID") func withoutAUserNothingIsAsked() async throws
  {
    let session = try await begin()
    await session.type("appliance.example.com")
    await session.press(.tab, .tab, .enter)
    try session.expect("Enter a user ID.")
    try await session.killAndRelaunch()
    try session.expect("Enter a user ID.")
    await session.type("luca")
    try session.expect("luca")
  }

  @Test("CloudBurst start screen refuses a blank user ID") func blanksAreNoUser() async throws {
    let session = try await begin()
    await session.type("127.0.0.1:1")
    await session.press(.tab)
    await session.type("  ")
    await session.press(.tab, .enter)
    try session.expect("Enter a user ID.")
  }

  @Test("CloudBurst start screen reports an unreachable server first")
  func aServerThatIsNotThereIsSaidBeforeAPasswordIsAskedFor() async throws {
    let session = try await begin()
    // Nobody listens at the first port.
    await session.type("127.0.0.1:1")
    await session.press(.tab)
    await session.type("luca")
    await session.press(.tab, .enter)
    try session.expect("Connection refused: 127.0.0.1:1")
    try session.expectNo("Password")
    try await session.killAndRelaunch()
    try session.expect("Connection refused: 127.0.0.1:1")
  }

  @Test(
    "CloudBurst start screen names a wrong server beside the field",
    arguments: [
      ("http://host", "http needs --insecure-http"), ("ftp://host", "only https:// is used"),
      ("a b", "an address has no spaces"),
      ("https://me:pw@host", "leave user and password out"),
    ])
  func aWrongServerIsNamedBesideTheField(text: String, problem: String) async throws {
    let session = try await begin()
    await session.type(text)
    try session.expect("✕ \(problem)")
    await session.press(.tab, .tab, .enter)
    try session.expect("Server: \(problem).")
  }

  @Test("CloudBurst start screen: Demo opens the list at once")
  func demoOpensTheListWithoutASecondEnter() async throws {
    let session = try await begin()
    await session.press(.backTab, .enter)
    try session.expect("CloudBurst › Virtual systems")
    try session.expect("14 systems · 5 in transition")
    try await session.killAndRelaunch()
    try session.expect("CloudBurst › Virtual systems")
    // The form isn't a place to go back to.
    await session.press(.escape)
    try session.expect("CloudBurst › Virtual systems")
  }

  @Test("CloudBurst start screen: a recent server fills the form")
  func whatIsChosenOfTheRecentOnesIsOpenedByTheNextEnter() async throws {
    let home = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: home.file(".local/state/cloudburst"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let settings = try ServerSettings(
      application: "cloudburst", Arguments(), environment: ["HOME": home.path])
    for user in ["luca", "marta"] {
      settings.recent.note(Account(server: "https://127.0.0.1:1", user: user))
    }
    let session = try await TestSession(Viewer(Connections(settings)).application)
    await session.press(.right, .right, .enter)
    try session.expect("luca at https://127.0.0.1:1")
    await session.press("j", .enter)
    try session.expect("User ID   luca")
    await session.press(.enter)
    try session.expect("Connection refused: 127.0.0.1:1")
  }

  @Test("CloudBurst start screen: examples are not typed text") func anExampleIsNoTypedText()
    async throws
  {
    let session = try await begin()
    for example in ["e.g. appliance.example.com", "e.g. cbadmin"] {
      try session.expect(example)
      let row = try #require((0..<24).first { session.frame.text(ofRow: $0).contains(example) })
      // Where a terminal can't dim, what isn't underlined is still no field's text.
      let dimmed = session.frame.cells(ofRow: row).filter { $0.style.role == .secondary }
      let underlined = dimmed.filter(\.style.isField)
      #expect(underlined.isEmpty)
    }
    await session.press(.tab, .tab, .enter)
    try session.expect("Enter a server address.")
  }

  @Test("CloudBurst start screen: letters are typed, not keys") func lettersAreTypedAndNotKeys()
    async throws
  {
    let session = try await begin()
    await session.type("q?")
    #expect(!session.hasQuit)
    try session.expect("q?")
    try session.expect("F1 help")
  }
}
