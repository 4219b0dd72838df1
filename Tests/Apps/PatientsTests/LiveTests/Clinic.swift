import Accounts
import Foundation
import RepriseTesting
import Restoration

@testable import OpenMRSSimulator
@testable import Patients
@testable import Reprise

/// An OpenMRS server of the tests' own, with TLS, and a viewer that asks it.
///
/// It is the strict server that the viewer asks unplugged, with the same people, save for what a
/// test says.
@MainActor final class Clinic {
  let server: TestServer
  let home: TemporaryDirectory
  let time = TestClock(at: 1_795_262_400)
  /// The present process's.
  private(set) var viewer: Viewer
  let settings: ServerSettings
  /// What names the clinic on the command line.
  let words: [String]
  /// Where things are kept sealed; nil for clinics that keep nothing.
  let vault: Vault?
  /// Who is logged in.
  let sessions: ServerSessions
  /// What the server does wrongly.
  let faults: ClinicFaults
  /// The services that a test gave answers of its own.
  private var changed: Set<String> = []
  nonisolated static let services = "/openmrs/ws/rest/v1/"
  /// No server reads what stands behind a colon in it.
  nonisolated static let password = "geheim é"

  /// A clinic that answers as servers of a profile do.
  ///
  /// - Parameters:
  ///   - address: What the person calls the server, behind its host.
  ///   - answers: By the service, as "patient/7/allergy".
  ///   - saving: Those whose whole record is to be saved; if there are any, there is a vault.
  ///   - profile: The release that the server is of.
  init(
    at address: String = "/openmrs", _ certificate: TestCertificate = .vouchedFor,
    answers: [String: [TestResponse]] = [:], saving: [String] = [],
    as profile: ServerProfile = .o3Release6
  ) async throws {
    var strict = OpenMRSServer(data: .builtIn, as: profile)
    strict.root = "/openmrs"
    let sessions = ServerSessions(
      strict, users: [ServerUser(name: "nurse", password: Clinic.password)])
    self.sessions = sessions
    let faults = ClinicFaults()
    self.faults = faults
    server = try await TestServer(certificate) { asked in
      let request = ServerRequest(asked)
      let service = request.path?.joined(separator: "/") ?? request.target
      return faults.changed(TestResponse(sessions.reply(to: request)), to: service)
    }
    home = try TemporaryDirectory()
    words = [
      "--server", server.origin + address, "--user", "nurse", "--cacert",
      TestCertificate.authorityFile,
    ]
    settings = try ServerSettings(
      application: "patients",
      Arguments(
        words, commands: [], options: Option.servers,
        program: "patients"), environment: ["HOME": home.path])
    if let account = settings.account, !saving.isEmpty {
      vault = try await VaultDirectory(of: account, in: home.path).make(Secret(Clinic.password))
    } else {
      vault = nil
    }
    viewer = try Clinic.viewer(settings, time, vault)
    for (path, answers) in answers { try await prepare(path, answers) }
  }

  private static func viewer(
    _ settings: ServerSettings, _ time: TestClock, _ vault: Vault?
  ) throws -> Viewer {
    guard let account = settings.account else { throw HTTPError.cancelled }
    let connections = Connections(
      settings, OpenMRSClient.configuration, time: time.wallClock, vault: vault)
    return Viewer(
      ServerAccount(account, connections, vault: vault), zone: .utc, time: time.wallClock)
  }

  /// Makes the viewer of another process, which knows what is in a vault and the password that is
  /// typed at its start.
  fileprivate func start(with password: Secret?, _ vault: Vault?) throws -> Viewer {
    viewer = try Clinic.viewer(settings, time, vault)
    if let server = viewer.server, let password {
      server.connections.connection(server.account).use(password)
    }
    return viewer
  }

  /// Another process, which knows of the first one's session alone. What opened the vault is what
  /// the server is told.
  func relaunched(_ store: any SnapshotStore) async throws -> TestSession<Route> {
    try await TestSession(
      self.start(with: self.vault?.password, self.vault).application, store: store, time: time)
  }

