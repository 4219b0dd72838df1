import Controllers
public import Core
public import Encryption
public import Screens

/// A user's records in encrypted storage: those saved offline, and the list of recently opened
/// ones.
public struct OfflineRecords<Subject: RecordSubject>: Sendable {
  /// The records that are saved offline.
  public let saved: SavedRecords<Subject>
  /// The recently opened records.
  public let recent: RecentRecords<Subject>

  /// Creates access to the records in an account's encrypted storage.
  ///
  ///     OfflineRecords<Patient>(vault)
  public init(_ vault: Vault) {
    saved = SavedRecords(vault)
    recent = RecentRecords(vault)
  }

  /// The kinds of record files in a vault. The sign-in names them to the user before it erases
  /// them.
  public static var kinds: [StoredItemKind] {
    [
      StoredItemKind(SavedRecords<Subject>.directory) {
        $0.counted(("saved \(Subject.noun.one)", "saved \(Subject.noun.many)"))
      },
      // An index of earlier releases.
      StoredItemKind("index") { _ in "" },
      StoredItemKind(RecentRecords<Subject>.directory) { _ in "recently viewed" },
    ]
  }

  /// The number of saved, incomplete and unreadable records as text: "3 patients, 1 incomplete".
  public var savedSummary: String {
    get async {
      guard let (entries, unreadable) = try? await saved.list() else { return "can't be read" }
      let damaged = unreadable == 0 ? nil : "\(unreadable) can't be read"
      guard !entries.isEmpty else { return damaged ?? "none yet" }
      let incomplete = entries.count { !$0.gaps.isEmpty }
      let dataStatus =
        incomplete > 0 ? "\(incomplete) incomplete" : damaged == nil ? "complete" : nil
      return [entries.count.counted(Subject.noun), dataStatus, damaged].compactMap(\.self)
        .joined(separator: ", ")
    }
  }
}

extension OfflineRecords {
  /// Returns the screen that asks whether to remove the offline copy of a record.
  @MainActor public func removalScreen(of id: ResourceID) -> any Screen {
    let noun = Subject.noun.one
    return FormController.confirmation(
      title: "Remove the saved copy?", cancelID: "keep", cancelTitle: "Keep",
      actions: [
        FormButton("remove", title: "Remove") { _, navigator in
          do {
            try await saved.remove(id)
            navigator.returnResult(.cacheChanged)
            return FormButton.Outcome()
          } catch {
            return FormButton.Outcome(
              report: StatusMessage(problem: "The copy wasn't removed", error))
          }
        }
      ],
      text: {
        let title = await saved.copy(of: id)?.entry.subject.title ?? "the \(noun)"
        return FormButton.Outcome(
          report: StatusMessage(
            "Remove the saved copy of \(title)? The record on the server isn't changed."))
      })
  }
}
