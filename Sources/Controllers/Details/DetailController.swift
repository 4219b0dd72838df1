public import Restoration
public import Screens
public import Terminals

/// The state of a detail screen that a session saves: the scroll position and the selection.
/// Positions are saved as row ids, because rows change between loads.
public struct DetailState: RestorableState {
  /// The id of the row at the top of the screen; `nil` if the detail isn't scrolled.
  public var topRowID: String?
  /// The index of the first visible line within the row `topRowID`, which may have several lines.
  public var topLine = 0
  /// The id of the selected row; `nil` if none is selected. Only rows that open a screen can be
  /// selected.
  public var selectedID: String?
  /// The ids of the rows that were changed when a refresh last found changes. The screen marks
  /// them. Empty after a refresh by the user that finds no changes.
  public var changedIDs: [String] = []
  /// The error of a failed load that the screen shows; `nil` if there is none.
  public var problem: StatusMessage?

  /// Creates the initial state of a detail.
  public init() {}
}

/// A scrolling screen about a single object, in sections of labelled rows that may open other
/// screens.
@MainActor public final class DetailController: Screen {
  public var state = DetailState()

  let configuration: LoadConfiguration<Detail>
  let loader = Loader<Detail>()
  /// False while a list beside the detail has the focus.
  var hasFocus = true
  private var pendingStep: Int?
  /// The id of the row to copy, until the rows are loaded.
  var pendingValue: String?

  /// Creates a detail screen.
  ///
  /// ```swift
  /// DetailController(title: id) { load in
  ///   load.show(try await server.detail(of: id))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - title: The title until the data is loaded.
  ///   - provenance: The source and status of the data, shown until a load passes another
  ///     provenance.
  ///   - bindings: Key bindings that the application adds.
  ///   - isRefreshable: Whether loading again can return new data. If `false`, there is no key to
  ///     refresh.
  ///   - refreshInterval: The number of seconds between automatic reloads; with `nil`, only certain
  ///     failed loads are retried.
  ///   - onResult: Called with the result of a screen that was opened from this one, for example a
  ///     picker.
  ///   - source: Loads and shows the detail, in any number of steps. If it throws, the error is
  ///     shown and the previous content stays.
  public init(
    title: String, provenance: Provenance? = nil, bindings: [KeyBinding] = [],
    isRefreshable: Bool = true,
    refreshInterval: Int? = nil,
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    source: @escaping @MainActor (Load<Detail>) async throws -> Void
  ) {
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings,
      isRefreshable: isRefreshable, refreshInterval: { refreshInterval }, onResult: onResult,
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
      // A row that the first step lacks may come with the next one.
      defer { if !self.loader.moreFollows { self.performPending(navigator) } }
      guard isNews, let before else { return }
      changedIDs = DetailLayout(detail, width: 80)
        .changedIDs(
          since: DetailLayout(before, width: 80),
          isPartial: self.loader.wasPartial || before.isProvisional)
      // The last changes stay marked until there are new ones, or the user refreshes and nothing
      // has changed.
      if loadReason == .userRefresh || !changedIDs.isEmpty { self.state.changedIDs = changedIDs }
    }
    if case .loaded = outcome, loadReason == .userRefresh, changedIDs.isEmpty,
      !state.changedIDs.isEmpty
    {
      state.changedIDs = []
    }
    switch outcome {
    case .loaded, .unchanged: performPending(navigator)
    case .recovered where detail != nil: break
    case .failed, .recovered:
      // Nothing is opened or copied later, when the user doesn't expect it any more.
      pendingStep = nil
      pendingValue = nil
    case .dropped: break
    }
  }

  private func performPending(_ navigator: Navigator) {
    performPendingStep(navigator)
    copyPendingValue(navigator)
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    if result.question == Self.valueQuestion {
      pendingValue = result.choiceID
      return copyPendingValue(navigator)
    }
    guard let distance = result.neighbourDistance else { return pass(result, navigator) }
    pendingStep = distance
    if detail != nil { performPendingStep(navigator) }
  }

  private func performPendingStep(_ navigator: Navigator) {
    guard let distance = pendingStep else { return }
    pendingStep = nil
    openNeighbour(distance, navigator)
  }

  // MARK: Scrolling

  func layout(_ size: Size) -> DetailLayout? {
    detail.map { DetailLayout($0, width: size.columns) }
  }

  /// Returns the first visible line. Scrolling stops when the last line is at the bottom.
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

  /// Returns true if all of the row is visible, or the end of one taller than the screen.
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

  public func draw(in canvas: inout Canvas) {
    drawProblem(in: &canvas)
    guard let layout = layout(canvas.size) else { return }
    let problemLines = problemLines(canvas.size)
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
  func isOwn(_ result: ScreenResult) -> Bool {
    result.neighbourDistance != nil || result.question == Self.valueQuestion
  }
}

extension DetailState: ErrorPresenting {}
