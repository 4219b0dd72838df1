public import Screens
import Terminals

extension SplitController {
  var isInDetails: Bool { state.isInDetails && state.shownID != nil }

  var isWide: Bool { SplitLayout(size: size).isWide }

  var details: (any Screen)? {
    guard let id = state.shownID else { return nil }
    if let madeDetails { return madeDetails.screen }
    let made = ChildScreen(makeDetails(id), resuming: state.details)
    madeDetails = made
    showFocus()
    return made.screen
  }

  var detailsInSight: (any Screen)? { isWide || isInDetails ? details : nil }

  var focused: any Screen { isInDetails ? details ?? list : list }

  var selectedID: String? { list.selectedRow.map(list.id) }

  func showFocus() {
    list.hasFocus = !isInDetails
    (madeDetails?.screen as? any FocusDisplaying)?.hasFocus = isInDetails
  }

  func change(to id: String) {
    state.shownID = id
    state.details = nil
    madeDetails = nil
    loadedID = nil
  }

  /// The child screen may have been hidden when the size changed.
  func fit(_ navigator: Navigator) {
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    _ = focused.handle(.resize(inner.size), inner)
  }

  func listNavigator(_ navigator: Navigator) -> Navigator {
    let inner = navigator.childNavigator(size: SplitLayout(size: navigator.size).list.size)
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

  func detailsNavigator(_ navigator: Navigator) -> Navigator {
    navigator.childNavigator(size: SplitLayout(size: navigator.size).details.size)
  }
}

extension SplitController {
  func goToDetails(_ navigator: Navigator) {
    guard let id = selectedID else { return }
    if id != state.shownID { change(to: id) }
    state.isInDetails = true
    showFocus()
    fit(navigator)
    loadDetailsIfNeeded(navigator)
  }

  func goToList(_ navigator: Navigator) {
    state.isInDetails = false
    showFocus()
    fit(navigator)
    follow(navigator)
  }

  func step(_ distance: Int, _ navigator: Navigator) {
    let shownIndex = state.shownID.flatMap { list.arrangement.index(of: $0) }
    guard let index = shownIndex ?? list.selectedIndex else { return }
    guard (0..<list.arrangement.count).contains(index + distance) else {
      let count = list.arrangement.count.counted(list.content?.noun ?? ("row", "rows"))
      return navigator.notify("This is the \(distance > 0 ? "last" : "first") of \(count).")
    }
    list.select(index + distance, lines: list.lines(in: SplitLayout(size: size).list.size))
    goToDetails(navigator)
  }
}

extension SplitController {
  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    size = navigator.size
    if loadReason != .appear { loadedID = nil }
    let navigator = navigator.openingOnce
    await Navigator.together(
      { await self.loadDetails(loadReason, navigator) },
      {
        await list.load(loadReason, listNavigator(navigator))
      })
    follow(navigator)
  }

  private func loadDetails(_ loadReason: LoadReason, _ navigator: Navigator) async {
    guard isWide || isInDetails, let id = state.shownID, loadedID != id, let details else { return }
    let inner = detailsNavigator(navigator)
    // The list shows the notice about a refresh; the details show their errors themselves.
    await details.load(
      loadReason, loadReason == .userRefresh ? HeldNotices().holding(for: inner) : inner)
    if !Task.isCancelled, state.shownID == id { loadedID = id }
  }

  func loadDetailsIfNeeded(_ navigator: Navigator) {
    guard isWide || isInDetails, let id = state.shownID, loadedID != id else { return }
    navigator.run("details") { await self.loadDetails(.appear, navigator) }
  }

  func follow(_ navigator: Navigator) {
    guard isWide, !isInDetails, let id = selectedID, id != state.shownID else { return }
    change(to: id)
    loadDetailsIfNeeded(navigator)
  }
}

extension Navigator {
  /// Moves the focus from a list in a ``SplitController`` to the details of its selected row. In a
  /// narrow window the details replace the list.
  ///
  /// ```swift
  /// RowAction("d", label: "details", help: "Go to the details") { _, navigator in
  ///   navigator.showDetails() }
  /// ```
  ///
  /// Only for lists in a ``SplitController``; other lists have no details.
  public func showDetails() { push(DetailsRequest.details) }
}

/// A list's request for the details of its selected row. It is never pushed onto the stack.
enum DetailsRequest: AppRoute {
  case details
}

/// A screen that draws its selection differently while an adjacent screen has the focus.
@MainActor protocol FocusDisplaying: AnyObject {
  var hasFocus: Bool { get set }
}

extension ListController: FocusDisplaying {}

extension DetailController: FocusDisplaying {}
