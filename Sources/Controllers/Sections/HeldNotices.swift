import Screens

/// The notices of a part of a screen, held back until they are known to be true of the whole.
@MainActor final class HeldNotices {
  private var sentences: [String] = []

  /// Returns a navigator that holds notices back, and hands on all other requests.
  func holding(for navigator: Navigator) -> Navigator {
    Navigator(size: navigator.size, graphics: navigator.graphics) { [self] request in
      if case .notify(let sentence) = request {
        sentences.append(sentence)
      } else {
        navigator.request(request)
      }
    }
  }

  func say(_ navigator: Navigator) { sentences.forEach { navigator.notify($0) } }
}
