import Accounts
import Reprise

/// The screens of the viewer. A session belongs to one server and user, so routes don't name them.
enum Route: ServerRoute {
  /// The root entities.
  case navigation
  /// An entity and the entities below it.
  case family(of: ResourceID)
  /// All levels of entities as a tree.
  case tree
  /// The details of an entity.
  case entity(id: ResourceID)
  /// The raw JSON of an entity.
  case answer(id: ResourceID)
  /// One of an entity's images, counted from 0.
  case image(number: Int, of: ResourceID)
  /// The programs that can open a data set's file.
  case openWith(id: ResourceID)
  /// The programs that can open one of an entity's images, counted from 0.
  case openImageWith(number: Int, of: ResourceID)
  case search
  /// The confirmation of logging out, which lists the data to be deleted.
  case logOut
  /// The last server response, if it couldn't be read.
  case unreadableAnswer
  /// The prompt for the user's password.
  case password(isRefused: Bool)
  /// The prompt to trust a certificate that no certificate authority confirms.
  case certificate(UnknownCertificate)
}

extension Route {
  /// The server of the certificate. All other screens use the server of the session's account.
  var namedServers: [String] {
    guard case .certificate(let unknown) = self else { return [] }
    return [unknown.server]
  }
}
