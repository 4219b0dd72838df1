public import Restoration
public import Screens

/// A pager for text of any length, with search: raw responses, differences, logs.
///
/// The text is plain, or styled line by line. The application can add keys, and the end can stay
/// visible while a source shows more.
@MainActor public final class TextController: Screen {
  /// The saved state.
  public var state = TextState()

  public static var migrations: [Migration] {
    [
      Migration("the match that was gone to is kept"),
      Migration("the search that was applied is kept while another one is typed"),
    ]
  }

  let followsEnd: Bool
  let exports: TextExport?
  let style: (@Sendable (String) -> [TextSpan])?
  let configuration: LoadConfiguration<String>
  let loader = Loader<String>()
  var text: BrokenText? { didSet { knownMatches = nil } }
  /// Cached matches, because every paint needs them.
  var knownMatches: TextMatches?

  /// Creates a pager.
  ///
  ///     TextController(
  ///       title: "Changes",
  ///       style: { line in
  ///         line.hasPrefix("+") ? [.line(.good)] : line.hasPrefix("-") ? [.line(.bad)] : []
  ///       },
  ///       source: { load in load.show(try await repository.difference(commit)) })
  ///
  /// - Parameters:
  ///   - title: The text's name in the top line.
  ///   - provenance: The source of the text, until the load sets it.
  ///   - bindings: The application's own keys, listed before the others.
  ///   - isRefreshable: Whether another load can return new data.
  ///   - refreshInterval: The number of seconds between automatic reloads; `nil` for none.
  ///   - followsEnd: Whether the end is shown initially, and stays visible as text is added, until
  ///     the user scrolls up.
  ///   - style: Returns the styled spans of a line. Called at every paint for the visible lines.
  ///   - exports: The file that the text can be exported to; `nil` for none.
  ///   - answered: Handles a result that isn't the controller's own: of a picker or another screen
  ///     that one of the application's keys opened.
  ///   - source: Loads and shows the text, in any number of steps. If it throws, the error is shown
  ///     and the previous content stays.
  public init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true, refreshInterval: Int? = nil,
    followsEnd: Bool = false,
    style: (@Sendable (String) -> [TextSpan])? = nil,
    exports: TextExport? = nil,
    answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<String>) async throws -> Void
  ) {
    self.followsEnd = followsEnd
    self.style = style
    self.exports = exports
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: { refreshInterval }, answered: answered, source: source)
  }

  public var title: String { configuration.title }
  public var subtitle: String? { state.search.isEmpty ? nil : "/" + state.search.text }
  public var isTyping: Bool { state.isSearching }

  public var provenance: Provenance? { loader.provenance(configuration.provenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    await loadContent(loadReason, navigator) { [weak self] _, _ in
      self?.text = self?.loader.content.map { BrokenText($0) }
    }
  }

  public func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    pass(answer, navigator)
  }
}

extension TextController: ContentLoading {}

extension TextState: ErrorPresenting {}
