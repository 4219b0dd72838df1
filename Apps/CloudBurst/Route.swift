import Reprise

/// The screens of the viewer.
enum Route: AppRoute {
  case start
  /// The start screen once more, above a list: another server, or back to the list.
  case servers(above: Origin)
  case systems(of: Origin)
  case system(id: ResourceID, of: Origin)
  case machine(id: ResourceID, in: ResourceID, of: Origin)
  /// The machines of a system, as a list.
  case machines(in: ResourceID, of: Origin)
  /// A machine as the server described it.
  case machineAnswer(id: ResourceID, in: ResourceID, of: Origin)
  /// A system as the server described it.
  case answer(id: ResourceID, of: Origin)
  /// The list as the server sent it, where it can't be read.
  case listAnswer(of: Origin)
  /// The question for an account's password.
  case password(of: Account, isRefused: Bool)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}

extension Route {
  /// The origin of the systems that the screen is about; nil if it is about none.
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
  /// The server of the origin, or of the certificate.
  var namedServers: [String] {
    if case .certificate(let unknown) = self { return [unknown.server] }
    guard case .live(let account)? = origin else { return [] }
    return [account.server]
  }
}

extension Route {
  /// Reads the route of a session's entry; nil if it is none of the viewer's.
  init?(_ entry: Snapshot.Entry) {
    guard case .application(let json)? = entry.contents?.route,
      let route = try? StateCoder.decode(Route.self, from: json)
    else { return nil }
    self = route
  }
}
