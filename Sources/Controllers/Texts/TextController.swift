public import Restoration
public import Screens

/// A pager for text of any length, with search: raw answers, differences, logs.
///
/// The text is plain, or styled line by line. An application can add keys of its own, and the end can stay in sight while a source shows
/// more.
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
  /// The matches found last, because every paint asks for them.
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
  ///   - title: The text's name in the top line, behind those of the screens below it.
  ///   - provenance: The source of the text, until the load names it.
  ///   - bindings: The application's own keys, named before the others.
  ///   - isRefreshable: True if another load can bring anything new.
  ///   - refreshInterval: The number of seconds after which the text is loaded anew by itself; nil for never.
  ///   - followsEnd: True if the end is in sight in the beginning, and stays so while more is shown, until the person goes up.
  ///   - style: Returns the stretches of a line that aren't plain text. Called for the lines on the screen, at every paint.
  ///   - exports: The file that the text can be written into; nil for a text that isn't exported.
  ///   - answered: Handles an answer that isn't the controller's own: from a picker or another screen that a key of the application's opened.
  ///   - source: Shows the text, as often as it likes. An error that it throws is shown as a problem, and what was shown before stays.
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
