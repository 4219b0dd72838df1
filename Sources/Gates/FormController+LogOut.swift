public import Controllers
import Foundation
import Networking
import Screens
public import Servers
import Values
import Vaults

extension FormController {
  /// Creates the question before logging out, with the data that it deletes: in words, and with a way for when the server can't be reached.
  ///
  /// ```swift
  /// FormController.logOut(
  ///   of: server, deleting: "saved patients, cached answers"
  /// ) { try await client.logOut() }
  /// ```
  ///
  /// - Parameters:
  ///   - server: The account, and its connections, whose recording isn't deleted. Without a gate nothing is kept of it.
  ///   - kept: The account's data on this machine beside the session, in words.
  ///   - end: Ends the session at the server. If it throws, nothing is deleted.
  public static func logOut(
    of server: ServerAccount, deleting kept: String,
    end: @escaping @MainActor () async throws -> Void
  ) -> FormController {
    let recorded =
      server.connections.settings.recordFolder.flatMap { folder in
        server.connections.isRecording ? ", nor the recording in \(folder)" : nil
      } ?? ""
    // A file that the person named is theirs, and stays; without the vault's key it is of no use.
    let file = server.connections.settings.sessionFile
    let kept = file == nil ? "this session, \(kept)" : kept
    let left = file.map { " \($0) stays, but nothing opens it any more." } ?? ""
    let (user, name) = (server.account.user, server.connection.server.name)
    // What other runs have saved is theirs.
    let keepsNothing = server.eraseAndLeave != nil && server.vault == nil
    let deletes =
      keepsNothing
      ? """
      “Log out” ends the session of \(user) at \(name). This run saves nothing, so nothing is deleted.
      “Only leave” doesn't contact the server, for when it can't be reached.
      """
      : """
      “Log out and delete” ends the session of \(user) at \(name) and deletes the data saved here: \(kept).
      “Only delete” doesn't contact the server, for when it can't be reached.
      """
    return confirmation(
      title: "Log out", keepID: "stay", keepTitle: "Stay",
      answers: [
        FormButton("leave", title: keepsNothing ? "Log out" : "Log out and delete") { _, _ in
          do {
            if server.eraseAndLeave != nil { try server.vault?.requireAlone() }
            try await end()
          } catch {
            return FormButton.Outcome(
              report: Report(
                problem: "Log-out failed; nothing was deleted",
                NotEnded(error, deleting: keepsNothing ? nil : kept)))
          }
          return erase(server)
        },
        FormButton("delete", title: keepsNothing ? "Only leave" : "Only delete") { _, _ in
          erase(server)
        },
      ],
      text: {
        FormButton.Outcome(
          report: Report(
            """
            \(deletes)
            Nothing on the server is deleted\(recorded).\(keepsNothing ? "" : left) To come back to this place instead, lock with L, or quit.
            """))
      })
  }

  private static func erase(_ server: ServerAccount) -> FormButton.Outcome {
    do {
      try server.eraseAndLeave?()
      return FormButton.Outcome()
    } catch {
      return FormButton.Outcome(
        report: Report(problem: "Not everything could be deleted", error))
    }
  }
}

/// The problem that the server didn't end the session; it repeats the data that the other button deletes.
private struct NotEnded: LocalizedError {
  let errorDescription: String?
  let recoverySuggestion: String?

  init(_ error: any Error, deleting kept: String?) {
    let error = error as? any LocalizedError
    errorDescription = error?.errorDescription ?? "No reason was given."
    // First what a small window has room for.
    recoverySuggestion = [
      kept.map { "“Only delete” deletes the data saved here without the server: \($0)." }
        ?? "“Only leave” leaves without the server.",
      error?.recoverySuggestion,
    ].compactMap(\.self).joined(separator: " ")
  }
}
