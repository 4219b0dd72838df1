import Reprise

extension OpenMRSServices {
  /// Logs in and finds the path of the services. Throws `HTTPError.unauthorized` if the server
  /// doesn't accept the user.
  nonisolated(nonsending) func logIn() async throws {
    // With a wrong password these servers return an unauthenticated session instead of an error.
    guard try await isAuthenticated() else {
      await connection.forgetPassword(isRefused: true)
      throw HTTPError.unauthorized(connection.server.name)
    }
    noteSession()
  }

  /// Records the server's session, so that it is ended before the process exits.
  func noteSession() {
    if let session { connection.noteSession(session) }
  }

  /// The session's resource; `nil` until the path of the services is known.
  private var session: ResourceURI? {
    knowledge.root.flatMap { ResourceURI($0 + OpenMRSServices.path + "session") }
  }

  /// Ends the server's session, and then forgets the password in this process. If the server
  /// doesn't end the session, the password is retained.
  nonisolated(nonsending) func logOut() async throws {
    // The refused password ended nothing, and the user must not be asked for another one now.
    guard connection.canAsk else { throw HTTPError.unauthorized(connection.server.name) }
    // Without any request so far, the path of the services isn't known.
    if knowledge.root == nil { try await logIn() }
    guard let session else { throw OpenMRSError.noServices(connection.server.name) }
    try await connection.delete(session)
    await connection.forgetPassword()
  }

  private nonisolated(nonsending) func isAuthenticated() async throws -> Bool {
    if let root = knowledge.root, let answer = try await session(below: root) { return answer }
    // Users omit "/openmrs", which most servers have. A path entered by the user is used as it is.
    let roots = connection.server.path.isEmpty ? ["/openmrs", ""] : [""]
    for root in roots where root != knowledge.root {
      guard let answer = try await session(below: root) else { continue }
      knowledge.root = root
      return answer
    }
    throw OpenMRSError.noServices(connection.server.name)
  }

  /// Returns whether the missing privilege is one that only a logged-in user is checked for: "Get
  /// Providers", and not "User is not logged in".
  private static func isForUsers(_ privilege: String) -> Bool {
    let words = privilege.split(separator: " ")
    return (2...4).contains(words.count)
      && words.allSatisfy { $0.first?.isUppercase == true && $0.lowercased() != "login" }
  }

  /// Returns whether the session is authenticated; `nil` if there are no services at this path.
  private nonisolated(nonsending) func session(below root: String) async throws -> Bool? {
    do {
      let address = root + OpenMRSServices.path + "session"
      guard let uri = ResourceURI(address) else { throw OpenMRSError.unusableID(address) }
      let session = try await connection.ask(uri, keeping: keepsAnswers).json
      return session["authenticated"]?.bool
    } catch OpenMRSError.notFound {
      return nil
    } catch OpenMRSError.missingPrivilege(let name) where OpenMRSServices.isForUsers(name) {
      // Up to 2.47 the session includes the user's provider, which requires a privilege. Only an
      // authenticated user can get this error.
      return true
    } catch HTTPError.wrongContentType {
      // The response is an HTML page.
      return nil
    }
  }
}
