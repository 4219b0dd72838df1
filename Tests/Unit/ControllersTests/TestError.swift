import Controllers
import Foundation
import Screens

/// A problem with a reason and advice.
struct TestError: LocalizedError {
  var errorDescription: String? { "The well is dry." }
  var recoverySuggestion: String? { "Dig deeper." }
}

/// A problem with a source that leaves its data in a standing.
struct DataStatusTestError: SourceError { let dataStatus: Provenance.DataStatus }

/// Where a load waits until the test lets it go on.
@MainActor final class Turnstile {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var isOpen: Bool

  init(isOpen: Bool = true) { self.isOpen = isOpen }

  func wait() async {
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func close() { isOpen = false }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// A problem that another screen remedies.
struct RecoverableTestError: Recoverable, LocalizedError {
  var recoveryRoute: any AppRoute { OnlyRoute.only }
  var errorDescription: String? { "The door is locked." }
  var recoverySuggestion: String? { "Say the word." }
}

/// A source that may run dry, and have water again.
@MainActor final class Well {
  var isDry = false
}
