/// Which row is selected, and which ones are on the screen.
extension ListController {
  /// The selected row's place among those shown. If the selected row is filtered out, its nearest neighbour stands in.
  var selectedPlace: Int? {
    guard arrangement.count > 0 else { return nil }
    if let wanted = state.selectedID ?? initialID, let place = arrangement.place(of: wanted) {
      return place
    }
    for neighbour in state.neighbourIDs {
      if let place = arrangement.place(of: neighbour) { return place }
    }
    return 0
  }

  public var selectedRow: Row? { selectedPlace.map { arrangement[$0] } }

  /// The place of the first row shown on so many lines. The selection is always among them.
  func topPlace(lines: Int) -> Int {
    let lines = max(1, lines)
    let selected = selectedPlace ?? 0
    var wanted = 0
    if let topID = state.topID {
      let above = min(max(0, state.rowsAbove), selected)
      wanted = arrangement.place(of: topID) ?? (selected - above)
    }
    let top = min(wanted, max(0, arrangement.count - lines))
    return min(max(top, selected - lines + 1), selected)
  }

  /// Selects a place, and keeps what is shown where it is as far as that goes.
  func select(_ place: Int, lines: Int) {
    guard arrangement.count > 0 else { return }
    let place = min(max(0, place), arrangement.count - 1)
    show(from: min(max(topPlace(lines: lines), place - max(1, lines) + 1), place), selecting: place)
  }

  /// Scrolls by so many lines; the selection comes along where it would leave the screen.
  func scroll(by distance: Int, lines: Int) {
    guard let selected = selectedPlace else { return }
    let lines = max(1, lines)
    let top = topPlace(lines: lines)
    let newTop = min(max(0, top + distance), max(0, arrangement.count - lines))
    guard newTop != top else { return }
    show(from: newTop, selecting: min(max(selected, newTop), newTop + lines - 1))
  }

  private func show(from top: Int, selecting place: Int) {
    var state = state
    state.selectedID = arrangement.id(at: place)
    state.selectedName = name(arrangement[place])
    state.neighbourIDs = arrangement.neighbourIDs(of: place)
    state.topID = arrangement.id(at: top)
    state.rowsAbove = place - top
    arrangement.remember(top)
    arrangement.remember(place)
    self.state = state
  }
}
