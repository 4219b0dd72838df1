import Screens

/// A child screen's notices, held back until they are known to apply to the whole screen.
@MainActor final class HeldNotices {
  private var sentences: [String] = []

  /// Returns a navigator that holds notices back, and forwards all other requests.
  func holding(for navigator: Navigator) -> Navigator {
    Navigator(size: navigator.size, graphics: navigator.graphics) { [self] request in
      if case .notify(let sentence) = request {
        sentences.append(sentence)
      } else {
        navigator.request(request)
      }
    }
  }

  func say(_ navigator: Navigator) {
    for sentence in sentences { navigator.notify(sentence) }
  }
}
