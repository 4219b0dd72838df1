import Accounts
import Reprise

enum Route: AppRoute {
  case start
  /// The start screen, opened above a list to choose another server.
  case servers(above: Origin)
  case systems(of: Origin)
  case system(id: ResourceID, of: Origin)
  case machine(id: ResourceID, in: ResourceID, of: Origin)
  /// The list of a system's machines.
  case machines(in: ResourceID, of: Origin)
  /// A machine's JSON as received.
  case machineAnswer(id: ResourceID, in: ResourceID, of: Origin)
  /// A system's JSON as received.
  case answer(id: ResourceID, of: Origin)
  /// The response to the list request as received, for example if it couldn't be parsed.
  case listAnswer(of: Origin)
  /// The prompt for an account's password.
  case password(of: Account, isRefused: Bool)
  /// The prompt to trust a certificate that no certificate authority confirms.
  case certificate(UnknownCertificate)
}

extension Route {
  /// The origin of the screen's systems; `nil` if the screen shows none.
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
  /// The server of the origin or of the certificate.
  var namedServers: [String] {
    if case .certificate(let unknown) = self { return [unknown.server] }
    guard case .live(let account)? = origin else { return [] }
    return [account.server]
  }
}

extension Route {
  /// Decodes the route of a session's entry; returns `nil` if it isn't one of the viewer's.
  init?(_ entry: Snapshot.Entry) {
    guard case .application(let json)? = entry.contents?.route,
      let route = try? StateCoder.decode(Route.self, from: json)
    else { return nil }
    self = route
  }
}
