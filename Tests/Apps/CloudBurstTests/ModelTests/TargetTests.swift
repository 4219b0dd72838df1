import Accounts
import Reprise
import RepriseTesting
import Restoration
import Testing

@testable import CloudBurst

@MainActor @Suite struct TargetTests {
  @Test(
    "CloudBurst link names a server and a system",
    arguments: [
      ("https://host/resources/virtualSystems/51", "https://host", "51"),
      ("cloudburst://Host:8443/virtualSystems/51/", "https://host:8443", "51"),
      ("cloudburst://[fe80::1]/virtualSystems/d-65d2", "https://[fe80::1]", "d-65d2"),
      ("https://host/", "https://host", nil), ("https://host/virtualSystems", "https://host", nil),
    ])
  func aLinkNamesAServerAndASystem(text: String, server: String, id: String?) throws {
    let link = try #require(try DeepLink(text))
    #expect(link.server == server)
    #expect(link.id?.text == id)
  }

  @Test(
    "CloudBurst operand that is no link is a name",
    arguments: ["51", "LucaV", "ftp://host/virtualSystems/51", "https://"])
  func whatIsNoLinkIsAName(text: String) throws {
    #expect(try DeepLink(text) == nil)
  }

  /// Any web page can hold a link: none asks the server for anything but a system.
  @Test(
    "CloudBurst link whose ID leads elsewhere is refused",
    arguments: [
      "%2Flogout%3Fx%3D1", "%2Fresources%2Fusers%2F6", "5%3Fx=1", "5%23x", "a%2Fb", "..",
      "x%0d%0aX:1",
    ])
  func aLinkWhoseIDLeadsElsewhereIsRefused(id: String) {
    let link = "cloudburst://host/virtualSystems/" + id
    let problem = #expect(throws: UsageError.self) { try DeepLink(link) }
    #expect(
      problem?.errorDescription?.hasSuffix("in the link isn't the id of a system") == true)
    #expect(problem?.recoverySuggestion == "Open the appliance's list: https://host.")
  }

  /// Also one out of a list or a session file.
  @Test(
    "CloudBurst system ID is a resource address or refused",
    arguments: [
      ("51", "/resources/virtualSystems/51"), ("d-65d2", "/resources/virtualSystems/d-65d2"),
      ("/resources/virtualSystems/7", "/resources/virtualSystems/7"),
      ("/admin/resources/virtualSystems/7", "/admin/resources/virtualSystems/7"),
      ("/etc/passwd", nil), ("/logout?x=1", nil), ("/resources/x?y=1", nil), ("x?y=1&z", nil),
      ("a/b", nil), ("../users", nil), ("", nil), ("/", nil), ("/resources/../logout", nil),
    ])
  func anIDLeadsToAResourceOrNowhere(id: String, address: String?) {
    #expect(ResourceURI(system: ResourceID(id))?.text == address)
    #expect(
      ResourceURI(machinesOf: ResourceID(id))?.text == address.map { $0 + "/virtualMachines" })
  }

  @Test(
    "CloudBurst link in a system is a resource address or refused",
    arguments: [
      ("/resources/users/6", "/resources/users/6"), ("../users/6", nil), ("/logout?x=1", nil),
      ("/logout", nil), ("7", "/resources/virtualSystems/7"),
    ])
  func aLinkInASystemLeadsToAResourceOrNowhere(link: String, address: String?) {
    #expect(ResourceURI(link: link)?.text == address)
  }

  @Test(
    "CloudBurst origin round-trips as text of a session",
    arguments: [
      Origin.unplugged, .live(Account(server: "https://host:1/base", user: "luca")),
      .live(Account(server: "https://host", user: "two words")),
      .live(Account(server: "https://host")),
    ])
  func anOriginIsATextInSessions(origin: Origin) throws {
    #expect(Origin(text: origin.text) == origin)
    #expect(
      try StateCoder.decode(Route.self, from: StateCoder.encode(Route.systems(of: origin)))
        == .systems(of: origin))
  }

  @Test("CloudBurst target without a server or user is refused")
  func withoutSayingWhoseSystemsThereIsNoTarget() {
    #expect(throws: UsageError.self) {
      try Target("51", filter: nil, sort: nil, origin: nil)
    }
  }

  private func open(
    _ operand: String?, filter: String? = nil, store: any SnapshotStore = InMemorySnapshotStore()
  ) async throws -> TestSession<Route> {
    try await TestSession(
      Viewer.test(target: Target(operand, filter: filter, sort: nil, origin: .unplugged))
        .application, store: store)
  }

  @Test(
    "CloudBurst operand with ID or name opens the system on its list", arguments: ["56", "LucaV"])
  func anIdOrANameOpensTheSystemOnItsList(operand: String) async throws {
    let session = try await open(operand)
    try session.expect("Virtual systems › LucaV")
    await session.press(.escape)
    try session.expect("14 systems")
    #expect(session.selectedText?.contains("LucaV") == true)
  }

  /// The list below begins with the system that the link has opened.
  @Test("CloudBurst link opens the system, its list continues there")
  func fromALinkTheListGoesOnAtItsSystem() async throws {
    let link = "https://host/resources/virtualSystems/56"
    let session = try await open(link)
    try session.expect("Virtual systems › LucaV")
    await session.press(.escape)
    #expect(session.selectedText?.contains("LucaV") == true)
    let other = try await open(link)
    await other.press("p")
    try other.expect("› Deploy notturno")
    await other.press(.escape)
    #expect(other.selectedText?.contains("Deploy notturno") == true)
  }

  /// Any web page can hold a link, which names its own server.
  @Test("CloudBurst link alone does not run the password command")
  func aLinkAloneGetsNoPasswordOutOfACommand() throws {
    let link = "https://host/resources/virtualSystems/56"
    let program = Program<Route>(
      "cloudburst", summary: "", operands: .one("URL"), options: Option.servers
    ) { _ in
      throw UsageError("none", advice: "")
    }
    func origin(_ words: String...) throws -> Origin? {
      let arguments = try program.arguments([link, "--user", "cb"] + words)
      return try CloudBurst.origin(
        arguments, ServerSettings(application: "cloudburst", arguments, environment: [:]))
    }
    let problem = #expect(throws: UsageError.self) { try origin("--password-command", "echo") }
    #expect(problem?.errorDescription == "--password-command with a link needs --server")
    #expect(problem?.recoverySuggestion?.contains("--server https://host ") == true)
    let named = Origin.live(Account(server: "https://host", user: "cb"))
    #expect(try origin("--password-command", "echo", "--server", "https://host") == named)
    #expect(try origin() == named)
  }

  /// As a browser shows it; but not where a server is named, whose systems may be called like that.
  @Test(
    "CloudBurst address without a user opens the sign-in form",
    arguments: [
      ("https://host/gw/resources/virtualSystems/51", "https://host/gw"),
      ("host:8443", "https://host:8443"),
      ("host.example.com/resources/virtualSystems", "https://host.example.com"),
      ("host.example.com", "https://host.example.com"), ("[::1]:8443", "https://[::1]:8443"),
      ("LucaV", nil), ("51", nil), ("v1.2", nil), ("a b:1", nil),
    ] as [(String, String?)])
  func anAddressWithoutAUserOpensTheForm(operand: String, server: String?) throws {
    func origin() throws -> Origin? { try self.origin(of: operand) }
    #expect(try origin() == server.map { .live(Account(server: $0)) })
    guard let origin = try origin() else { return }
    let target = try Target(operand, filter: nil, sort: nil, origin: origin)
    #expect(target.routes.isEmpty && target.home.isEmpty && target.request.name == nil)
    let list = "https://other/resources/virtualSystems/51"
    if !operand.contains("://") {
      #expect(
        try self.origin(of: operand, "--server", list, "--user", "cb")
          == .live(Account(server: "https://other", user: "cb")))
    }
  }

  private func origin(of operand: String, _ words: String...) throws -> Origin? {
    let program = Program<Route>(
      "cloudburst", summary: "", operands: .one("URL"), options: Option.servers
    ) { _ in throw UsageError("none", advice: "") }
    let arguments = try program.arguments([operand] + words)
    return try CloudBurst.origin(
      arguments,
      ServerSettings(application: "cloudburst", arguments, environment: [:], pages: ["resources"]),
      mayAskForUser: true)
  }

  @Test("CloudBurst name of two systems shows both") func aNameThatTwoHaveShowsBoth() async throws {
    let session = try await open("Single Server")
    try session.expect("2 of 14")
    try session.expect("2 systems are named “Single Server”.")
  }

  @Test("CloudBurst --filter is not used at the next start") func aFilterOnTheCommandLineIsNoHabit()
    async throws
  {
    let store = InMemorySnapshotStore()
    let session = try await open(nil, filter: "was", store: store)
    try session.expect("Virtual systems › /was")
    await session.press("j")
    let plain = try await TestSession(Viewer.test().application, store: store)
    try plain.expect("14 systems")
  }
}
