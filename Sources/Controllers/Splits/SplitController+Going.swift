import Screens

extension SplitController {
  func goToDetails(_ navigator: Navigator) {
    guard let id = selectedID else { return }
    if id != state.shownID { change(to: id) }
    state.isInDetails = true
    showFocus()
    fit(navigator)
    wantDetails(navigator)
  }

  func goToList(_ navigator: Navigator) {
    state.isInDetails = false
    showFocus()
    fit(navigator)
    follow(navigator)
  }

  func step(_ distance: Int, _ navigator: Navigator) {
    let shownPlace = state.shownID.flatMap { list.arrangement.place(of: $0) }
    guard let place = shownPlace ?? list.selectedPlace else { return }
    guard (0..<list.arrangement.count).contains(place + distance) else {
      let count = list.arrangement.count.counted(list.content?.noun ?? ("row", "rows"))
      return navigator.notify("This is the \(distance > 0 ? "last" : "first") of \(count).")
    }
    list.select(place + distance, lines: list.lines(in: SplitLayout(size: size).list.size))
    goToDetails(navigator)
  }
}
