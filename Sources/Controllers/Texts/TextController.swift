public import Restoration
public import Screens
public import Terminals

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

  private let followsEnd: Bool
  private let style: (@Sendable (String) -> [TextSpan])?
  let door: Door<String>
  let loader = Loader<String>()
  private var text: BrokenText? { didSet { knownMatches = nil } }
  /// The matches found last, because every paint asks for them.
  private var knownMatches: TextMatches?

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
  ///   - answered: Handles an answer that isn't the controller's own: from a picker or another screen that a key of the application's opened.
  ///   - source: Shows the text, as often as it likes. An error that it throws is shown as a problem, and what was shown before stays.
  public init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true, refreshInterval: Int? = nil,
    followsEnd: Bool = false,
    style: (@Sendable (String) -> [TextSpan])? = nil,
    answered: @escaping @MainActor (Answer, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<String>) async throws -> Void
  ) {
    self.followsEnd = followsEnd
    self.style = style
    door = Door(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: refreshInterval, answered: answered, source: source)
  }

  public var title: String { door.title }
  public var subtitle: String? { state.search.isEmpty ? nil : "/" + state.search.text }
  public var isTyping: Bool { state.isSearching }

  public var provenance: Provenance? { loader.provenance(door.provenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(door.refreshInterval, from: door.provenance)
  }

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    await loadContent(freshness, navigator) { [weak self] _, _ in
      self?.text = self?.loader.content.map { BrokenText($0) }
    }
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    pass(answer, navigator)
  }

  // MARK: Places

  private var query: TextQuery { TextQuery(state.search.text) }

  private func textRows(_ size: Size) -> Int { max(1, size.rows - 1) }

  /// Returns the text as a screen of a size breaks it, the place at the screen's top, and the last one that can be there.
  private func view(
    _ size: Size
  ) -> (text: BrokenText, top: BrokenText.Place, last: BrokenText.Place)? {
    guard let text else { return nil }
    text.fit(max(2, size.columns - 2))
    let last = text.last(filling: textRows(size))
    if isFollowing { return (text, last, last) }
    let saved = BrokenText.Place(line: state.topLine, character: state.topCharacter)
    return (text, min(text.place(nearest: saved), last), last)
  }

  /// True if the end stays in sight.
  private var isFollowing: Bool { followsEnd && (state.isFollowing ?? true) }

  private func go(to place: BrokenText.Place, isEnd: Bool = false) {
    var state = state
    state.topLine = place.line
    state.topCharacter = place.character
    if followsEnd { state.isFollowing = isEnd }
    self.state = state
  }

  private func move(_ size: Size, by distance: Int) {
    guard let (text, top, last) = view(size) else { return }
    let place = min(text.place(distance, from: top), last)
    go(to: place, isEnd: distance > 0 && place == last)
  }

  // MARK: Matches

  /// The matches of the search in the text; nil while it is typed, and without a search.
  private var matches: TextMatches? {
    guard let text, !state.isSearching, !state.search.isEmpty else { return nil }
    if let knownMatches, knownMatches.query.text == state.search.text { return knownMatches }
    let matches = TextMatches(of: query, in: text)
    knownMatches = matches
    return matches
  }

  /// The number of the match that was gone to last, if it is still one.
  private var currentMatch: Int? {
    guard let line = state.matchLine, let character = state.matchCharacter else { return nil }
    return matches?.number(at: BrokenText.Place(line: line, character: character))
  }

  /// Goes to the next match behind the current one, or before it; from the screen's top, if the current one isn't in sight.
  private func find(_ step: Int, _ navigator: Navigator) {
    guard let matches, let (text, top, last) = view(navigator.size) else { return }
    let count = matches.all.count
    guard count > 0 else { return navigator.notify("“\(state.search.text)” not found.") }
    let next: Int
    if let current = currentMatch, isInSight(matches.all[current], text, top, navigator.size) {
      next = current + step
    } else {
      let first = matches.firstNumber(from: top)
      next = step > 0 ? first : first - 1
    }
    if next >= count { navigator.notify("Continued at the top.") }
    if next < 0 { navigator.notify("Continued at the end.") }
    let match = matches.all[(next + count) % count]
    go(to: min(text.place(nearest: match.place), last))
    state.matchLine = match.line
    state.matchCharacter = match.range.lowerBound
  }

  private func isInSight(
    _ match: TextMatches.Match, _ text: BrokenText, _ top: BrokenText.Place, _ size: Size
  ) -> Bool {
    let place = text.place(nearest: match.place)
    return place >= top && place <= text.place(textRows(size) - 1, from: top)
  }

  // MARK: Keys

  public var bindings: [KeyBinding] {
    if state.isSearching {
      return [
        KeyBinding(.enter, label: "find", help: "Find it") { navigator in
          self.applySearch()
          self.find(1, navigator)
        },
        KeyBinding(.escape, label: "cancel", help: "Stop searching") { _ in self.endSearch() },
      ]
    }
    var bindings = [
      KeyBinding("/", label: "search", help: "Search for a text") { _ in
        self.beginSearch()
      }
    ]
    if !state.search.isEmpty {
      bindings += [
        KeyBinding("n", label: "next", help: "Find the next") { self.find(1, $0) },
        KeyBinding("N", help: "Find the one before") { self.find(-1, $0) },
        KeyBinding(.escape, label: "clear", help: "Stop searching") { _ in self.endSearch() },
      ]
    }
    return bindings + door.bindings + [
      KeyBinding("c", label: "copy", help: "Copy all of it") { navigator in
        if let text = self.text { navigator.copy(text.lines.joined(separator: "\n")) }
      }
    ] + refreshBindings + [
      KeyBinding(.up, "k", help: "Go up a line") { self.move($0.size, by: -1) },
      KeyBinding(.down, "j", .enter, help: "Go down a line") { self.move($0.size, by: 1) },
      KeyBinding(.pageUp, .control("b"), help: "Go up a page") {
        self.move($0.size, by: 1 - self.textRows($0.size))
      },
      KeyBinding(.pageDown, .control("f"), " ", help: "Go down a page") {
        self.move($0.size, by: max(1, self.textRows($0.size) - 1))
      },
      KeyBinding(.home, "g", help: "Go to the top") { _ in self.go(to: BrokenText.Place()) },
      KeyBinding(.end, "G", help: "Go to the end") { navigator in
        if let last = self.view(navigator.size)?.last { self.go(to: last, isEnd: true) }
      },
    ]
  }

  private func beginSearch() {
    var state = state
    state.isSearching = true
    state.appliedSearch = state.search.isEmpty ? nil : state.search.text
    self.state = state
  }

  /// Searches for the text that was typed. The current match stays where it is the same text as before.
  private func applySearch() {
    var state = state
    if state.search.text != state.appliedSearch {
      state.matchLine = nil
      state.matchCharacter = nil
    }
    state.isSearching = false
    state.appliedSearch = nil
    self.state = state
  }

  /// Ends the search; or, while another one is typed, goes back to the one that was applied before, and to its current match.
  private func endSearch() {
    var state = state
    if state.isSearching, let applied = state.appliedSearch {
      state.search = TextEntry(applied)
    } else {
      state.search = TextEntry()
      state.matchLine = nil
      state.matchCharacter = nil
    }
    state.isSearching = false
    state.appliedSearch = nil
    self.state = state
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if bindings.perform(event, navigator) == .handled { return .handled }
    if state.isSearching { return state.search.edit(event) }
    guard case .mouse(let mouse) = event else { return .ignored }
    switch mouse.action {
    case .scrollUp: move(navigator.size, by: -3)
    case .scrollDown: move(navigator.size, by: 3)
    case .click, .doubleClick: break
    }
    return .handled
  }

  // MARK: Drawing

  public func draw(in canvas: inout Canvas) {
    guard let (text, top, _) = view(canvas.size) else {
      let report = problem?.lines(width: canvas.columns - 4) ?? [("Loading…", .secondary)]
      for (row, line) in report.enumerated() {
        canvas.write(line.text, row: row + 1, column: 2, style: line.style)
      }
      return
    }
    let query = query
    let matches = matches
    let current = currentMatch
    let currentPlace = current.flatMap { matches?.all[$0].place }
    var place = top
    var row = 0
    while row < canvas.rows - 1, place.line < text.lines.count {
      let spans = style?(text.lines[place.line]) ?? []
      for part in text.parts(ofLine: place.line)
      where part.start >= place.character && row < canvas.rows - 1 {
        canvas.write(
          part.text, row: row, column: 1, style: .text, limit: canvas.columns - 1)
        for span in spans { draw(span.range, Style(span.role), of: part, row, in: &canvas) }
        if let matches {
          for match in matches.inLine(place.line) {
            let style = Style(.accent, isSelected: match.place == currentPlace)
            draw(match.range, style, of: part, row, in: &canvas)
          }
        } else if !query.isEmpty {
          for range in query.ranges(in: part.text) {
            let range = range.lowerBound + part.start..<range.upperBound + part.start
            draw(range, .accent, of: part, row, in: &canvas)
          }
        }
        row += 1
      }
      place = BrokenText.Place(line: place.line + 1)
    }
    let position = "line \(top.line + 1) of \(text.lines.count)"
    let found = matches.map { $0.words(current) + " · " } ?? ""
    drawFoot(found + position + (isFollowing ? " · following" : ""), in: &canvas)
  }

  /// Draws a stretch of a line over it, as far as the stretch is on one row.
  private func draw(
    _ range: Range<Int>, _ style: Style, of part: BrokenText.Part, _ row: Int,
    in canvas: inout Canvas
  ) {
    let start = max(0, range.lowerBound - part.start)
    let count = range.upperBound - part.start - start
    guard count > 0, start < part.text.count else { return }
    let column = 1 + CellWidth.of(String(part.text.prefix(start)))
    let stretch = String(part.text.dropFirst(start).prefix(count))
    let room = canvas.columns - column
    canvas.within(Area(row: row, column: column, rows: 1, columns: room)) {
      $0.write(stretch, row: 0, style: style)
    }
  }

  private func drawFoot(_ position: String, in canvas: inout Canvas) {
    let row = canvas.rows - 1
    if state.isSearching {
      let width = max(8, min(40, canvas.columns - CellWidth.of(position) - 6))
      canvas.write("/", row: row, column: 1, style: .accent)
      canvas.drawField(state.search, row: row, column: 2, width: width, hasFocus: true)
      canvas.write(position, row: row, column: width + 4, style: .secondary)
    } else if let problem {
      canvas.write(
        "✕ \(problem.text)", row: row, column: 1, style: .bad, limit: canvas.columns - 2)
    } else {
      canvas.write(position, row: row, column: 1, style: .secondary)
    }
  }
}

extension TextController: LoadsContent {}

extension TextState: ShowsProblem {}
