import Accounts
import Reprise

enum Route: AppRoute {
  case start
  /// Opened above a list of systems, so that the user can choose another server.
  case servers(above: Origin)
  case systems(of: Origin)
  case system(id: ResourceID, of: Origin)
  case machine(id: ResourceID, in: ResourceID, of: Origin)
  case machines(in: ResourceID, of: Origin)
  case machineAnswer(id: ResourceID, in: ResourceID, of: Origin)
  case answer(id: ResourceID, of: Origin)
  case listAnswer(of: Origin)
  case password(of: Account, isRefused: Bool)
  case certificate(UnknownCertificate)
}

extension Route {
  var origin: Origin? {
    switch self {
    case .start, .certificate: nil
    case .servers(let origin), .systems(let origin), .system(_, let origin),
      .machines(_, let origin), .machine(_, _, let origin), .answer(_, let origin),
      .machineAnswer(_, _, let origin), .listAnswer(let origin):
      origin
    case .password(let account, _): .live(account)
    }
  }
}

extension Route {
  var namedServers: [String] {
    if case .certificate(let unknown) = self { return [unknown.server] }
    guard case .live(let account)? = origin else { return [] }
    return [account.server]
  }
}

extension Route {
  init?(_ entry: Snapshot.Entry) {
    guard case .application(let json)? = entry.contents?.route,
      let route = try? StateCoder.decode(Route.self, from: json)
    else { return nil }
    self = route
  }
}
