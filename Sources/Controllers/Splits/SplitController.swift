import Restoration
public import Screens
public import Terminals

/// A list and the details of its selected row: side by side in a window of at least 120 columns,
/// otherwise one at a time.
///
/// It is one screen at any width, so that the position is preserved when the window size changes,
/// or when another window resumes the session. The list goes to the details with
/// `Navigator.showDetails`; other screens that it opens cover both.
@MainActor public final class SplitController<Row: Sendable & Equatable>: Screen {
  /// The saved state without those of the list and the details, which `encodeState` adds.
  public var state = SplitState()

  let list: ListController<Row>
  let makeDetails: @MainActor (String) -> any Screen
  let extraBindings: @MainActor () -> [KeyBinding]
  let answered: @MainActor (ScreenResult, Navigator) -> Void
  private let ownTitle: @MainActor () -> String?
  private var listPart: ChildScreen
  /// The details of `state.shownID`, once they are built.
  var madeDetails: ChildScreen?
  /// The row whose details' load has ended, successfully or not.
  var loadedID: String?
  /// The size at the last event or load.
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
  ///   - bindings: The application's own keys for both; evaluated whenever the bindings are read.
  ///   - answered: Handles a result of a picker or another screen that one of these keys opened.
  ///     The focused child screen receives the result, too.
  ///   - details: Returns the screen with the details of the row that has an id, usually a
  ///     `DetailController`. Called for each row that is shown.
  public init(
    list: ListController<Row>, title: @escaping @MainActor () -> String? = { nil },
    bindings: @autoclosure @escaping @MainActor () -> [KeyBinding] = [],
    answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    details: @escaping @MainActor (String) -> any Screen
  ) {
    self.list = list
    ownTitle = title
    extraBindings = bindings
    self.answered = answered
    makeDetails = details
    listPart = ChildScreen(list, resuming: nil)
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
  /// The shorter interval of the visible child screens, so that failed details are retried with the
  /// list.
  public var refreshInterval: Int? {
    [list.refreshInterval, detailsInSight?.refreshInterval].compactMap(\.self).min()
  }

  /// The provenance of the focused child screen; if both are visible, of the one that isn't
  /// current.
  public var provenance: Provenance? {
    guard let own = focused.provenance else { return list.provenance }
    guard isWide, own.isCurrent else { return own }
    let others = [list.provenance, details?.provenance].compactMap(\.self)
    if let old = others.first(where: { !$0.isCurrent && $0.dataStatus != .unasked }) { return old }
    var oldest = own
    oldest.timestamp = others.compactMap(\.timestamp).min() ?? own.timestamp
    return oldest
  }

  public func encodeState() -> SplitState {
    var saved = state
    saved.list = listPart.save()
    if let madeDetails { saved.details = madeDetails.save() }
    return saved
  }

  public func restoreState(_ state: SplitState) {
    self.state = state
    listPart = ChildScreen(list, resuming: state.list)
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
