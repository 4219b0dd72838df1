import Core
import FoundationEssentials
import Glibc
import Restoration

/// Saves the open screens to the store whenever they have changed.
@MainActor final class SessionSaver {
  private let application: (name: String, version: String)
  let store: (any SnapshotStore)?
  private let author: String?
  private let account: Account?
  private let time: WallClock

  /// The newer release that wrote the session last, and the unknown fields in it.
  var newerRelease: (version: String, keys: [JSON.Member])?
  /// Disabled while a session resumes, or a partly restored stack would replace a good one.
  var isOn = false
  /// Why nothing is saved, as a short text for the status line; `nil` once saving works again.
  private(set) var notSaving: String?
  var isSaving: Bool { store != nil && notSaving == nil }
  /// Whether saving would overwrite the only copy of what couldn't be restored.
  private var needsQuarantine = false
  /// Called with the location of a copy whose quarantine had failed before.
  var onQuarantine: (String) -> Void = { _ in }
  private var hasUnsavedChange = false
  private(set) var saveCount = 0
  var messages = MessageLog() { didSet { if messages != oldValue { hasUnsavedChange = true } } }

  init(
    application: (name: String, version: String), store: (any SnapshotStore)?, author: String?,
    account: Account?, time: WallClock
  ) {
    self.application = application
    self.store = store
    self.author = author
    self.account = account
    self.time = time
  }

  func say(notSaving: String?) { self.notSaving = notSaving }

  func mustSave() {
    isOn = true
    hasUnsavedChange = true
  }

  func save(_ stack: ScreenStack<some AppRoute>) {
    guard isOn, let store else { return }
    do {
      if try stack.save() { hasUnsavedChange = true }
      guard hasUnsavedChange else { return }
      if needsQuarantine {
        let name = try store.quarantine()
        needsQuarantine = false
        onQuarantine("A copy is kept as \(name).")
      }
      try store.save(snapshot(of: stack).body)
      saveCount += 1
      hasUnsavedChange = false
      notSaving = nil
    } catch {
      // The application continues without saving; the status line shows the reason until saving
      // works again.
      notSaving = brief(error)
    }
  }

  /// For a snapshot only in memory, because fewer screens may be restored from it.
  func saveUnchanged(_ snapshot: Snapshot) {
    guard let store else { return }
    do {
      try store.save(snapshot.body)
    } catch {
      notSaving = brief(error)
    }
  }

  func snapshot(of stack: ScreenStack<some AppRoute>) -> Snapshot {
    Snapshot(
      application: application.name, version: application.version,
      newestVersion: newerRelease?.version, author: author, account: account, savedAt: time.now(),
      entries: stack.entries.map { $0.saved }, messages: messages,
      others: newerRelease?.keys ?? [])
  }

  /// Without a stack, only waits for the last save.
  func saveDurably<Route: AppRoute>(_ stack: ScreenStack<Route>?) {
    if let stack { save(stack) }
    guard let store else { return }
    do {
      try store.flush()
    } catch {
      notSaving = brief(error)
    }
  }

  /// Needed before an incompletely restored session is overwritten; `nil` without a store.
  func quarantine() -> String? {
    guard let store else { return nil }
    do {
      return "A copy is kept as \(try store.quarantine())."
    } catch {
      needsQuarantine = true
      notSaving = brief(error)
      return "Nothing is saved: \((error as? SnapshotError)?.sentences ?? "\(error)")"
    }
  }

  private func brief(_ error: any Error) -> String {
    switch error {
    case let problem as SnapshotError: problem.brief
    case EncodingError.invalidValue(_, let context): context.debugDescription
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    default: "\(error)"
    }
  }
}
