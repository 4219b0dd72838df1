public import Controllers
import Core
import Encryption
import FoundationEssentials
import Networking
import Screens

extension FormController {
  /// Creates the log-out screen, which asks whether the data saved here stays, encrypted, or is
  /// deleted. It also offers a way for when the server can't be reached.
  ///
  /// ```swift
  /// FormController.logOut(
  ///   of: server, deleting: "saved patients, cached answers"
  /// ) { try await client.logOut() }
  /// ```
  ///
  /// - Parameters:
  ///   - server: The account and its connections. A recording isn't deleted.
  ///   - savedData: The account's data on this machine apart from the session, as text.
  ///   - end: Ends the session at the server. If it throws, nothing is deleted or locked.
  public static func logOut(
    of server: ServerAccount, deleting savedData: String,
    end: @escaping @MainActor () async throws -> Void
  ) -> FormController {
    let recorded =
      server.connections.settings.recordDirectory.flatMap { directory in
        server.connections.isRecording ? ", nor the recording in \(directory)" : nil
      } ?? ""
    // A session file that the user named isn't deleted; without the vault's key it is useless.
    let file = server.connections.settings.sessionFile
    let savedData = file == nil ? "this session, \(savedData)" : savedData
    let left = file.map { " \($0) stays, but can no longer be opened." } ?? ""
    let (user, name) = (server.account.user, server.connection.server.name)
    // Data saved by other runs isn't deleted.
    let savesNothing = server.eraseAndLeave != nil && server.vault == nil
    let explanation =
      savesNothing
      ? """
      “Log out” ends the session of \(user) at \(name). This run saves nothing, so nothing is deleted.
      “Only leave” doesn't contact the server, for when it can't be reached.
      """
      : """
      “Log out” ends the session of \(user) at \(name) and keeps the data saved here, sealed; “Log out and delete” deletes them: \(savedData).
      “Only delete” doesn't contact the server, for when it can't be reached.
      """
    let logOutButton = FormButton("keep", title: "Log out") { _, navigator in
      do {
        try await end()
      } catch {
        return FormButton.Outcome(
          report: StatusMessage(problem: "Log-out failed", LogOutIncomplete(error, without: .lock)))
      }
      navigator.pop()
      navigator.lock()
      return FormButton.Outcome()
    }
    let leave = FormButton("leave", title: savesNothing ? "Log out" : "Log out and delete") {
      _, _ in
      do {
        if server.eraseAndLeave != nil { try server.vault?.requireAlone() }
        try await end()
      } catch {
        return FormButton.Outcome(
          report: StatusMessage(
            problem: "Log-out failed; nothing was deleted",
            LogOutIncomplete(error, without: savesNothing ? .leave : .delete(savedData))))
      }
      return erase(server)
    }
    let delete = FormButton("delete", title: savesNothing ? "Only leave" : "Only delete") { _, _ in
      erase(server)
    }
    return confirmation(
      title: "Log out", cancelID: "stay", cancelTitle: "Stay",
      actions: (savesNothing ? [] : [logOutButton]) + [leave, delete],
      text: {
        FormButton.Outcome(
          report: StatusMessage(
            """
            \(explanation)
            Nothing on the server is deleted\(recorded).\(savesNothing ? "" : left) To come back to this place instead, lock with L, or quit.
            """))
      })
  }

  private static func erase(_ server: ServerAccount) -> FormButton.Outcome {
    do {
      try server.eraseAndLeave?()
      return FormButton.Outcome()
    } catch {
      return FormButton.Outcome(
        report: StatusMessage(problem: "Not everything could be deleted", error))
    }
  }
}

/// The server didn't end the session; the suggestion repeats the way without the server.
private struct LogOutIncomplete: LocalizedError {
  /// The way that doesn't need the server.
  enum Alternative {
    case lock
    case leave
    case delete(_ savedData: String)
  }

  let errorDescription: String?
  let recoverySuggestion: String?

  init(_ error: any Error, without way: Alternative) {
    let error = error as? any LocalizedError
    errorDescription = error?.errorDescription ?? "No reason was given."
    let advice =
      switch way {
      case .lock: "Esc and L lock without the server."
      case .leave: "“Only leave” leaves without the server."
      case .delete(let savedData):
        "“Only delete” deletes the data saved here without the server: \(savedData)."
      }
    // The part that a small window has space for comes first.
    recoverySuggestion = [advice, error?.recoverySuggestion].compactMap(\.self)
      .joined(separator: " ")
  }
}
