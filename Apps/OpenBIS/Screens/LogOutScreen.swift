import Foundation
import Reprise

/// The question before logging out, with the data that it deletes.
@MainActor func logOutScreen(_ viewer: Viewer) -> any Screen {
  FormController.confirmation(
    title: "Log out", keepID: "stay", keepTitle: "Stay",
    answers: [
      FormButton("leave", title: "Log out and delete") { _, _ in
        do {
          try viewer.unlocked?.vault?.requireAlone()
          try await viewer.reader.client.source.logOut()
        } catch {
          return FormButton.Outcome(
            report: Report(
              problem: "Log-out failed; nothing was deleted", NotEnded(error)))
        }
        return viewer.erase()
      },
      FormButton("delete", title: "Only delete") { _, _ in viewer.erase() },
    ],
    text: { FormButton.Outcome(report: Report(viewer.whatLoggingOutDeletes)) })
}

extension Viewer {
  fileprivate var whatLoggingOutDeletes: String {
    let whose = live.map { "\($0.account.user) at \(reader.origin.source.name)" } ?? ""
    return """
      “Log out and delete” ends the session of \(whose) and deletes the data saved here: \
      \(Viewer.keptHere).
      “Only delete” doesn't contact the server, for when it can't be reached.
      Nothing on the server is deleted. To come back to this place instead, lock with L, or quit.
      """
  }

  /// The words for the user's data on this machine.
  fileprivate nonisolated static let keptHere =
    "this session, the entities that were synced or opened, their images"

  fileprivate func erase() -> FormButton.Outcome {
    do {
      try unlocked?.eraseAndLeave()
      return FormButton.Outcome()
    } catch {
      return FormButton.Outcome(
        report: Report(problem: "Not everything could be deleted", error))
    }
  }
}

/// The problem that the server didn't end the session; it says what the other button deletes.
private struct NotEnded: LocalizedError {
  let errorDescription: String?
  let recoverySuggestion: String?

  init(_ error: any Error) {
    let error = error as? any LocalizedError
    errorDescription = error?.errorDescription ?? "No reason was given."
    // First what a small window has room for.
    recoverySuggestion = [
      "“Only delete” deletes the data saved here without the server: \(Viewer.keptHere).",
      error?.recoverySuggestion,
    ].compactMap(\.self).joined(separator: " ")
  }
}
