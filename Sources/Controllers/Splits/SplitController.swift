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

  private let list: ListController<Row>
  private let makeDetails: @MainActor (String) -> any Screen
  private let extraBindings: @MainActor () -> [KeyBinding]
  private let answered: @MainActor (Answer, Navigator) -> Void
  private let ownTitle: @MainActor () -> String?
  private var listPart: Part
  /// The details of `state.shownID`, once they are made.
  private var madeDetails: Part?
  /// The row whose details were loaded, or couldn't be.
  private var loadedID: String?
  /// The size of the screen when it was last asked to do something.
  private var size = Size(rows: 0, columns: 0)

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
    answered: @escaping @MainActor (Answer, Navigator) -> Void = { _, _ in },
    details: @escaping @MainActor (String) -> any Screen
  ) {
    self.list = list
    ownTitle = title
    extraBindings = bindings
    self.answered = answered
    makeDetails = details
    listPart = Part(list, resuming: nil)
  }

  // MARK: The two parts

  /// True if the keys go to the details.
  private var isInDetails: Bool { state.isInDetails && state.shownID != nil }

  private var isWide: Bool { SplitLayout(size: size).isWide }

  private var details: (any Screen)? {
    guard let id = state.shownID else { return nil }
    if let madeDetails { return madeDetails.screen }
    let made = Part(makeDetails(id), resuming: state.details)
    madeDetails = made
    showFocus()
    return made.screen
  }

  private var detailsInSight: (any Screen)? { isWide || isInDetails ? details : nil }

  /// The part that the keys go to.
  private var focused: any Screen { isInDetails ? details ?? list : list }

  private var selectedID: String? { list.selectedRow.map(list.id) }

  /// Tells both parts which of them has the keys.
  private func showFocus() {
    list.hasFocus = !isInDetails
    (madeDetails?.screen as? any ShowsFocus)?.hasFocus = isInDetails
  }

  /// Puts the details of another row in the place of those shown.
  private func change(to id: String) {
    state.shownID = id
    state.details = nil
    madeDetails = nil
    loadedID = nil
  }

  // MARK: What the loop asks

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
    if let old = others.first(where: { !$0.isCurrent && $0.standing != .unasked }) { return old }
    var oldest = own
    oldest.moment = others.compactMap(\.moment).min() ?? own.moment
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
    listPart = Part(list, resuming: state.list)
    madeDetails = nil
    loadedID = nil
    showFocus()
  }

  public func prepareToQuit() {
    list.prepareToQuit()
    madeDetails?.screen.prepareToQuit()
  }

  // MARK: Data

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    size = navigator.size
    if freshness != .cached { loadedID = nil }
    let navigator = navigator.openingOnce
    await Navigator.together({ await self.loadDetails(freshness, navigator) }) {
      await list.load(freshness, listNavigator(navigator))
    }
    follow(navigator)
  }

  /// Loads the details in sight, unless they are loaded.
  private func loadDetails(_ freshness: Freshness, _ navigator: Navigator) async {
    guard isWide || isInDetails, let id = state.shownID, loadedID != id, let details else { return }
    let inner = detailsNavigator(navigator)
    // The list says that it was refreshed; a failure stands in the details themselves.
    await details.load(
      freshness, freshness == .fresh ? HeldNotices().holding(for: inner) : inner)
    if !Task.isCancelled, state.shownID == id { loadedID = id }
  }

  /// Begins to load the details in sight, unless they are loaded.
  private func wantDetails(_ navigator: Navigator) {
    guard isWide || isInDetails, let id = state.shownID, loadedID != id else { return }
    navigator.run("details") { await self.loadDetails(.cached, navigator) }
  }

  /// Shows the details of the selected row beside the list, unless the person is reading others.
  private func follow(_ navigator: Navigator) {
    guard isWide, !isInDetails, let id = selectedID, id != state.shownID else { return }
    change(to: id)
    wantDetails(navigator)
  }

  // MARK: Going from one to the other

  private func goToDetails(_ navigator: Navigator) {
    guard let id = selectedID else { return }
    if id != state.shownID { change(to: id) }
    state.isInDetails = true
    showFocus()
    fit(navigator)
    wantDetails(navigator)
  }

  private func goToList(_ navigator: Navigator) {
    state.isInDetails = false
    showFocus()
    fit(navigator)
    follow(navigator)
  }

  /// Tells the focused part the size of its room, which may have changed while it was out of sight.
  private func fit(_ navigator: Navigator) {
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    _ = focused.handle(.resize(inner.size), inner)
  }

  /// Selects another row, and shows its details.
  private func step(_ distance: Int, _ navigator: Navigator) {
    let shownPlace = state.shownID.flatMap { list.arrangement.place(of: $0) }
    guard let place = shownPlace ?? list.selectedPlace else { return }
    guard (0..<list.arrangement.count).contains(place + distance) else {
      let count = list.arrangement.count.counted(list.content?.noun ?? ("row", "rows"))
      return navigator.notify("This is the \(distance > 0 ? "last" : "first") of \(count).")
    }
    list.select(place + distance, lines: list.lines(in: SplitLayout(size: size).list.size))
    goToDetails(navigator)
  }

  private func listNavigator(_ navigator: Navigator) -> Navigator {
    let inner = navigator.part(SplitLayout(size: navigator.size).list.size)
    return Navigator(size: inner.size, graphics: inner.graphics) { request in
      switch request {
      case .push(let route) where route is DetailsRequest: self.goToDetails(navigator)
      case .paint:
        self.follow(navigator)
        inner.request(request)
      default: inner.request(request)
      }
    }
  }

  private func detailsNavigator(_ navigator: Navigator) -> Navigator {
    navigator.part(SplitLayout(size: navigator.size).details.size)
  }

  // MARK: Events

  public var bindings: [KeyBinding] {
    guard !focused.isTyping else { return focused.bindings }
    guard isInDetails else {
      let hasRows = list.content.map { !$0.received.isEmpty } ?? true
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
      KeyBinding("p", help: "Show the details of the row before") { self.step(-1, $0) },
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
      wantDetails(navigator)
      return .handled
    case .mouse(let mouse) where isWide: return handle(mouse, navigator)
    default: return pass(event, navigator)
    }
  }

  /// Passes an event to the part that has the keys, and performs this screen's own keys.
  private func pass(_ event: Event, _ navigator: Navigator) -> Handled {
    let isInDetails = isInDetails
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    if focused.handle(event, inner) == .handled {
      if !isInDetails { follow(navigator) }
      return .handled
    }
    return focused.isTyping ? .ignored : bindings.perform(event, navigator)
  }

  /// A click goes to the part that it hits, and so do the keys from then on; the wheel scrolls what it is over.
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
      // What is shown may be the details of a row that was filtered out.
      state.isInDetails = true
      showFocus()
    }
    var inside = mouse
    inside.position.column -= layout.details.column
    return details.handle(.mouse(inside), detailsNavigator(navigator))
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    size = navigator.size
    if answer == .remedied { return navigator.refresh() }
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    let isOfPart = (focused as? any AsksQuestions)?.isOwn(answer) == true
    focused.receive(answer, inner)
    if !isOfPart { answered(answer, navigator) }
    if !isInDetails { follow(navigator) }
  }

  // MARK: Drawing

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
