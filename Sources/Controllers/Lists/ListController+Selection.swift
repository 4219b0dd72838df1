extension ListController {
  /// The index of the selected row among the visible ones. If the row is hidden by the filter, its
  /// nearest neighbour is used.
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

  /// The selected row; `nil` if no row is shown.
  public var selectedRow: Row? { selectedPlace.map { arrangement[$0] } }

  /// Returns the index of the top row. The selected row is visible unless the mouse wheel scrolled
  /// it out of sight.
  func topPlace(lines: Int) -> Int {
    let lines = max(1, lines)
    let selected = selectedPlace ?? 0
    let last = max(0, arrangement.count - rowCount(to: arrangement.count - 1, lines: lines))
    var wanted = 0
    if let topID = state.topID {
      // A session's number may have any value; limit it to avoid an overflow trap.
      let above = min(max(-arrangement.count, state.rowsAbove), arrangement.count)
      wanted = selected - (isScrolled ? above : max(0, above))
      // If the top row was renamed or moved, it would push the selection to an edge of the screen.
      if let top = arrangement.place(of: topID),
        isScrolled || shows(selected, from: top, lines: lines)
      {
        wanted = top
      }
    }
    let top = min(max(0, wanted), last)
    return isScrolled
      ? top : min(max(top, selected - rowCount(to: selected, lines: lines) + 1), selected)
  }

  /// Whether the selected row may be out of sight. In a paged list it may not, because the rows
  /// around it must be loaded.
  private var isScrolled: Bool { state.isScrolled && content?.part == nil }

  func showsSelection(lines: Int) -> Bool {
    guard let selected = selectedPlace else { return false }
    return shows(selected, from: topPlace(lines: lines), lines: lines)
  }

  private func shows(_ place: Int, from top: Int, lines: Int) -> Bool {
    (top..<(top + rowCount(from: top, lines: max(1, lines)))).contains(place)
  }

  /// Selects an index, and scrolls as little as possible.
  func select(_ place: Int, lines: Int) {
    guard arrangement.count > 0 else { return }
    let place = min(max(0, place), arrangement.count - 1)
    // Ends the wheel's scrolling, which may have left the selection far away.
    let lines = max(1, lines)
    let lowest = place - rowCount(to: place, lines: lines) + 1
    show(from: min(max(topPlace(lines: lines), lowest), place), selecting: place)
  }

  /// Scrolls by a number of lines. The selection doesn't move, even out of sight; the next key that
  /// moves it starts from there.
  func scroll(by distance: Int, lines: Int) {
    guard let selected = selectedPlace else { return }
    let lines = max(1, lines)
    let top = topPlace(lines: lines)
    let last = arrangement.count - rowCount(to: arrangement.count - 1, lines: lines)
    let newTop = min(max(0, top + distance), max(0, last))
    guard newTop != top else { return }
    let end = newTop + rowCount(from: newTop, lines: lines)
    let isInSight = (newTop..<end).contains(selected)
    guard content?.part == nil, !isInSight else {
      return show(from: newTop, selecting: min(max(selected, newTop), end - 1))
    }
    show(from: newTop, selecting: selected, isScrolled: true)
  }

  private func show(from top: Int, selecting place: Int, isScrolled: Bool = false) {
    var state = state
    state.isScrolled = isScrolled
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
