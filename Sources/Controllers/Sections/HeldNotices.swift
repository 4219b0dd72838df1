import Screens

/// Sentences that a part of a screen wants to say, until it is known whether they are so of the whole.
@MainActor final class HeldNotices {
  private var sentences: [String] = []

  /// The same navigator, but for its notices.
  func holding(for navigator: Navigator) -> Navigator {
    Navigator(size: navigator.size) { [self] request in
      if case .notify(let sentence) = request {
        sentences.append(sentence)
      } else {
        navigator.request(request)
      }
    }
  }

  func say(_ navigator: Navigator) { sentences.forEach { navigator.notify($0) } }
}
