extension ListController {
  /// If the filter hides the row, its nearest neighbour is used.
  var selectedIndex: Int? {
    guard arrangement.count > 0 else { return nil }
    if let wanted = state.selectedID ?? options.selectedID,
      let index = arrangement.index(of: wanted)
    {
      return index
    }
    for neighbour in state.neighbourIDs {
      if let index = arrangement.index(of: neighbour) { return index }
    }
    return 0
  }

  /// The row that is selected; `nil` if the list shows no rows.
  public var selectedRow: Row? { selectedIndex.map { arrangement[$0] } }

  /// The selected row is visible unless the mouse wheel scrolled it out of sight.
  func topIndex(lines: Int) -> Int {
    let lines = max(1, lines)
    let selected = selectedIndex ?? 0
    let last = max(0, arrangement.count - rowCount(to: arrangement.count - 1, lines: lines))
    var wanted = 0
    if let topID = state.topID {
      // A session's number may have any value; limit it to avoid an overflow trap.
      let above = min(max(-arrangement.count, state.rowsAbove), arrangement.count)
      wanted = selected - (isScrolled ? above : max(0, above))
      // If the top row was renamed or moved, it would push the selection to an edge of the screen.
      if let top = arrangement.index(of: topID),
        isScrolled || shows(selected, from: top, lines: lines)
      {
        wanted = top
      }
    }
    let top = min(max(0, wanted), last)
    return isScrolled
      ? top : min(max(top, selected - rowCount(to: selected, lines: lines) + 1), selected)
  }

  /// Not in a paged list, because the rows around the selection must be loaded.
  private var isScrolled: Bool { state.isScrolled && content?.part == nil }

  func showsSelection(lines: Int) -> Bool {
    guard let selected = selectedIndex else { return false }
    return shows(selected, from: topIndex(lines: lines), lines: lines)
  }

  private func shows(_ index: Int, from top: Int, lines: Int) -> Bool {
    (top..<(top + rowCount(from: top, lines: max(1, lines)))).contains(index)
  }

  func select(_ index: Int, lines: Int) {
    guard arrangement.count > 0 else { return }
    let index = min(max(0, index), arrangement.count - 1)
    // Ends the wheel's scrolling, which may have left the selection far away.
    let lines = max(1, lines)
    let lowest = index - rowCount(to: index, lines: lines) + 1
    show(from: min(max(topIndex(lines: lines), lowest), index), selecting: index)
  }

  /// The selection doesn't move, even out of sight; the next key that moves it starts from there.
  func scroll(by distance: Int, lines: Int) {
    guard let selected = selectedIndex else { return }
    let lines = max(1, lines)
    let top = topIndex(lines: lines)
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

  private func show(from top: Int, selecting index: Int, isScrolled: Bool = false) {
    var state = state
    state.isScrolled = isScrolled
    state.selectedID = arrangement.id(at: index)
    state.selectedName = name(arrangement[index])
    state.neighbourIDs = arrangement.neighbourIDs(of: index)
    state.topID = arrangement.id(at: top)
    state.rowsAbove = index - top
    arrangement.remember(top)
    arrangement.remember(index)
    self.state = state
  }
}
