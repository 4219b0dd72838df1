public import Restoration
public import Screens
public import Terminals

/// The saved state of a detail. The line that it is scrolled to is saved by its row.
public struct DetailState: RestorableState {
  /// The row at the top; nil at the beginning.
  public var topRowID: String?
  /// The line of that row which is at the top, for rows of several.
  public var topLine = 0
  /// The row that is selected, among those that lead to a screen.
  public var selectedID: String?
  /// The rows that the last refresh found changed.
  public var changedIDs: [String] = []
  /// The failure of the last refresh.
  public var problem: StatusMessage?

  /// Creates the state of a detail that opens for the first time.
  public init() {}
}

/// A screen about one thing, in sections of labelled rows; it scrolls, and its rows may lead to other screens.
@MainActor public final class DetailController: Screen {
  public var state = DetailState()

  let configuration: LoadConfiguration<Detail>
  let loader = Loader<Detail>()
  /// False while the keys go to a list beside the detail.
  var hasFocus = true
  /// The step to a neighbour that was asked for before the rows were there.
  private var waitingStep: Int?
  /// The row whose value was chosen to be copied before the rows were there.
  var waitingValue: String?

  /// Creates a detail screen.
  ///
  /// ```swift
  /// DetailController(title: id) { load in
  ///   load.show(try await server.detail(of: id))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the data is there.
  ///   - provenance: The source of the data, until the load names it.
  ///   - bindings: The application's own keys, named before the others.
  ///   - isRefreshable: True if another load can bring anything new.
  ///   - refreshInterval: The number of seconds after which the detail is loaded anew by itself; nil for never.
  ///   - answered: Handles an answer that isn't the controller's own: from a picker or another screen that a key of the application's opened.
  ///   - source: Shows the detail, as often as it likes. An error that it throws is shown as a problem, and what was shown before stays.
  public init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true,
    refreshInterval: Int? = nil,
    answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<Detail>) async throws -> Void
  ) {
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings,
      isRefreshable: isRefreshable, refreshInterval: { refreshInterval }, answered: answered,
      source: source)
  }

  var detail: Detail? { loader.content }
  public var title: String { detail?.title ?? configuration.title }
  public var provenance: Provenance? { loader.provenance(configuration.provenance) }
  public var activity: String? { loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    var changedIDs: [String] = []
    let outcome = await loadContent(loadReason, navigator) { [weak self] before, isNews in
      guard let self, let detail = self.detail else { return }
      // A row that a first step lacks may come with the next.
      defer { if !self.loader.moreFollows { self.answerWaiting(navigator) } }
      guard isNews, let before else { return }
      changedIDs = DetailLayout(detail, width: 80)
        .changedIDs(
          since: DetailLayout(before, width: 80),
          isPartial: self.loader.wasPartial || before.isProvisional)
      // The last changes stay marked until there are others, or the person asks and there are none.
      if loadReason == .userRefresh || !changedIDs.isEmpty { self.state.changedIDs = changedIDs }
    }
    if case .loaded = outcome, loadReason == .userRefresh, changedIDs.isEmpty,
      !state.changedIDs.isEmpty
    {
      state.changedIDs = []
    }
    switch outcome {
    case .loaded, .unchanged: answerWaiting(navigator)
    case .recovered where detail != nil: break
    case .failed, .recovered:
      // Nothing is opened or copied later, when nobody expects it any more.
      waitingStep = nil
      waitingValue = nil
    case .dropped: break
    }
  }

  /// Does what was asked for before the rows were there.
  private func answerWaiting(_ navigator: Navigator) {
    stepWaiting(navigator)
    copyWaiting(navigator)
  }

  public func receive(_ answer: ScreenResult, _ navigator: Navigator) {
    if answer.question == Self.valueQuestion {
      waitingValue = answer.choiceID
      return copyWaiting(navigator)
    }
    guard let distance = answer.neighbourDistance else { return pass(answer, navigator) }
    waitingStep = distance
    if detail != nil { stepWaiting(navigator) }
  }

  private func stepWaiting(_ navigator: Navigator) {
    guard let distance = waitingStep else { return }
    waitingStep = nil
    openNeighbour(distance, navigator)
  }

  // MARK: Scrolling

  func layout(_ size: Size) -> DetailLayout? {
    detail.map { DetailLayout($0, width: size.columns) }
  }

  /// The first line shown. Scrolling ends where the last lines fill the screen.
  func top(of layout: DetailLayout, rows: Int) -> Int {
    guard let rowID = state.topRowID,
      let first = layout.lines.firstIndex(where: { $0.rowID == rowID })
    else { return 0 }
    var top = first
    while top + 1 < layout.lines.count, layout.lines[top + 1].rowID == rowID,
      layout.lines[top].number < state.topLine
    {
      top += 1
    }
    return min(top, max(0, layout.lines.count - rows))
  }

  func scroll(_ size: Size, _ distance: (Int) -> Int) {
    let rows = max(1, size.rows - problemLines(size))
    guard let layout = layout(size), !layout.lines.isEmpty else { return }
    let last = max(0, layout.lines.count - rows)
    let top = min(max(0, top(of: layout, rows: rows) + distance(rows)), last)
    var state = state
    state.topRowID = top > 0 ? layout.lines[top].rowID : nil
    state.topLine = top > 0 ? layout.lines[top].number : 0
    self.state = state
  }

  /// Returns true if all of a row is on the screen, or its end if the row is taller; otherwise scrolls towards it and returns false.
  package func reveal(_ rowID: String, _ size: Size) -> Bool {
    guard let layout = layout(size),
      let first = layout.lines.firstIndex(where: { $0.rowID == rowID && $0.number >= 0 }),
      let last = layout.lines.lastIndex(where: { $0.rowID == rowID })
    else { return false }
    let rows = max(1, size.rows - problemLines(size))
    let top = top(of: layout, rows: rows)
    let fits = last - first < rows
    if last < top + rows, last >= top, first >= top || !fits { return true }
    let target = fits || top < first || top > last ? first : top + rows
    scroll(size) { _ in target - top }
    return false
  }

  public var bindings: [KeyBinding] {
    let far = 1 << 40
    let dismiss = KeyBinding(.escape, label: "dismiss", help: "Hide the failure") { _ in
      self.state.problem = nil
    }
    let isDismissible = detail != nil && problem != nil && !loader.isDeleted
    return (isDismissible ? [dismiss] : []) + linkBindings + ownBindings
      + refreshBindings + [
        KeyBinding("c", label: "copy", help: "Copy all of it as text") { navigator in
          if let detail = self.detail { navigator.copy(detail.plain) }
        },
        KeyBinding("C", help: "Copy one of the values") { self.chooseValue($0) },
        KeyBinding(.up, "k", .control("p"), help: "Go up a line") { self.step(-1, $0.size) },
        KeyBinding(.down, "j", .control("n"), help: "Go down a line") { self.step(1, $0.size) },
        KeyBinding(.pageUp, .control("b"), help: "Go up a page") {
          self.scroll($0.size) { -max(1, $0 - 1) }
        },
        KeyBinding(.pageDown, .control("f"), " ", help: "Go down a page") {
          self.scroll($0.size) { max(1, $0 - 1) }
        },
        KeyBinding(.control("u"), help: "Go up half a page") {
          self.scroll($0.size) { -max(1, $0 / 2) }
        },
        KeyBinding(.control("d"), help: "Go down half a page") {
          self.scroll($0.size) { max(1, $0 / 2) }
        },
        KeyBinding(.home, "g", help: "Go to the top") { self.scroll($0.size) { _ in -far } },
        KeyBinding(.end, "G", help: "Go to the end") { self.scroll($0.size) { _ in far } },
      ]
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if case .mouse(let mouse) = event {
      switch mouse.action {
      case .scrollUp: scroll(navigator.size) { _ in -3 }
      case .scrollDown: scroll(navigator.size) { _ in 3 }
      case .click, .doubleClick: click(mouse.position, navigator)
      }
      return .handled
    }
    return bindings.perform(event, navigator)
  }

  // MARK: Drawing

  func problemLines(_ size: Size) -> Int {
    guard let problem else { return 0 }
    return detail == nil
      ? problem.lines(width: size.columns - 4).count + 1 : problem.panel(above: size).count
  }

  public func draw(in canvas: inout Canvas) {
    let problemLines = problemLines(canvas.size)
    if let problem {
      let width = canvas.columns - 4
      let top = detail == nil && canvas.rows > problem.lines(width: width).count ? 1 : 0
      let rows = detail == nil ? canvas.rows : problemLines
      for (row, line) in problem.lines(width: width, rows: rows).enumerated() {
        canvas.write(line.text, row: row + top, column: 2, style: line.style, limit: width)
      }
    }
    guard let layout = layout(canvas.size) else {
      if problem == nil {
        canvas.write("Loading…", row: 1, column: 2, style: .secondary)
      }
      return
    }
    let rows = max(1, canvas.rows - problemLines)
    let top = top(of: layout, rows: rows)
    let selectedID = selectedID(layout, canvas.size)
    let changedIDs = Set(state.changedIDs)
    for (row, line) in layout.lines.dropFirst(top).prefix(rows).enumerated() {
      draw(
        line, isSelected: hasFocus && line.rowID == selectedID && line.number >= 0,
        isChanged: line.number == 0 && changedIDs.contains(line.rowID),
        row: problemLines + row, right: layout.right, in: &canvas)
    }
    if top + rows < layout.lines.count, rows > 1 {
      canvas.write("▼", row: canvas.rows - 1, column: canvas.columns - 1, style: .secondary)
    }
    if top > 0 {
      canvas.write("▲", row: problemLines, column: canvas.columns - 1, style: .secondary)
    }
  }

  private func draw(
    _ line: DetailLayout.Line, isSelected: Bool, isChanged: Bool, row: Int, right: Int,
    in canvas: inout Canvas
  ) {
    if isSelected { canvas.fill(row: row, style: .text.selected) }
    if isChanged {
      canvas.write("•", row: row, column: 1, style: Style(.accent, isSelected: isSelected))
    }
    for piece in line.pieces {
      canvas.write(
        piece.text, row: row, column: piece.column,
        style: isSelected ? piece.style.selected : piece.style,
        limit: canvas.columns - 1 - piece.column)
    }
    if let start = line.ruleStart { canvas.rule(row: row, from: start, to: right) }
  }
}

extension DetailController: ContentLoading {}

extension DetailController: ResultOwning {
  func isOwn(_ answer: ScreenResult) -> Bool {
    answer.neighbourDistance != nil || answer.question == Self.valueQuestion
  }
}

extension DetailState: ErrorPresenting {}
