public import Restoration
public import Screens
public import Terminals

/// What a detail remembers: the line it is scrolled to, by the row that it is a line of.
public struct DetailState: RestorableState {
  /// Nil at the top.
  public var topRowID: String?
  /// Which of the row's lines, for rows of several.
  public var topLine = 0

  public init() {}
}

/// Labelled rows in sections, of one thing; it scrolls.
@MainActor public final class DetailController: Screen {
  public let origin: String
  public var state = DetailState()

  private let name: String
  private let extraBindings: [KeyBinding]
  private let isRefreshable: Bool
  private let source: @MainActor (Freshness) async throws -> Detail
  private var detail: Detail?
  private var problem: Report?

  /// A detail.
  ///
  /// - Parameters:
  ///   - name: The title until the data is there.
  ///   - bindings: The application's own keys, named before the others.
  ///   - isRefreshable: Whether loading it again can bring anything new.
  public init(
    name: String, origin: String = "", bindings: [KeyBinding] = [], isRefreshable: Bool = true,
    source: @escaping @MainActor (Freshness) async throws -> Detail
  ) {
    self.name = name
    self.origin = origin
    extraBindings = bindings
    self.isRefreshable = isRefreshable
    self.source = source
  }

  public var title: String { detail?.title ?? name }

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    do {
      let loaded = try await source(freshness)
      guard !Task.isCancelled else { return }
      detail = loaded
      problem = nil
      if freshness == .fresh { navigator.notify("Loaded anew.") }
    } catch {
      guard !Task.isCancelled else { return }
      problem = Report(problem: "This could not be read", error, keepsData: detail != nil)
    }
  }

  // MARK: Scrolling

  private func layout(_ size: Size) -> DetailLayout? {
    detail.map { DetailLayout($0, width: size.columns) }
  }

  /// The first line shown. No more is scrolled away than leaves the screen full.
  private func top(of layout: DetailLayout, rows: Int) -> Int {
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

  private func scroll(_ size: Size, _ distance: (Int) -> Int) {
    let rows = max(1, size.rows - problemLines(size))
    guard let layout = layout(size), !layout.lines.isEmpty else { return }
    let last = max(0, layout.lines.count - rows)
    let top = min(max(0, top(of: layout, rows: rows) + distance(rows)), last)
    var state = DetailState()
    if top > 0 {
      state.topRowID = layout.lines[top].rowID
      state.topLine = layout.lines[top].number
    }
    self.state = state
  }

  public var bindings: [KeyBinding] {
    let far = 1 << 40
    let refresh = KeyBinding("r", label: "refresh", help: "Load it anew") { $0.refresh() }
    return extraBindings + (isRefreshable ? [refresh] : []) + [
      KeyBinding("c", label: "copy", help: "Copy all of it as text") { navigator in
        if let detail = self.detail { navigator.copy(detail.plain) }
      },
      KeyBinding(.up, "k", help: "Go up a line") { self.scroll($0.size) { _ in -1 } },
      KeyBinding(.down, "j", help: "Go down a line") { self.scroll($0.size) { _ in 1 } },
      KeyBinding(.pageUp, .control("b"), help: "Go up a page") {
        self.scroll($0.size) { -max(1, $0 - 1) }
      },
      KeyBinding(.pageDown, .control("f"), " ", help: "Go down a page") {
        self.scroll($0.size) { max(1, $0 - 1) }
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
      case .click, .doubleClick: break
      }
      return .handled
    }
    return bindings.perform(event, navigator)
  }

  // MARK: Drawing

  private func problemLines(_ size: Size) -> Int {
    let wanted = problem.map { $0.lines(width: size.columns - 4).count + 1 } ?? 0
    return detail == nil ? wanted : min(wanted, size.rows / 2)
  }

  public func draw(in canvas: inout Canvas) {
    let problemLines = problemLines(canvas.size)
    if let problem {
      for (row, line) in problem.lines(width: canvas.columns - 4).enumerated()
      where detail == nil || row < problemLines {
        canvas.write(line.text, row: row + (detail == nil ? 1 : 0), column: 2, style: line.style)
      }
    }
    guard let layout = layout(canvas.size) else {
      if problem == nil { canvas.write("Loading…", row: 1, column: 2, style: .secondary) }
      return
    }
    let rows = max(1, canvas.rows - problemLines)
    let top = top(of: layout, rows: rows)
    for (row, line) in layout.lines.dropFirst(top).prefix(rows).enumerated() {
      for piece in line.pieces {
        canvas.write(
          piece.text, row: problemLines + row, column: piece.column, style: piece.style,
          limit: canvas.columns - 1 - piece.column)
      }
      if let start = line.ruleStart {
        canvas.rule(row: problemLines + row, from: start, to: layout.right)
      }
    }
    if top + rows < layout.lines.count, rows > 1 {
      canvas.write("▼", row: canvas.rows - 1, column: canvas.columns - 1, style: .secondary)
    }
    if top > 0 {
      canvas.write("▲", row: problemLines, column: canvas.columns - 1, style: .secondary)
    }
  }
}
