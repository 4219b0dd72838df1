public import Restoration
public import Screens
public import Terminals

/// What a pager remembers: its first line, and what is searched for.
public struct TextState: RestorableState {
  /// The first line shown, counted as the text has them, however wide the screen is.
  public var topLine = 0
  /// How many characters of that line are scrolled away, where it is broken into several.
  public var topCharacter = 0
  public var search = TextEntry()
  public var isSearching = false
  /// What went wrong with the last refresh.
  public var problem: Report?

  public init() {}
}

/// A pager for text of any length, with search; for raw answers.
@MainActor public final class TextController: Screen {
  public let title: String
  public var state = TextState()

  private let fixedOrigin: String
  private let source: @MainActor (Load<String>) async throws -> Void
  private let loader = Loader<String>()
  private var lines: [String]? { didSet { broken.lines = [:] } }
  /// Long lines, as they were broken last: one of megabytes, broken anew for every key, would be felt.
  private var broken: (width: Int, lines: [Int: [(start: Int, text: String)]]) = (0, [:])
  private static let longLine = 4096
  private var problem: Report? { state.problem }

  public init(
    title: String, origin: String = "",
    source: @escaping @MainActor (Load<String>) async throws -> Void
  ) {
    self.title = title
    fixedOrigin = origin
    self.source = source
  }

  public var subtitle: String? { state.search.isEmpty ? nil : "/" + state.search.text }
  public var isTyping: Bool { state.isSearching }

