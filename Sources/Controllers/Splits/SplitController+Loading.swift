public import Screens

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

  /// Loads the visible details if they aren't loaded.
  private func loadDetails(_ loadReason: LoadReason, _ navigator: Navigator) async {
    guard isWide || isInDetails, let id = state.shownID, loadedID != id, let details else { return }
    let inner = detailsNavigator(navigator)
    // The list shows the notice about a refresh; the details show their errors themselves.
    await details.load(
      loadReason, loadReason == .userRefresh ? HeldNotices().holding(for: inner) : inner)
    if !Task.isCancelled, state.shownID == id { loadedID = id }
  }

  /// Starts loading the visible details if they aren't loaded.
  func wantDetails(_ navigator: Navigator) {
    guard isWide || isInDetails, let id = state.shownID, loadedID != id else { return }
    navigator.run("details") { await self.loadDetails(.appear, navigator) }
  }

  /// Shows the details of the selected row beside the list, unless the details have the focus.
  func follow(_ navigator: Navigator) {
    guard isWide, !isInDetails, let id = selectedID, id != state.shownID else { return }
    change(to: id)
    wantDetails(navigator)
  }
}
