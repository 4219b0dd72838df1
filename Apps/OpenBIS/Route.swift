import Reprise

/// The screens of the viewer. A session belongs to one server and user, so no route names them.
enum Route: ServerRoute {
  /// The entities of the first level.
  case navigation
  /// An entity and the entities below it.
  case family(of: ResourceID)
  /// The entities of all levels, as a tree.
  case tree
  /// An entity in full.
  case entity(id: ResourceID)
  /// An entity with all that the instance said of it.
  case answer(id: ResourceID)
  /// One of an entity's images, counted from 0.
  case image(number: Int, of: ResourceID)
  /// The programs that a data set's file can be opened with.
  case openWith(id: ResourceID)
  /// The programs that one of an entity's images can be opened with, counted from 0.
  case openImageWith(number: Int, of: ResourceID)
  /// The search on the server.
  case search
  /// The data that logging out deletes, and the question whether to.
  case logOut
  /// The question for the user's password.
  /// The server's last answer that couldn't be read.
  case unreadableAnswer
  case password(isRefused: Bool)
  /// A certificate that nobody vouches for.
  case certificate(UnknownCertificate)
}

extension Route {
  /// The server of the certificate: all other screens ask the server of the session's account.
  var namedServers: [String] {
    guard case .certificate(let unknown) = self else { return [] }
    return [unknown.server]
  }
}
