public import Restoration
public import Screens
public import Terminals

/// A screen with a list and the details of its selected row. In a window of at least 120 columns
/// they are side by side, otherwise only one of them is shown at a time.
///
/// Because it is a single screen, the position is preserved when the window size changes, or when a
/// window of another size resumes the session. The list shows the details with
/// `Navigator.showDetails`; other screens that it opens cover both.
@MainActor public final class SplitController<Row: Sendable & Equatable>: Screen {
  /// The row whose details are shown, and the focus, which a session saves. The states of the list
  /// and the details are added by `encodeState`.
  public var state = SplitState()

  let list: ListController<Row>
  let makeDetails: @MainActor (String) -> any Screen
  let extraBindings: @MainActor () -> [KeyBinding]
  let onResult: @MainActor (ScreenResult, Navigator) -> Void
  private let ownTitle: @MainActor () -> String?
  private var listChild: ChildScreen
  var madeDetails: ChildScreen?
  /// The row whose details' load has ended, successfully or not.
  var loadedID: String?
  var size = Size(rows: 0, columns: 0)

  /// Creates a list with details.
  ///
  /// ```swift
  /// SplitController(
  ///   list: ListController(
  ///     title: "Systems", columns: columns, id: \.id, source: { load in … },
  ///     open: { _, navigator in navigator.showDetails() })
  /// ) { id in
  ///   DetailController(title: id) { load in load.show(try await server.detail(of: id)) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - title: Returns the name in the top line; `nil` for the list's own. Called at every paint.
  ///   - bindings: Key bindings that the application adds to the list and the details. Evaluated
  ///     whenever the bindings are read.
  ///   - onResult: Called with the result of a screen that was opened from this one, for example a
  ///     picker, except for the focused child screen's own prompts. That child screen receives the
  ///     result, too.
  ///   - details: Returns the screen with the details of the row that has an id, usually a
  ///     `DetailController`. Called for each row that is shown.
  public init(
    list: ListController<Row>, title: @escaping @MainActor () -> String? = { nil },
    bindings: @autoclosure @escaping @MainActor () -> [KeyBinding] = [],
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    details: @escaping @MainActor (String) -> any Screen
  ) {
    self.list = list
    ownTitle = title
    extraBindings = bindings
    self.onResult = onResult
    makeDetails = details
    listChild = ChildScreen(list, resuming: nil)
  }

  public var title: String {
    let title = ownTitle() ?? list.title
    guard isInDetails, let name = details?.title, !name.isEmpty, name != title else { return title }
    return title.isEmpty ? name : "\(title) › \(name)"
  }

  public var subtitle: String? { focused.subtitle }
  public var isTyping: Bool { focused.isTyping }
  public var isHome: Bool { list.isHome }
  public var reloadsWhenUncovered: Bool { list.reloadsWhenUncovered }
  public var activity: String? {
    list.activity ?? detailsInSight?.activity
  }
  /// The shorter refresh interval of the list and the visible details, so that details that failed
  /// to load are retried together with the list.
  public var refreshInterval: Int? {
    [list.refreshInterval, detailsInSight?.refreshInterval].compactMap(\.self).min()
  }

  /// The source and status of the focused child screen's data; if list and details are both
  /// visible, and only the other one's data isn't current, those of the other one.
  public var provenance: Provenance? {
    guard let own = focused.provenance else { return list.provenance }
    guard isWide, own.isCurrent else { return own }
    let others = [list.provenance, details?.provenance].compactMap(\.self)
    if let old = others.first(where: { !$0.isCurrent && $0.dataStatus != .notRequested }) {
      return old
    }
    var oldest = own
    oldest.timestamp = others.compactMap(\.timestamp).min() ?? own.timestamp
    return oldest
  }

  public func encodeState() -> SplitState {
    var saved = state
    saved.list = listChild.save()
    if let madeDetails { saved.details = madeDetails.save() }
    return saved
  }

  public func restoreState(_ state: SplitState) {
    self.state = state
    listChild = ChildScreen(list, resuming: state.list)
    madeDetails = nil
    loadedID = nil
    showFocus()
  }

  public func prepareToQuit() {
    list.prepareToQuit()
    madeDetails?.screen.prepareToQuit()
  }

