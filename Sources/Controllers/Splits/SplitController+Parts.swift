import Screens
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

  /// Passes the focus state to both child screens.
  func showFocus() {
    list.hasFocus = !isInDetails
    (madeDetails?.screen as? any FocusDisplaying)?.hasFocus = isInDetails
  }

  /// Replaces the details by those of another row.
  func change(to id: String) {
    state.shownID = id
    state.details = nil
    madeDetails = nil
    loadedID = nil
  }

  /// Passes the current size to the focused child screen, which may have been hidden when it
  /// changed.
  func fit(_ navigator: Navigator) {
    let inner = isInDetails ? detailsNavigator(navigator) : listNavigator(navigator)
    _ = focused.handle(.resize(inner.size), inner)
  }

  func listNavigator(_ navigator: Navigator) -> Navigator {
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

  func detailsNavigator(_ navigator: Navigator) -> Navigator {
    navigator.part(SplitLayout(size: navigator.size).details.size)
  }
}
