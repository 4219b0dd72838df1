import Foundation
import Restoration
import Values

/// The writer of a session: it saves the open screens to the store whenever they differ from what is there.
@MainActor final class SessionSaver {
  private let application: (name: String, version: String)
  private let store: (any SnapshotStore)?
  private let author: String?
  private let account: Account?
  private let time: WallClock

  /// The later release that wrote the session last, and the keys in it that this release doesn't know.
  var later: (version: String, keys: [JSON.Member])?
  /// True if there is anything to save yet: while a session resumes there isn't, or a half-restored stack would replace a good one.
  var isOn = false
  /// The reason why nothing is saved, in a few words for the status line, until saving works again.
  private(set) var notSaving: String?
  /// True if what is painted is saved.
  var isSaving: Bool { store != nil && notSaving == nil }
  /// True if saving would overwrite the only copy of what couldn't come back: a copy is set aside first, as soon as that can be.
  private var owesCopy = false
  private var copyFailure: (timestamp: Int, error: any Error)?
  /// Told where a copy is, once one that was owed is there.
  var onSetAside: (String) -> Void = { _ in }
  private var hasUnsavedChange = false
  /// The body that was saved last; nil if none was.
  private(set) var savedBody: [UInt8]?
  /// The messages, saved beside the screens.
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

  /// Sets the reason why nothing is saved, for a saver that doesn't even try.
  func say(notSaving: String?) { self.notSaving = notSaving }

  /// Makes the next `save` write even if nothing has changed by then.
  func mustSave() {
    isOn = true
    hasUnsavedChange = true
  }

  func save(_ stack: ScreenStack<some AppRoute>) {
    guard isOn, let store else { return }
    do {
      if owesCopy { try payCopy(store) }
      if try stack.save() { hasUnsavedChange = true }
      guard hasUnsavedChange else { return }
      let body = snapshot(of: stack).body
      try store.save(body)
      savedBody = body
      hasUnsavedChange = false
      notSaving = nil
    } catch {
      // The application goes on; the status line says that the promise is suspended, until saving works again.
      notSaving = brief(error)
    }
  }

  /// Saves a snapshot that is in no file, as it is: the screens that come back of it may be fewer.
  func keep(_ snapshot: Snapshot) {
    guard let store else { return }
    do {
      let body = snapshot.body
      try store.save(body)
      savedBody = body
    } catch {
      notSaving = brief(error)
    }
  }

  /// Sets the copy aside that is owed; tried once a second. Throws the reason why it can't be yet.
  private func payCopy(_ store: any SnapshotStore) throws {
    if let failure = copyFailure, failure.timestamp == time.now() { throw failure.error }
    do {
      let name = try store.quarantine()
      owesCopy = false
      onSetAside("A copy is kept as \(name).")
    } catch {
      copyFailure = (time.now(), error)
      throw error
    }
  }

  /// The open screens as they were when they were last brought up to date.
  func snapshot(of stack: ScreenStack<some AppRoute>) -> Snapshot {
    Snapshot(
      application: application.name, version: application.version,
      newestVersion: later?.version, author: author, account: account, savedAt: time.now(),
      entries: stack.entries.map { $0.saved }, messages: messages,
      others: later?.keys ?? [])
  }

  /// Saves, and waits until the disk has the snapshot; without a stack, waits for what was saved last.
  func saveDurably<Route: AppRoute>(_ stack: ScreenStack<Route>?) {
    if let stack { save(stack) }
    guard let store else { return }
    do {
      try store.flush()
    } catch {
      notSaving = brief(error)
    }
  }

  /// Sets a copy aside of what couldn't come back, before anything is saved over it; returns a sentence about the copy. Nil without a
  /// store.
  func quarantine() -> String? {
    guard let store else { return nil }
    do {
      return "A copy is kept as \(try store.quarantine())."
    } catch {
      owesCopy = true
      notSaving = brief(error)
      return "Nothing is saved: \((error as? SnapshotError)?.sentences ?? "\(error)")"
    }
  }

  /// The words for an error behind "not saving:" in the status line.
  private func brief(_ error: any Error) -> String {
    switch error {
    case let problem as SnapshotError: problem.brief
    case EncodingError.invalidValue(_, let context): context.debugDescription
    case let error as any LocalizedError: error.errorDescription ?? "\(error)"
    default: "\(error)"
    }
  }
}