  public var origin: String { loader.origin(fixedOrigin) }
  public var activity: String? { loader.activity }

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    let hadContent = lines != nil
    let outcome = await loader.load(freshness, navigator, source) { [weak self] _, _ in
      guard let self else { return }
      self.lines = self.loader.content?
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
      if self.loader.provenance?.isCurrent != false, self.state.problem != nil {
        self.state.problem = nil
      }
    }
    switch outcome {
    case .loaded: if freshness == .fresh, hadContent { navigator.notify("Loaded anew.") }
    case .remedied where lines != nil: break
    case .failed(let error), .remedied(let error):
      state.problem = Report(problem: "This could not be read", error, keepsData: lines != nil)
    case .unchanged, .dropped: break
    }
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    if answer == .remedied { navigator.refresh() }
  }

  // MARK: Places

  /// A line on the screen: which line of the text, from which character on.
  private struct Place: Equatable {
    var line: Int
    var character: Int
  }

  /// Where a line is broken at a width: the character each part begins with.
  private func breaks(_ line: Int, _ width: Int) -> [(start: Int, text: String)] {
    guard let text = lines?[line] else { return [] }
    if broken.width != width { broken = (width, [:]) }
    if let known = broken.lines[line] { return known }
    var start = 0
    let parts = Wrapping.hardLines(of: text, width: width).map { part in
      defer { start += part.count }
      return (start, part)
    }
    if text.utf8.count > Self.longLine { broken.lines[line] = parts }
    return parts
  }

  private func width(_ size: Size) -> Int { max(2, size.columns - 2) }

  /// The saved place, within the text as it is now, at the beginning of a part.
  private func top(_ size: Size) -> Place {
    guard let lines, !lines.isEmpty else { return Place(line: 0, character: 0) }
    let line = min(max(0, state.topLine), lines.count - 1)
    let parts = breaks(line, width(size))
    let part = parts.last { $0.start <= max(0, state.topCharacter) }
    let wanted = Place(line: line, character: part?.start ?? 0)
    let last = lastTop(size)
    return isBefore(last, wanted) ? last : wanted
  }

  private func isBefore(_ left: Place, _ right: Place) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }

  /// The place from which on the rest of the text just fills the screen.
  private func lastTop(_ size: Size) -> Place {
    guard let lines else { return Place(line: 0, character: 0) }
    var missing = textRows(size)
    var line = lines.count
    while line > 0 {
      line -= 1
      let parts = breaks(line, width(size))
      if parts.count >= missing {
        return Place(line: line, character: parts[parts.count - missing].start)
      }
      missing -= parts.count
    }
    return Place(line: 0, character: 0)
  }

  private func textRows(_ size: Size) -> Int { max(1, size.rows - 1) }

  private func move(_ size: Size, by distance: Int) {
    guard let lines, !lines.isEmpty else { return }
    var place = top(size)
    var left = abs(distance)
    while left > 0 {
      let parts = breaks(place.line, width(size))
      let part = parts.firstIndex { $0.start == place.character } ?? 0
      if distance > 0 {
        if part + 1 < parts.count {
          place.character = parts[part + 1].start
        } else if place.line + 1 < lines.count {
          place = Place(line: place.line + 1, character: 0)
        } else {
          break
        }
      } else if part > 0 {
        place.character = parts[part - 1].start
      } else if place.line > 0 {
        let above = breaks(place.line - 1, width(size))
        place = Place(line: place.line - 1, character: above.last?.start ?? 0)
      } else {
        break
      }
      left -= 1
    }
    go(to: place, size)
  }

  private func go(to place: Place, _ size: Size) {
    let last = lastTop(size)
    let place = isBefore(last, place) ? last : place
    state.topLine = place.line
    state.topCharacter = place.character
  }

  // MARK: Search

  private var query: TextQuery { TextQuery(state.search.text) }

  /// Goes to the next place that holds what is searched for, round the end. All places of the last screenful count as one: the
  /// screen shows them all.
  private func find(_ step: Int, _ navigator: Navigator) {
    guard let lines, !lines.isEmpty, !query.isEmpty else { return }
    let query = query
    let size = navigator.size
    let start = top(size)
    let last = lastTop(size)
    var isFound = false
    for distance in 0...lines.count {
      let line = ((start.line + step * distance) % lines.count + lines.count) % lines.count
      guard query.matches(lines[line]) else { continue }
      let places = places(of: query, inLine: line, size)
      for place in step > 0 ? places : places.reversed() {
        // In the line that the search begins in, first what lies ahead; the rest when it comes round.
        if distance == 0, !isBefore(step > 0 ? start : place, step > 0 ? place : start) { continue }
        isFound = true
        let target = isBefore(last, place) ? last : place
        if target != start { return go(to: target, size) }
      }
    }
    if !isFound { navigator.notify("“\(state.search.text)” isn't in this text.") }
  }

  /// The parts of a line in which what is searched for begins.
  private func places(of query: TextQuery, inLine line: Int, _ size: Size) -> [Place] {
    guard let text = lines?[line] else { return [] }
    let parts = breaks(line, width(size))
    var places: [Place] = []
    var part = 0
    for range in query.ranges(in: text) {
      while part + 1 < parts.count, parts[part + 1].start <= range.lowerBound { part += 1 }
      let place = Place(line: line, character: parts[part].start)
      if places.last != place { places.append(place) }
    }
    return places
  }

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
        if let lines = self.lines { navigator.copy(lines.joined(separator: "\n")) }
      },
      KeyBinding("r", label: "refresh", help: "Load it anew") { $0.refresh() },
      KeyBinding(.up, "k", help: "Go up a line") { self.move($0.size, by: -1) },
      KeyBinding(.down, "j", .enter, help: "Go down a line") { self.move($0.size, by: 1) },
      KeyBinding(.pageUp, .control("b"), help: "Go up a page") {
        self.move($0.size, by: 1 - self.textRows($0.size))
      },
      KeyBinding(.pageDown, .control("f"), " ", help: "Go down a page") {
        self.move($0.size, by: max(1, self.textRows($0.size) - 1))
      },
      KeyBinding(.home, "g", help: "Go to the top") {
        self.go(to: Place(line: 0, character: 0), $0.size)
      },
      KeyBinding(.end, "G", help: "Go to the end") { self.go(to: self.lastTop($0.size), $0.size) },
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
    guard let lines else {
      let report = problem?.lines(width: canvas.columns - 4) ?? [("Loading…", .secondary)]
      for (row, line) in report.enumerated() {
        canvas.write(line.text, row: row + 1, column: 2, style: line.style)
      }
      return
    }
    let query = query
    var place = top(canvas.size)
    let first = place.line
    var row = 0
    while row < canvas.rows - 1, place.line < lines.count {
      for part in breaks(place.line, width(canvas.size))
      where part.start >= place.character && row < canvas.rows - 1 {
        canvas.write(
          part.text, row: row, column: 1, style: .text, limit: canvas.columns - 1, matching: query)
        row += 1
      }
      place = Place(line: place.line + 1, character: 0)
    }
    drawFoot("line \(first + 1) of \(lines.count)", in: &canvas)
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
