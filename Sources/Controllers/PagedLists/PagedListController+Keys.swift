public import Screens
public import Terminals

/// Keys and results. Those that leave the pages in memory load others.
extension PagedListController {
  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    let destination = destination(of: event)
    if let destination, isElsewhere(destination) {
      state.wantedPlace = nil
      state.destination = destination
      fetchIfNeeded(navigator)
      return .handled
    }
    let selectedID = list.state.selectedID
    let before = sight(navigator)
    let handled = list.handle(event, navigator)
    if destination != nil || list.state.selectedID != selectedID {
      // The latest key counts: rows that are still being loaded no longer move the selection.
      state.destination = nil
      state.wantedPlace = nil
    }
    // A key that opens another screen doesn't change the visible rows, and work started now would
    // belong to that screen.
    if sight(navigator) != before { fetchIfNeeded(navigator) }
    if case .resize = event { fetchIfNeeded(navigator) }
    return handled
  }

  /// The facts that determine which pages are needed. Opening a row doesn't change them.
  private struct VisibleState: Equatable {
    let selectedIndex: Int?
    let top: Int
    let lines: Int
    let filter: String
    let sort: ListSort
  }

  private func sight(_ navigator: Navigator) -> VisibleState {
    let lines = max(1, list.lines(in: navigator.size))
    return VisibleState(
      selectedIndex: list.selectedIndex, top: list.topIndex(lines: lines), lines: lines,
      filter: list.filter.text, sort: list.sort)
  }

  private func destination(of event: Event) -> PagedListState.Destination? {
    guard case .key(let key) = event, pages.isLoaded, !list.isTyping, !list.isArranged else {
      return nil
    }
    switch key {
    case .home, "g": return .first
    case .end, "G": return .last
    default: return nil
    }
  }

  private func isElsewhere(_ destination: PagedListState.Destination) -> Bool {
    switch destination {
    case .first: pages.pageTable.start > 0
    case .last: pages.pageTable.hasMore && pages.pageTable.total != nil
    }
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    if let number = result.rowNumber { return go(toNumber: number, navigator) }
    list.receive(result, navigator)
    // Opening a neighbour starts its own work.
    if result.neighbourDistance == nil { fetchIfNeeded(navigator) }
  }

  /// Goes to a row by its number, unless the list is filtered or sorted, when rows have no numbers.
  private func go(toNumber number: Int, _ navigator: Navigator) {
    guard !list.isArranged else {
      return navigator.notify("First show all rows in their original order.")
    }
    let total = pages.pageTable.total ?? PageTable.highest
    guard (1...max(1, total)).contains(number) else {
      return navigator.notify("There are \(total.counted(noun)).")
    }
    state.destination = nil
    state.wantedPlace = number - 1
    fetchIfNeeded(navigator)
  }
}

extension ScreenResult {
  private static let rowQuestion = "row number"

  /// Returns a screen result that makes the paged list below scroll to a row number, counted from
  /// 1. A filtered or sorted list shows a notice instead.
  ///
  ///     navigator.returnResult(.row(number: 900_000))
  public static func row(number: Int) -> ScreenResult {
    ScreenResult(question: rowQuestion, choiceID: String(number))
  }

  var rowNumber: Int? { question == ScreenResult.rowQuestion ? Int(choiceID) : nil }
}
