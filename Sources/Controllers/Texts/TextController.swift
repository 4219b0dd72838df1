public import Restoration
public import Screens
public import Terminals

/// A screen that shows a text of any length and lets the user scroll and search it, such as a log
/// or a difference between files.
///
/// The text is plain, or styled line by line. If the source adds text at the end, the screen can
/// keep the end visible.
@MainActor public final class TextController: Screen {
  /// The scroll position and the search, which a session saves.
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
  ///   - provenance: The source and status of the text, shown until a load passes another
  ///     provenance.
  ///   - bindings: Key bindings that the application adds.
  ///   - isRefreshable: Whether loading again can return new data. If `false`, there is no key to
  ///     refresh.
  ///   - refreshInterval: The number of seconds between automatic reloads; with `nil`, only certain
  ///     failed loads are retried.
  ///   - followsEnd: Whether the end is shown initially, and stays visible as text is added, until
  ///     the user scrolls up.
  ///   - style: Returns the styled spans of a line. Called at every paint for the visible lines.
  ///   - exports: The file that the text can be exported to; `nil` for none.
  ///   - onResult: Called with the result of a screen that was opened from this one, for example a
  ///     picker.
  ///   - source: Loads and shows the text, in any number of steps. If it throws, the error is shown
  ///     and the previous content stays.
  public init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true, refreshInterval: Int? = nil,
    followsEnd: Bool = false,
    style: (@Sendable (String) -> [TextSpan])? = nil,
    exports: TextExport? = nil,
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<String>) async throws -> Void
  ) {
    self.followsEnd = followsEnd
    self.style = style
    self.exports = exports
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: { refreshInterval }, onResult: onResult, source: source)
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

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    pass(result, navigator)
  }
}

extension TextController: ContentLoading {}

extension TextState: ErrorPresenting {}

/// The state of a text screen that a session saves: the scroll position, the search, and the
/// current match.
public struct TextState: RestorableState {
  /// The index of the line of text at the top of the screen, counted before lines are wrapped.
  public var topLine = 0
  /// The number of characters of the line `topLine` that are above the screen, if that line is
  /// wrapped.
  public var topCharacter = 0
  /// The search text, including changes that the user is typing.
  public var search = TextEntry()
  /// Whether the user is typing in the search field.
  public var isSearching = false
  /// The search that was applied before the user began to type another one; `nil` if there was
  /// none.
  public var appliedSearch: String?
  /// The index of the line that contains the current match; `nil` if there is none.
  public var matchLine: Int?
  /// The index within its line of the current match's first character; `nil` if there is none.
  public var matchCharacter: Int?
  /// Whether the end stays visible as text is added; `nil` until the user scrolls.
  public var isFollowing: Bool?
  /// The error of a failed load that the screen shows; `nil` if there is none.
  public var problem: StatusMessage?

  /// Creates the initial state of a text.
  public init() {}
}

/// Characters of a line that are drawn in a role of their own, such as a highlighted word.
///
///     TextSpan(0..<7, .accent)
///     TextSpan.line(.good)
public struct TextSpan: Hashable, Sendable {
  /// The characters that the span covers, counted from 0. Positions beyond the end of the line are
  /// ignored.
  public let range: Range<Int>
  /// The role, and so the colour, in which the characters are drawn.
  public let role: Role

  /// Creates a span of characters, counted from 0.
  public init(_ range: Range<Int>, _ role: Role) {
    self.range = range
    self.role = role
  }

  /// Returns a span that covers a whole line.
  public static func line(_ role: Role) -> TextSpan { TextSpan(0..<Int.max, role) }
}

extension TextController {
  public var bindings: [KeyBinding] {
    if state.isSearching {
      return [
        KeyBinding(.enter, label: "find", help: "Find it") { navigator in
          self.state.applySearch()
          self.find(1, navigator)
        },
        KeyBinding(.escape, label: "cancel", help: "Stop searching") { _ in
          self.state.endSearch()
        },
      ]
    }
    var bindings = [
      KeyBinding("/", label: "search", help: "Search for a text") { _ in
        self.state.beginSearch()
      }
    ]
    if !state.search.isEmpty {
      bindings += [
        KeyBinding("n", label: "next", help: "Find the next") { self.find(1, $0) },
        KeyBinding("N", help: "Find the previous") { self.find(-1, $0) },
        KeyBinding(.escape, label: "clear", help: "Stop searching") { _ in self.state.endSearch() },
      ]
    }
    return bindings + ownBindings + [
      KeyBinding("c", label: "copy", help: "Copy all of it") { navigator in
        if let text = self.text { navigator.copy(text.lines.joined(separator: "\n")) }
      }
    ] + exportBindings + refreshBindings + [
      KeyBinding(.up, "k", help: "Go up a line") { self.move($0.size, by: -1) },
      KeyBinding(.down, "j", .enter, help: "Go down a line") { self.move($0.size, by: 1) },
      KeyBinding(.pageUp, .control("b"), help: "Go up a page") {
        self.move($0.size, by: -max(1, self.textRows($0.size) - 1))
      },
      KeyBinding(.pageDown, .control("f"), " ", help: "Go down a page") {
        self.move($0.size, by: max(1, self.textRows($0.size) - 1))
      },
      KeyBinding(.home, "g", help: "Go to the top") { _ in self.go(to: BrokenText.Position()) },
      KeyBinding(.end, "G", help: "Go to the end") { navigator in
        if let last = self.view(navigator.size)?.last { self.go(to: last, isEnd: true) }
      },
    ]
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if bindings.perform(event, navigator) == .handled { return .handled }
    if state.isSearching {
      return state.search.edit(event, isSecret: false, navigator)
    }
    guard case .mouse(let mouse) = event else { return .ignored }
    switch mouse.action {
    case .scrollUp: move(navigator.size, by: -3)
    case .scrollDown: move(navigator.size, by: 3)
    case .click, .doubleClick: break
    }
    return .handled
  }
}

extension TextController {
  func textRows(_ size: Size) -> Int { max(1, size.rows - 1) }

  /// `last` is the last possible top position.
  func view(
    _ size: Size
  ) -> (text: BrokenText, top: BrokenText.Position, last: BrokenText.Position)? {
    guard let text else { return nil }
    text.fit(max(2, size.columns - 2))
    let last = text.last(filling: textRows(size))
    if isFollowing { return (text, last, last) }
    let saved = BrokenText.Position(line: state.topLine, character: state.topCharacter)
    return (text, min(text.position(nearest: saved), last), last)
  }

  var isFollowing: Bool { followsEnd && (state.isFollowing ?? true) }

  func go(to position: BrokenText.Position, isEnd: Bool = false) {
    var state = state
    state.topLine = position.line
    state.topCharacter = position.character
    if followsEnd { state.isFollowing = isEnd }
    self.state = state
  }

  func move(_ size: Size, by distance: Int) {
    guard let (text, top, last) = view(size) else { return }
    let position = min(text.position(distance, from: top), last)
    go(to: position, isEnd: distance > 0 && position == last)
  }
}
