import Restoration
public import Screens
public import Terminals

/// A list and the details of its selected row: side by side in a window of 120 columns and more, one in the place of the other in a
/// narrower one.
///
/// It is one screen at every width, so the place is the same when the window changes, or another one resumes the session. The list says
/// with `Navigator.showDetails` that the person wants to go to the details; other screens that it opens lie above both.
@MainActor public final class SplitController<Row: Sendable & Equatable>: Screen {
  /// The saved state, without the list's and the details' own; `encodeState` adds these.
  public var state = SplitState()

  let list: ListController<Row>
  let makeDetails: @MainActor (String) -> any Screen
  let extraBindings: @MainActor () -> [KeyBinding]
  let answered: @MainActor (ScreenResult, Navigator) -> Void
  private let ownTitle: @MainActor () -> String?
  private var listPart: ChildScreen
  /// The details of `state.shownID`, once they are made.
  var madeDetails: ChildScreen?
  /// The row whose details were loaded, or couldn't be.
  var loadedID: String?
  /// The size of the screen when it was last asked to do something.
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
  ///   - title: Returns the name in the top line; nil for the list's own. Asked at every paint.
  ///   - bindings: The application's own keys for both; made anew whenever the keys are asked for.
  ///   - answered: Handles an answer from a picker or another screen that one of these keys opened. The part with the focus gets it, too.
  ///   - details: Returns the screen with the details of the row that has an id, most often a `DetailController`. Called again for each
  ///     row that is shown.
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
  /// The shorter interval of the two in sight: details that couldn't be had are asked for again as the list is.
  public var refreshInterval: Int? {
    [list.refreshInterval, detailsInSight?.refreshInterval].compactMap(\.self).min()
  }

  /// The provenance of what has the keys; of both where both are in sight and one of them isn't current.
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
