import Screens
import Terminals

/// A controller that loads its content: shares the configuration, the loading, and the reporting of
/// errors.
@MainActor protocol ContentLoading: AnyObject {
  associatedtype Content: Sendable
  associatedtype State: ErrorPresenting
  var configuration: LoadConfiguration<Content> { get }
  var loader: Loader<Content> { get }
  var state: State { get set }
  /// Whether a partial result may be shown before the rest.
  var acceptsPartialContent: Bool { get }
}

/// A state with the error that is shown above the content, or instead of it.
protocol ErrorPresenting {
  var problem: StatusMessage? { get set }
}

/// A screen with its own prompts, whose results no other screen may receive.
@MainActor protocol ResultOwning {
  func isOwn(_ answer: ScreenResult) -> Bool
}

extension ContentLoading {
  /// True: a partial result lacks nothing that the user has selected.
  var acceptsPartialContent: Bool { true }
  var problem: StatusMessage? { state.problem }
  var failure: Provenance.DataStatus? { loader.failure }

  var refreshBindings: [KeyBinding] {
    guard configuration.isRefreshable else { return [] }
    return [KeyBinding("r", label: loader.refreshLabel, help: "Refresh") { $0.refresh() }]
      + answerBindings("y")
  }

  /// The key that shows the undecodable response of the last load, if there is one.
  func answerBindings(_ key: Key) -> [KeyBinding] {
    loader.answer.map { route in
      [
        KeyBinding(key, label: "raw", help: "Show the answer that can't be read") {
          $0.push(route)
        }
      ]
    } ?? []
  }

  /// The application's bindings, without the key for the response of a successful load.
  var ownBindings: [KeyBinding] {
    loader.answer == nil
      ? configuration.bindings : configuration.bindings.filter { !$0.keys.contains("y") }
  }

  /// Passes a result to the application, or refreshes if the result only says that an error was
  /// resolved.
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

  /// Loads the content and reports the outcome to the user. Returns the outcome for further
  /// handling.
  ///
  /// - Parameters:
  ///   - notice: The notice after a refresh by the user; `nil` if the controller shows its own.
  ///   - shown: Called before each content is painted, with the previous content and whether the
  ///     new one is news.
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
        // Content without provenance may be only a placeholder.
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
      // The error shown above the content would otherwise still be the previous one.
      if state.problem != nil {
        state.problem = StatusMessage(failure: error, keepsData: loader.content != nil)
      }
      navigator.notify(StatusMessage.notice(of: error))
    case .dropped: break
    }
    return outcome
  }
}