  /// A process that asks with what a vault knows.
  func session(with vault: Vault) async throws -> TestSession<Route> {
    try await TestSession(self.start(with: vault.password, vault).application, time: time)
  }

  /// From now on the server takes another password, and says so in its own way.
  func changePassword(to password: String) async throws {
    try await server.serve(
      Clinic.services + "session",
      Clinic.session.with {
        $0.user = "nurse"
        $0.password = password
      })
    try await server.serve(
      Clinic.services + "visit", TestResponse(status: 401, reason: "Unauthorized"))
  }

  /// Who doesn't log in, or wrongly, is nobody; that is no error.
  nonisolated static let session = TestResponse.json(
    #"{"authenticated": true, "locale": "en_GB", "user": {"uuid": "u", "display": "nurse"}}"#
  ).with { $0.bodyForOthers = Array(#"{"authenticated": false, "locale": "en_GB"}"#.utf8) }

  /// What a service answers to those who log in.
  func answer(_ service: String, _ answers: TestResponse...) async throws {
    changed.insert(service)
    try await prepare(service, answers)
  }

  private nonisolated(nonsending) func prepare(
    _ service: String, _ answers: [TestResponse]
  ) async throws {
    let forTheNurse = answers.map { answer in
      answer.with {
        $0.user = "nurse"
        $0.password = Clinic.password
        $0.hasSession = true
      }
    }
    try await server.serve(Clinic.services + service, inTurn: forTheNurse)
  }

  /// From now on nobody answers anything.
  func goAway() async throws { try await server.goAway() }

  /// Answers what it answered at first.
  func comeBack() async throws {
    try await server.comeBack()
    for service in changed { try await server.serve(Clinic.services + service, inTurn: []) }
    changed = []
  }
}

extension ServerRequest {
  /// What a test's server was asked.
  fileprivate init(_ request: SeenRequest) {
    self.init(
      request.path, method: request.method,
      headers: request.headers.compactMap { pair in
        pair.count == 2 ? HTTPHeader(pair[0], pair[1]) : nil
      })
  }
}

extension TestResponse {
  /// The strict server's answer, as a test's server sends it.
  fileprivate init(_ reply: ServerReply) {
    self.init(status: reply.status, reason: "")
    headers = Dictionary(reply.headers.map { ($0.name, $0.value) }) { $1 }
    body = reply.body
  }
}

extension Clinic {
  /// A session that is logged in, and at Home.
  func logIn(size: Size = Size(rows: 24, columns: 80)) async throws -> TestSession<Route> {
    let session = try await TestSession(
      self.start(with: Secret(Clinic.password), self.vault).application, size: size, time: time)
    try session.expect("Patients › Home")
    return session
  }

  /// The gate before the viewer, and who came through it.
  func gate() async throws -> (session: TestSession<SignInRoute>, passed: Passed) {
    let passed = Passed()
    let gate = try SignIn(ServerAuthenticator(settings, OpenMRSClient.configuration), settings)
    let session = try await TestSession(
      gate.application(
        "patients", title: "Patients", version: "1", for: self.settings.account,
        delegate: passed), time: time)
    return (session, passed)
  }

  /// How often a service was asked.
  nonisolated(nonsending) func requests(for service: String = "") async throws -> [SeenRequest] {
    try await server.seen().requests.filter {
      $0.path.split(separator: "?").first?.hasPrefix(Clinic.services + service) == true
    }
  }
}

extension TestSession {
  /// Types the password where it is asked for.
  func logIn(_ password: String = Clinic.password) async {
    await type(password)
    await press(.enter)
  }

  /// The frame without the top line, which says where it is from, and the bottom line, which says
  /// what goes on.
  var body: [String] {
    frame.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { String($0) }
  }

  /// All that is on the screen, however it is broken into lines.
  var words: String { frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension [Key] {
  /// From Home to the patient that a text finds first.
  static func open(_ text: String) -> [Key] {
    [.enter] + text.map { .character($0) } + [.enter]
  }
}
