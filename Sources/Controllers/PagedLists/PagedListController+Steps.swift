import Screens

/// Decides which pages to load next, and loads them.
extension PagedListController {
  enum Step {
    /// The user goes to an end of the list.
    case destination(PagedListState.Destination)
    /// The user goes to an index.
    case place(Int)
    /// A filter or an order needs all rows.
    case all
    case below, above
    /// Distant pages are evicted.
    case less
    /// The visible rows are reloaded.
    case again
  }

  /// Records the visible rows.
  func look(_ navigator: Navigator) {
    lines = max(1, list.lines(in: navigator.size))
    guard pages.isLoaded, !list.isArranged else { return }
    let top = pages.places.position(of: list.topPlace(lines: lines))
    if top != state.top { state.top = top }
    let place = list.selectedPlace.map { pages.places.position(of: $0) }
    if let place, place != state.selectedPlace { state.selectedPlace = place }
  }

  var nextStep: Step? {
    guard pages.isLoaded else { return nil }
    if let destination = state.destination { return .destination(destination) }
    if let wantedPlace = state.wantedPlace { return .place(wantedPlace) }
    let places = pages.places
    if list.isArranged {
      let isFull = places.start == 0 && pages.rows.count >= ListPages<Row>.searchLimit
      return places.isWhole || isFull ? nil : .all
    }
    let top = list.topPlace(lines: lines)
    if places.hasMore, top + 2 * lines >= pages.rows.count { return .below }
    if places.start > 0, top < lines { return .above }
    return pages.nearPages(shownPlace, lines: lines) == nil ? nil : .less
  }

  /// The section that is visible, or was visible when the user left. Initially the first page is
  /// enough.
  var wanted: ListPages<Row>.Part {
    ListPages.Part(
      start: list.isArranged ? 0 : state.top, count: pages.isLoaded ? lines : 1,
      id: list.state.selectedID)
  }

  func go(to destination: PagedListState.Destination) async throws {
    func isWanted() -> Bool { state.destination == destination }
    // A newer key may have changed the destination meanwhile. A load that replaces this one
    // continues to the destination.
    defer { if isWanted(), !Task.isCancelled { state.destination = nil } }
    let end = destination == .first ? 0 : pages.places.total ?? pages.places.end
    let part = ListPages<Row>.Part(start: max(0, end - lines), count: lines)
    guard try await pages.go(to: part, isWanted: isWanted) else { return }
    guard let row = destination == .first ? pages.rows.first : pages.rows.last else { return }
    list.expect(row)
  }

  func go(to place: Int) async throws {
    func isWanted() -> Bool { state.wantedPlace == place }
    defer { if isWanted(), !Task.isCancelled { state.wantedPlace = nil } }
    let part = ListPages<Row>.Part(start: max(0, place - lines / 2), count: lines)
    guard try await pages.go(to: part, isWanted: isWanted) else { return }
    let rows = pages.rows
    let row = rows.indices.first { pages.places.position(of: $0) >= place }.map { rows[$0] }
    if let row = row ?? rows.last { list.expect(row) }
  }

  /// The index of the selected row in memory. That row is always visible.
  var shownPlace: Int { list.isArranged ? 0 : list.selectedPlace ?? 0 }
}
