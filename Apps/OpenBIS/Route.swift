import Accounts
import Reprise

/// The screens of the viewer. A session belongs to one server and user, so a route contains
/// neither.
enum Route: ServerRoute {
  case navigation
  case family(of: ResourceID)
  case tree
  case entity(id: ResourceID)
  case answer(id: ResourceID)
  /// The number counts the images of an entity from 0.
  case image(number: Int, of: ResourceID)
  case openWith(id: ResourceID)
  case openImageWith(number: Int, of: ResourceID)
  case search
  case logOut
  case unreadableAnswer
  case password(isRefused: Bool)
  case certificate(UnknownCertificate)

  /// All other screens use the server of the session's account.
  var namedServers: [String] {
    guard case .certificate(let unknown) = self else { return [] }
    return [unknown.server]
  }
}
