import Screens
import Terminals

/// A controller that loads its content: one door, one way to load, and to tell the person what came of it.
@MainActor protocol ContentLoading: AnyObject {
  associatedtype Content: Sendable
  associatedtype State: ErrorPresenting
  var configuration: LoadConfiguration<Content> { get }
  var loader: Loader<Content> { get }
  var state: State { get set }
  /// True if the first part of the content may be shown before the rest is there.
  var acceptsPartialContent: Bool { get }
}

/// A state with the failure that is shown above the content, or in its place.
protocol ErrorPresenting {
  var problem: StatusMessage? { get set }
}

/// A screen that asks questions of its own, whose answers are nobody else's.
@MainActor protocol ResultOwning {
  func isOwn(_ answer: ScreenResult) -> Bool
}

extension ContentLoading {
  /// True: there is no place that a beginning could lack.
  var acceptsPartialContent: Bool { true }
  var problem: StatusMessage? { state.problem }
  var failure: Provenance.DataStatus? { loader.failure }

  /// The key that loads again; none where that can bring nothing new.
  var refreshBindings: [KeyBinding] {
    guard configuration.isRefreshable else { return [] }
    return [KeyBinding("r", label: loader.refreshLabel, help: "Refresh") { $0.refresh() }]
      + answerBindings("y")
  }

  /// The key that shows the answer which couldn't be read; none if the last load had another end.
  func answerBindings(_ key: Key) -> [KeyBinding] {
    loader.answer.map { route in
      [
        KeyBinding(key, label: "raw", help: "Show the answer that can't be read") {
          $0.push(route)
        }
      ]
    } ?? []
  }

  /// The application's bindings, without one for the answer as it was when it could be read.
  var ownBindings: [KeyBinding] {
    loader.answer == nil
      ? configuration.bindings : configuration.bindings.filter { !$0.keys.contains("y") }
  }

  /// Takes an answer that isn't the controller's own: it is the application's, unless it only says that a problem is remedied.
  func pass(_ answer: ScreenResult, _ navigator: Navigator) {
    if answer == .recovered {
      navigator.refresh()
    } else {
      configuration.answered(answer, navigator)
    }
  }

  private func dismissProblem() {
    if state.problem != nil { state.problem = nil }
  }

  /// Loads, and tells the person what came of it. Returns the outcome, for what a controller does besides.
  ///
  /// - Parameters:
  ///   - notice: The sentence after a refresh that the person asked for; nil where the controller says one of its own.
  ///   - shown: Called for each content, before it is painted, with the content before and whether the new one is news.
  @discardableResult
  func loadContent(
    _ loadReason: LoadReason, _ navigator: Navigator, notice: String? = "Refreshed.",
    shown: @escaping @MainActor (_ before: Content?, _ isNews: Bool) -> Void = { _, _ in }
  ) async -> Loader<Content>.Outcome {
    let hadContent = loader.content != nil
    let outcome = await loader.load(
      loadReason, navigator, configuration.source,
      shown: { [weak self] before, isNews in
        guard let self else { return }
        // Without a provenance it may only stand there until the source has answered.
        if self.loader.provenance?.isCurrent == true { self.dismissProblem() }
        shown(before, isNews)
      }, acceptsPartialContent: { [weak self] in self?.acceptsPartialContent == true })
    switch outcome {
    case .loaded:
      if loader.provenance?.isCurrent != false { dismissProblem() }
      if loadReason == .userRefresh, hadContent, let notice { navigator.notify(notice) }
    case .recovered where loader.content != nil && state.problem == nil: break
    case .failed(let error), .recovered(let error):
      state.problem = StatusMessage(failure: error, keepsData: loader.content != nil)
    case .unchanged(let error):
      // A panel that stayed would name the cause from before, and alone once the notice is gone.
      if state.problem != nil {
        state.problem = StatusMessage(failure: error, keepsData: loader.content != nil)
      }
      navigator.notify(StatusMessage.notice(of: error))
    case .dropped: break
    }
    return outcome
  }
}
