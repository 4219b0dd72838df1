import Accounts
import Networking
import RepriseTesting
import Testing

@testable import CloudBurst
@testable import Reprise

/// How every screen looks, at the two sizes that most terminals have between them.
@MainActor @Suite struct GoldenTests {
  /// A screen, and the keys that lead to it.
  struct Scene: Sendable, CustomTestStringConvertible {
    let name: String
    let keys: [Key]
    var testDescription: String { name }
  }

  nonisolated static let scenes = [
    Scene(name: "servers", keys: ["S"]),
    Scene(name: "list", keys: ["j"]),
    Scene(name: "filter", keys: ["/", "w", "a", "s"]),
    Scene(name: "filtered", keys: ["/", "w", "a", "s", .enter]),
    Scene(name: "sort", keys: ["s"]),
    Scene(name: "detail", keys: ["j", "j", .enter]),
    Scene(name: "machine", keys: ["j", "j", .enter, .tab, .tab, .enter]),
    Scene(name: "raw", keys: ["j", "j", "y"]),
    Scene(name: "help", keys: ["?"]),
  ]

  @Test(
    "CloudBurst screens look as in their goldens", arguments: scenes,
    [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func looksAsItDid(scene: Scene, size: Size) async throws {
    let session = try await cloudBurst(size: size, demoData: .builtIn)
    for key in scene.keys { await session.press(key) }
    try assertGolden(session.frame, "\(scene.name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  @Test(
    "CloudBurst start screen looks as in its golden",
    arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func theStartLooksAsItDid(size: Size) async throws {
    let session = try await TestSession(
      Viewer.test().application, size: size)
    try assertGolden(session.frame, "start-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  @Test(
    "CloudBurst error screen looks as in its golden",
    arguments: [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func aProblemLooksAsItDid(size: Size) async throws {
    let session = try await cloudBurst(unplugged: "/nowhere/list.json", size: size)
    try assertGolden(session.frame, "problem-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  // MARK: What a server needs before it answers

  private nonisolated static let account = Account(
    server: "https://appliance.example.com", user: "cbadmin")

  nonisolated static let questions: [(name: String, route: Route)] = [
    ("password", .password(of: account, isRefused: false)),
    ("password-refused", .password(of: account, isRefused: true)),
    ("certificate", .certificate(unknown(.selfSigned))),
    ("certificate-expired", .certificate(unknown(.expired))),
    ("certificate-changed", .certificate(unknown(.other(""), trusted: "01:23:45:67:89:AB"))),
  ]

  private nonisolated static func unknown(
    _ distrust: HTTPError.TrustFailure, trusted: String? = nil
  ) -> UnknownCertificate {
    let bytes = (0..<32).map { String($0 * 7 + 16, radix: 16, uppercase: true) }
    return UnknownCertificate(
      server: account.server,
      certificate: Certificate(
        subject: "CN = appliance.example.com, O = Example", issuer: "CN = Example Authority",
        validFrom: "Nov 21 09:00:00 2024 GMT", validUntil: "Nov 21 09:00:00 2034 GMT",
        fingerprint: bytes.joined(separator: ":"), publicKey: "sha256//"), distrust: distrust,
      trusted: trusted.map {
        Certificate(
          subject: "CN = appliance.example.com", issuer: "CN = appliance.example.com",
          validFrom: "Jan  1 09:00:00 2023 GMT", validUntil: "Jan  1 09:00:00 2025 GMT",
          fingerprint: $0, publicKey: "sha256//old")
      })
  }

  private func application(_ route: Route) throws -> Application<Route> {
    let viewer = try Viewer.test()
    return Application(
      "cloudburst", title: "CloudBurst", root: .start, deepLink: [route],
      screen: viewer.application.screen)
  }

  @Test(
    "CloudBurst certificate and trust screens look as in their goldens",
    arguments: questions.indices, [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func aQuestionLooksAsItDid(index: Int, size: Size) async throws {
    let question = Self.questions[index]
    let session = try await TestSession(application(question.route), size: size)
    try assertGolden(
      session.frame, "\(question.name)-\(size.rows)x\(size.columns)", suite: "Screens")
  }

  @Test(
    "CloudBurst password and certificate screens: the restoration law",
    arguments: questions.indices, [Size(rows: 24, columns: 80), Size(rows: 10, columns: 40)])
  func theLawHoldsForAQuestion(index: Int, size: Size) async throws {
    try await assertRestorable(
      application(Self.questions[index].route), size: size,
      script: .events(
        // Nothing that leaves the screen: a start that asks for it would open it again.
        (["x", "y", .tab, .down, .end, " ", .tab, "t", .home, .up, .pageDown] as [Key]).map {
          .key($0)
        }))
  }

  @Test("CloudBurst certificate screen says if trust cannot be saved")
  func whereNoTrustCanBeKeptThatIsSaid() async throws {
    let session = try await TestSession(application(Self.questions[2].route))
    await session.press(.tab, .enter)
    try session.expect("Certificate")
    try session.expect("home")
  }
}