  public func draw(in canvas: inout Canvas) {
    let layout = SplitLayout(size: canvas.size)
    guard layout.isWide else { return focused.draw(in: &canvas) }
    canvas.within(layout.list) { list.draw(in: &$0) }
    for row in 0..<canvas.rows {
      canvas.write("│", row: row, column: layout.ruleColumn, style: .secondary)
    }
    canvas.within(layout.details) { details?.draw(in: &$0) }
  }
}

/// The state of a list with details that a session saves: the row whose details are shown, the
/// focus, and the states of both child screens.
public struct SplitState: RestorableState {
  /// The id of the row whose details were shown last; `nil` if none were.
  public var shownID: String?
  /// Whether the details have the focus instead of the list. In a narrow window only the one with
  /// the focus is shown.
  public var isInDetails = false
  /// The saved state of the list; `nil` until it is first saved.
  public var list: ChildState?
  /// The saved state of the details for the row `shownID`; `nil` until it is first saved.
  public var details: ChildState?

  /// Creates the initial state of a list with details.
  public init() {}
}

extension SplitController {
  public var bindings: [KeyBinding] {
    guard !focused.isTyping else { return focused.bindings }
    guard isInDetails else {
      let hasRows = list.content.map { $0.received.count > 0 } ?? true
      return list.bindings + extraBindings() + (hasRows ? [toDetails] : [])
    }
    return focused.bindings + extraBindings() + [toList] + neighbours
  }

  private var toDetails: KeyBinding {
    KeyBinding(.tab, help: "Go to the details") { self.goToDetails($0) }
  }

  private var toList: KeyBinding {
    KeyBinding(.escape, .left, .backspace, "h", label: "list", help: "Go back to the list") {
      self.goToList($0)
    }
  }

  private var neighbours: [KeyBinding] {
    [
      KeyBinding("n", help: "Show the details of the next row") { self.step(1, $0) },
      KeyBinding("p", help: "Show the details of the previous row") { self.step(-1, $0) },
    ]
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    size = navigator.size
    switch event {
    case .resize:
      fit(navigator)
      if isWide, isInDetails {
        let inner = listNavigator(navigator)
        _ = list.handle(.resize(inner.size), inner)
      }
      follow(navigator)
      loadDetailsIfNeeded(navigator)
      return .handled
    case .mouse(let mouse) where isWide: return handle(mouse, navigator)
    default: return pass(event, navigator)
    }
  }

  private func pass(_ event: Event, _ navigator: Navigator) -> Handled {
    let isInDetails = isInDetails
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    if focused.handle(event, inner) == .handled {
      if !isInDetails { follow(navigator) }
      return .handled
    }
    return focused.isTyping ? .ignored : bindings.perform(event, navigator)
  }

  /// A click moves the focus to the child screen under it; the wheel doesn't.
  private func handle(_ mouse: Mouse, _ navigator: Navigator) -> Handled {
    let layout = SplitLayout(size: navigator.size)
    let isPointing = mouse.action == .click || mouse.action == .doubleClick
    guard mouse.position.column >= layout.details.column else {
      guard mouse.position.column < layout.ruleColumn else { return .handled }
      if isPointing, isInDetails { goToList(navigator) }
      let handled = list.handle(.mouse(mouse), listNavigator(navigator))
      follow(navigator)
      return handled
    }
    guard let details else { return .handled }
    if isPointing, !isInDetails {
      // The details shown may belong to a row that is now filtered out.
      state.isInDetails = true
      showFocus()
    }
    var inside = mouse
    inside.position.column -= layout.details.column
    return details.handle(.mouse(inside), detailsNavigator(navigator))
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    size = navigator.size
    if result == .recovered { return navigator.refresh() }
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    let isOfChild = (focused as? any ResultOwning)?.isOwn(result) == true
    focused.receive(result, inner)
    if !isOfChild { onResult(result, navigator) }
    if !isInDetails { follow(navigator) }
  }
}

struct SplitLayout {
  static let narrowest = 120

  let size: Size

  var isWide: Bool { size.columns >= SplitLayout.narrowest }

  var listColumns: Int { isWide ? size.columns * 2 / 5 : size.columns }

  var list: Area { Area(row: 0, column: 0, rows: size.rows, columns: listColumns) }

  var ruleColumn: Int { listColumns }

  var details: Area {
    guard isWide else { return list }
    let start = listColumns + 1
    return Area(row: 0, column: start, rows: size.rows, columns: size.columns - start)
  }
}

extension Area {
  var size: Size { Size(rows: rows, columns: columns) }
}
