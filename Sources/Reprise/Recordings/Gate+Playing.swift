import Controllers
import Foundation
import Networking
import Screens
import Sealing
import Values

/// The gate before a recording: it asks for the password alone, and no server is needed.
extension Gate {
  public init(playing recording: RecordingFolder, _ settings: LiveSettings) {
    self.init(
      settings, Connections.Configuration(), keeping: [], zone: .local, time: .system,
      playing: recording)
  }

  /// The place of a person in a recording, and the recording with it.
  ///
  /// The place is sealed with the recording's own key, in the application's own folder: so the recording's may be one that can't be
  /// written, a recording that was moved is the same, and one that was made anew isn't. `key` is that of a run that was locked.
  private func open(
    _ recording: RecordingFolder, _ password: Secret, key: [UInt8]?
  ) async throws -> Vault {
    let opened =
      if let key {
        try await recording.open(key, password, settings.application)
      } else {
        try await recording.open(password, by: settings.application)
      }
    let id = opened.vault.name(of: "place")
    let folder = VaultFolder(
      of: Account(server: "unplugged \(id)"), at: "\(settings.folder ?? "")/played/\(id)")
    return opened.vault.with(opened, in: folder)
  }

  func screen(
    playing recording: RecordingFolder, key: [UInt8]?, isLocked: Bool,
    _ opened: @escaping @MainActor (Vault) throws -> Void
  ) -> any Screen {
    let submit = StartButton("unlock", title: "Unlock", needsFields: true) { input, _ in
      guard let password = input.secrets["password"], !password.isEmpty else {
        return StartButton.Outcome(report: Report("Enter the password."), nextID: "password")
      }
      do {
        try opened(try await open(recording, password, key: key))
        return StartButton.Outcome()
      } catch SealingProblem.wrongPassword {
        return refusal(RecordingProblem.wrongPassword(recording.path))
      } catch RecordingProblem.wrongPassword(let path) {
        return refusal(RecordingProblem.wrongPassword(path))
      } catch {
        return StartButton.Outcome(report: Report(problem: "Could not unlock", error))
      }
    }
    return StartController(
      title: isLocked ? "Locked" : "",
      fields: [Field("password", label: "Password", isSecret: true)], buttons: [submit],
      focusID: "password", submitID: "unlock",
      source: {
        do {
          // Once it was locked a person has the password.
          if !isLocked, let password = try await password(of: recording.account) {
            try opened(try await open(recording, password, key: nil))
            return nil
          }
        } catch {
          return StartButton.Outcome(report: Report(problem: "Could not unlock", error))
        }
        return StartButton.Outcome(
          report: Report(
            "The recording \(recording.path) is encrypted. The password it was recorded with "
              + "opens it; no server is needed."))
      })
  }

  private func refusal(_ problem: RecordingProblem) -> StartButton.Outcome {
    StartButton.Outcome(
      report: Report(problem: "Wrong password", problem), nextID: "password",
      emptiesSecrets: true)
  }
}

extension RecordingFolder {
  /// What stands for it where an account is meant. No server is called so.
  var account: Account { Account(server: "unplugged \(name)") }
}
