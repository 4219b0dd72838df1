import Accounts
import Reprise

/// The screens of the viewer. A session belongs to one server and user, so routes don't name them.
enum Route: ServerRoute {
  case navigation
  case family(of: ResourceID)
  case tree
  case entity(id: ResourceID)
  /// The raw JSON of an entity.
  case answer(id: ResourceID)
  /// Images are counted from 0.
  case image(number: Int, of: ResourceID)
  /// The programs that can open a data set's file.
  case openWith(id: ResourceID)
  case openImageWith(number: Int, of: ResourceID)
  case search
  case logOut
  case unreadableAnswer
  case password(isRefused: Bool)
  case certificate(UnknownCertificate)
}

extension Route {
  /// All other screens use the server of the session's account.
  var namedServers: [String] {
    guard case .certificate(let unknown) = self else { return [] }
    return [unknown.server]
  }
}
