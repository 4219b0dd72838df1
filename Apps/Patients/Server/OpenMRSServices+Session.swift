import Reprise

/// The user's session at the server.
extension OpenMRSServices {
  /// Logs in, and finds the server's services. Throws `HTTPError.unauthorized` if the server doesn't accept the user.
  nonisolated(nonsending) func logIn() async throws {
    // To such a server a wrong password is no error, only a session that isn't anybody's.
    guard try await isAuthenticated() else {
      await connection.forgetPassword(isRefused: true)
      throw HTTPError.unauthorized(connection.server.name)
    }
    noteSession()
  }

  /// Notes the session that the server keeps for the user, which is given back before the process
  /// ends.
  func noteSession() {
    if let session { connection.noteSession(session) }
  }

  /// The session's resource; nil as long as it isn't known where the services are.
  private var session: ResourceURI? {
    knowledge.root.flatMap { ResourceURI($0 + OpenMRSServices.path + "session") }
  }

  /// Ends the server's session, and then forgets the password in this process. If the server doesn't end it, nothing has changed.
  nonisolated(nonsending) func logOut() async throws {
    // A server that refused the password hasn't ended anything, and nobody is to be asked for another one now.
    guard connection.canAsk else { throw HTTPError.unauthorized(connection.server.name) }
    // Whoever has asked nothing since the start doesn't know yet where the services are.
    if knowledge.root == nil { try await logIn() }
    guard let session else { throw OpenMRSError.noServices(connection.server.name) }
    try await connection.delete(session)
    await connection.forgetPassword()
  }

  private nonisolated(nonsending) func isAuthenticated() async throws -> Bool {
    if let root = knowledge.root, let answer = try await session(below: root) { return answer }
    // People leave out "/openmrs", which most servers have; whoever says a path is believed.
    let roots = connection.server.path.isEmpty ? ["/openmrs", ""] : [""]
    for root in roots where root != knowledge.root {
      guard let answer = try await session(below: root) else { continue }
      knowledge.root = root
      return answer
    }
    throw OpenMRSError.noServices(connection.server.name)
  }

  /// Tells whether a missing right is one that is asked for after logging in: "Get Providers", and not "User is not logged in".
  private static func isForUsers(_ privilege: String) -> Bool {
    let words = privilege.split(separator: " ")
    return (2...4).contains(words.count)
      && words.allSatisfy { $0.first?.isUppercase == true && $0.lowercased() != "login" }
  }

  /// Tells whether the session there is a user's; nil if there are no such services.
  private nonisolated(nonsending) func session(below root: String) async throws -> Bool? {
    do {
      let address = root + OpenMRSServices.path + "session"
      guard let uri = ResourceURI(address) else { throw OpenMRSError.unusableID(address) }
      let session = try await connection.ask(uri, keeping: keepsAnswers).json
      return session["authenticated"]?.bool
    } catch OpenMRSError.notFound {
      return nil
    } catch OpenMRSError.missingPrivilege(let name) where OpenMRSServices.isForUsers(name) {
      // Up to 2.47 the session shows the user's provider, for which there is a right of its own: only a user can lack that.
      return true
    } catch HTTPError.wrongContentType {
      // A page for browsers.
      return nil
    }
  }
}
