import Restoration
public import Screens
public import Terminals

/// A pager for text of any length, with search; for raw answers.
@MainActor public final class TextController: Screen {
  public let title: String
  public var state = TextState()

  private let fixedProvenance: Provenance?
  private let source: @MainActor (Load<String>) async throws -> Void
  private let loader = Loader<String>()
  private var text: BrokenText?
  private var problem: Report? { state.problem }

  public init(
    title: String, provenance: Provenance? = nil,
    source: @escaping @MainActor (Load<String>) async throws -> Void
  ) {
    self.title = title
    fixedProvenance = provenance
    self.source = source
  }

  public var subtitle: String? { state.search.isEmpty ? nil : "/" + state.search.text }
  public var isTyping: Bool { state.isSearching }

  public var provenance: Provenance? { loader.provenance(fixedProvenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? { loader.refreshInterval() }

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    let hadContent = text != nil
    let outcome = await loader.load(freshness, navigator, source) { [weak self] _, _ in
      guard let self else { return }
      self.text = self.loader.content.map { BrokenText($0) }
      if self.loader.provenance?.isCurrent != false, self.state.problem != nil {
        self.state.problem = nil
      }
    }
    switch outcome {
    case .loaded: if freshness == .fresh, hadContent { navigator.notify("Refreshed.") }
    case .remedied where text != nil: break
    case .failed(let error), .remedied(let error):
      state.problem = Report(failure: error, keepsData: text != nil)
    case .unchanged, .dropped: break
    }
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    if answer == .remedied { navigator.refresh() }
  }

  // MARK: Places

  private var query: TextQuery { TextQuery(state.search.text) }

  private func textRows(_ size: Size) -> Int { max(1, size.rows - 1) }

  /// The text as a screen of a size breaks it, the place at the screen's top, and the last one that can be there.
  private func view(
    _ size: Size
  ) -> (text: BrokenText, top: BrokenText.Place, last: BrokenText.Place)? {
    guard let text else { return nil }
    text.fit(max(2, size.columns - 2))
    let last = text.last(filling: textRows(size))
    let saved = BrokenText.Place(line: state.topLine, character: state.topCharacter)
    return (text, min(text.place(nearest: saved), last), last)
  }

  private func go(to place: BrokenText.Place) {
    state.topLine = place.line
    state.topCharacter = place.character
  }

  private func move(_ size: Size, by distance: Int) {
    guard let (text, top, last) = view(size) else { return }
    go(to: min(text.place(distance, from: top), last))
  }

  private func find(_ step: Int, _ navigator: Navigator) {
    guard !query.isEmpty, let (text, top, last) = view(navigator.size) else { return }
    switch text.find(query, from: top, step, last: last) {
    case .at(let place): go(to: place)
    case .here: break
    case .nowhere: navigator.notify("“\(state.search.text)” isn't in this text.")
    }
  }

  // MARK: Keys

  public var bindings: [KeyBinding] {
    if state.isSearching {
      return [
        KeyBinding(.enter, label: "find", help: "Find it") { navigator in
          self.state.isSearching = false
          self.find(1, navigator)
        },
        KeyBinding(.escape, label: "cancel", help: "Stop searching") { _ in self.endSearch() },
      ]
    }
    var bindings = [
      KeyBinding("/", label: "search", help: "Search for a text") { _ in
        self.state.isSearching = true
      }
    ]
    if !state.search.isEmpty {
      bindings += [
        KeyBinding("n", label: "next", help: "Find the next") { self.find(1, $0) },
        KeyBinding("N", help: "Find the one before") { self.find(-1, $0) },
        KeyBinding(.escape, label: "clear", help: "Stop searching") { _ in self.endSearch() },
      ]
    }
    return bindings + [
      KeyBinding("c", label: "copy", help: "Copy all of it") { navigator in
        if let text = self.text { navigator.copy(text.lines.joined(separator: "\n")) }
      },
      KeyBinding("r", label: loader.refreshLabel, help: "Refresh") { $0.refresh() },
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
        if let last = self.view(navigator.size)?.last { self.go(to: last) }
      },
    ]
  }

  private func endSearch() {
    state.search = TextEntry()
    state.isSearching = false
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
    var place = top
    var row = 0
    while row < canvas.rows - 1, place.line < text.lines.count {
      for part in text.parts(ofLine: place.line)
      where part.start >= place.character && row < canvas.rows - 1 {
        canvas.write(
          part.text, row: row, column: 1, style: .text, limit: canvas.columns - 1, matching: query)
        row += 1
      }
      place = BrokenText.Place(line: place.line + 1)
    }
    drawFoot("line \(top.line + 1) of \(text.lines.count)", in: &canvas)
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
