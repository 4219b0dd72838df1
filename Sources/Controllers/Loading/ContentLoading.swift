import Screens
import Terminals

/// A controller that loads its content: it shares configuration, loading and error reporting.
@MainActor protocol ContentLoading: AnyObject {
  associatedtype Content: Sendable
  associatedtype State: ErrorPresenting
  var configuration: LoadConfiguration<Content> { get }
  var loader: Loader<Content> { get }
  var state: State { get set }
  var acceptsPartialContent: Bool { get }
}

/// A state with the error that is shown above the content, or instead of it.
protocol ErrorPresenting {
  var problem: StatusMessage? { get set }
}

/// A screen with its own prompts, whose results no other screen may receive.
@MainActor protocol ResultOwning {
  func isOwn(_ result: ScreenResult) -> Bool
}

extension ContentLoading {
  /// True: a partial result lacks nothing that the user has selected.
  var acceptsPartialContent: Bool { true }
  var problem: StatusMessage? { state.problem }
  var failure: Provenance.DataStatus? { loader.failure }

  var refreshBindings: [KeyBinding] {
    guard configuration.isRefreshable else { return [] }
    return [KeyBinding("r", label: loader.refreshLabel, help: "Refresh") { $0.refresh() }]
      + unreadableResponseBindings("y")
  }

  func unreadableResponseBindings(_ key: Key) -> [KeyBinding] {
    loader.unreadableResponseRoute.map { route in
      [
        KeyBinding(key, label: "raw", help: "Show the answer that can't be read") {
          $0.push(route)
        }
      ]
    } ?? []
  }

  /// The application's bindings, without the key for the response of a successful load.
  var ownBindings: [KeyBinding] {
    loader.unreadableResponseRoute == nil
      ? configuration.bindings : configuration.bindings.filter { !$0.keys.contains("y") }
  }

  /// An error uses at most half the screen, or all of it if there is no content.
  func problemLines(_ size: Size) -> Int {
    guard let problem else { return 0 }
    return loader.content == nil
      ? problem.lines(width: size.columns - 4).count + 1 : problem.panel(above: size).count
  }

  /// Draws the error, or that the first load isn't done.
  func drawProblem(in canvas: inout Canvas) {
    let isAlone = loader.content == nil
    guard let problem else {
      if isAlone { canvas.write("Loading…", row: 1, column: 2, style: .secondary) }
      return
    }
    let width = canvas.columns - 4
    let top = isAlone && canvas.rows > problem.lines(width: width).count ? 1 : 0
    canvas.write(
      isAlone
        ? problem.lines(width: width, rows: canvas.rows) : problem.panel(above: canvas.size),
      row: top)
  }

  /// Does the same without blank lines. Returns the number of the error's lines.
  func drawCompactProblem(in canvas: inout Canvas) -> Int {
    let isAlone = loader.content == nil
    guard let problem else {
      if isAlone { canvas.write("Loading…", row: 0, column: 2, style: .secondary) }
      return 0
    }
    let rows = isAlone ? canvas.rows : canvas.rows / 2
    let lines = problem.lines(width: canvas.columns - 4, rows: rows)
    canvas.write(lines, row: 0)
    return lines.count
  }

  /// Refreshes if the result only says that an error was resolved.
  func pass(_ result: ScreenResult, _ navigator: Navigator) {
    if result == .recovered {
      navigator.refresh()
    } else {
      configuration.onResult(result, navigator)
    }
  }

  private func dismissProblem() {
    if state.problem != nil { state.problem = nil }
  }

  /// `notice` is `nil` if the controller shows its own. `shown` is called before each content is
  /// painted, with the previous content and whether the new one is news.
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
      state.problem = StatusMessage(failure: error, showsEarlierData: loader.content != nil)
    case .unchanged(let error):
      // The error shown above the content would otherwise still be the previous one.
      if state.problem != nil {
        state.problem = StatusMessage(failure: error, showsEarlierData: loader.content != nil)
      }
      navigator.notify(StatusMessage.notice(of: error))
    case .dropped: break
    }
    return outcome
  }
}

/// The configuration that all loading controllers share: title, key bindings, refresh policy,
/// content source, and result handler.
@MainActor struct LoadConfiguration<Content: Sendable> {
  let title: String
  let provenance: Provenance?
  let bindings: [KeyBinding]
  var isRefreshable = true
  /// In seconds; `nil` for none. Evaluated after each load, because a source may change it.
  var refreshInterval: @MainActor () -> Int? = { nil }
  let onResult: @MainActor (ScreenResult, Navigator) -> Void
  let source: @MainActor (Load<Content>) async throws -> Void
}

/// A screen that shows its loading error itself.
@MainActor protocol ErrorReporting {
  var problem: StatusMessage? { get }
  /// The data status after a failed load; `nil` if the last load succeeded.
  var failure: Provenance.DataStatus? { get }
}

extension ListController: ErrorReporting {}
extension PagedListController: ErrorReporting {
  var problem: StatusMessage? { list.problem }
  var failure: Provenance.DataStatus? { list.failure }
}
extension DetailController: ErrorReporting {}
extension ChartController: ErrorReporting {}
extension TextController: ErrorReporting {}

/// A child screen's notices, held back until they are known to apply to the whole screen.
@MainActor final class HeldNotices {
  private var sentences: [String] = []

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
