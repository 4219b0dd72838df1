import Accounts
import Documents
import FoundationEssentials
import Glibc
import Reprise

@MainActor final class Viewer {
  let connections: Connections
  let zone: Zone
  let directory: String
  private let time: WallClock
  private let demoData: DemoData
  private let statuses: StatusTable
  /// The path of a recorded list or of a directory of responses, shown instead of the demo data.
  let recording: String?
  private var appliances: [Origin: Appliance] = [:]
  private var request: ListRequest
  private var noted: Origin?
  /// A sentence on a damaged list of recently used accounts; otherwise `nil`.
  private(set) var recentProblem: String?
  let target: Target

  init(
    _ connections: Connections, recording: String? = nil,
    target: Target = Target(), zone: Zone = .local, time: WallClock = .system,
    directory: String = FileManager.default.currentDirectoryPath, demoData: DemoData = .builtIn
  ) {
    self.connections = connections
    self.recording = recording
    self.zone = zone
    self.time = time
    self.directory = directory
    request = target.request
    self.target = target
    self.demoData = demoData
    // `CloudBurst.settings` has already reported an invalid table.
    statuses = (try? StatusTable(connections.settings)) ?? .attested
  }

  var application: Application<Route> {
    var application = Application(
      "cloudburst", title: "CloudBurst", version: CloudBurst.version, root: .start,
      deepLink: target.routes,
      initialRoutes: target.home, canRestore: target.canRestore,
      banner: connections.settings.warning,
      screen: screen
    )
    application.awaitsPassword = { [connections] (route: Route, loadReason) in
      if case .servers = route { return false }
      guard case .live(let account)? = route.origin else { return false }
      return connections.awaitsPassword(account, loadReason)
    }
    return application
  }

  private func screen(_ route: Route) -> any Screen {
    switch route {
    case .start: return startScreen(self)
    case .servers(let origin): return startScreen(self, above: origin)
    case .systems(let origin):
      // The command line's filter, sort order and selection apply to the first list only.
      defer { request = ListRequest() }
      return systemsScreen(appliance(origin), self, request)
    case .system(let id, let origin): return systemScreen(id, appliance(origin), self)
    case .machine(let id, let system, let origin):
      return machineScreen(id, system, appliance(origin), self)
    case .machines(let system, let origin):
      return machinesScreen(system, appliance(origin), self)
    case .machineAnswer(let id, let system, let origin):
      return rawMachineScreen(id, system, appliance(origin), self)
    case .answer(let id, let origin): return rawResponseScreen(id, appliance(origin), self)
    case .listAnswer(let origin): return rawListScreen(appliance(origin), self)
    case .password(let account, let isRefused):
      return connections.passwordScreen(for: account, isRefused: isRefused)
    case .certificate(let unknown): return connections.certificateScreen(for: unknown)
    }
  }

  /// An appliance with an invalid address reports errors when it is used.
  func appliance(_ origin: Origin) -> Appliance {
    if let known = appliances[origin] { return known }
    let appliance =
      switch origin {
      case .unplugged: Appliance.unplugged(recording, demoData, statuses, time: time)
      case .live(let account):
        Appliance(
          origin,
          provenance: Provenance(
            .live(connections.connection(account).server.name), .notRequested,
            isPaused: refreshInterval(origin) == nil, isRecording: connections.isRecording),
          statuses: statuses, connection: connections.connection(account))
      }
    appliances[origin] = appliance
    return appliance
  }

  /// Moves an account to the front of the recently used ones, once its server has responded.
  func note(_ origin: Origin) {
    guard case .live(let account) = origin, noted != origin else { return }
    noted = origin
    recentProblem = connections.settings.recent.note(account)
  }

  func recoverable(_ error: any Error, _ origin: Origin) -> any Error {
    guard case .live(let account) = origin else { return error }
    if let problem = error as? HTTPError, problem.category == .invalidResponse {
      return UnreadableResponse(problem, advice: "y shows the raw answer to send them.")
    }
    return RecoverableServerError.of(
      error, opensByItself: connections.connection(account).shouldPromptForPassword,
      password: { Route.password(of: account, isRefused: $0) },
      certificate: Route.certificate)
  }
}

extension Appliance {
  /// Nothing is opened yet: the first `list` reports an invalid path.
  static func unplugged(
    _ path: String?, _ demoData: DemoData, _ statuses: StatusTable, time: WallClock
  ) -> Appliance {
    let responses: ReplayTransport.Source =
      path.map { .path($0, orResponseTo: ResourceURI.systemList) }
      ?? .builtIn(demoData.bodies)
    let source: Provenance.Source =
      path.map { .unplugged($0.split(separator: "/").last.map { String($0) } ?? $0) } ?? .demoData
    return Appliance(
      .unplugged, provenance: Provenance(source),
      statuses: statuses,
      connection: Connection(to: .recorded, over: ReplayTransport(responses), now: time.now))
  }
}

struct DemoData: Sendable {
  let bodies: @Sendable () throws -> [String: [UInt8]]

  /// Parsed when it is first shown.
  static let builtIn = DemoData(bodies: { try parsed.get() })

  private static let parsed = Result { try DemoData.bodies(of: PackageResources.answers_json) }

  fileprivate static func bodies(of file: [UInt8]) throws -> [String: [UInt8]] {
    Dictionary(
      (try JSON(file).members ?? []).map { ($0.key, $0.value.bytes) }, uniquingKeysWith: { $1 })
  }
}

extension DemoData {
  init(_ file: [UInt8]) {
    let responses = Result { try DemoData.bodies(of: file) }
    self.init(bodies: { try responses.get() })
  }
}
