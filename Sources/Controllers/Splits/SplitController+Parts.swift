import Screens
import Terminals

/// The list and the details, with the room that each has, and which of them has the keys.
extension SplitController {
  /// True if the keys go to the details.
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

  /// The part that the keys go to.
  var focused: any Screen { isInDetails ? details ?? list : list }

  var selectedID: String? { list.selectedRow.map(list.id) }

  /// Tells both parts which of them has the keys.
  func showFocus() {
    list.hasFocus = !isInDetails
    (madeDetails?.screen as? any FocusDisplaying)?.hasFocus = isInDetails
  }

  /// Puts the details of another row in the place of those shown.
  func change(to id: String) {
    state.shownID = id
    state.details = nil
    madeDetails = nil
    loadedID = nil
  }

  /// Tells the focused part the size of its room, which may have changed while it was out of sight.
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
