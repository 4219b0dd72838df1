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

/// The source of the systems on a screen: an account at a server, or a recording. It is encoded as
/// text: "unplugged", or "live https://appliance.example.com cbadmin".
enum Origin: Hashable, Sendable {
  /// The systems are from the recording that `--unplugged` names or, without a name, the demo data.
  case unplugged
  case live(Account)

  init?(text: String) {
    if text == "unplugged" {
      self = .unplugged
      return
    }
    let fields = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[0] == "live" else { return nil }
    self = .live(Account(server: String(fields[1]), user: String(fields[2])))
  }

  /// An origin without a user includes all users of its server.
  func includes(_ other: Origin) -> Bool {
    guard case .live(let named) = self, case .live(let account) = other, named.user.isEmpty else {
      return self == other
    }
    return named.server == account.server
  }

  var server: String? {
    if case .live(let account) = self { account.server } else { nil }
  }

  var text: String {
    switch self {
    case .unplugged: "unplugged"
    case .live(let account): "live \(account.server) \(account.user)"
    }
  }
}

extension Origin: Codable {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let origin = Origin(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "“\(text)” is no origin"))
    }
    self = origin
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
