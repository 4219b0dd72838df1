import Screens

/// The pages that are wanted next, and the way to them.
extension PagedListController {
  /// The reason for fetching pages.
  enum Step {
    /// Going to an end of the list.
    case destination(PagedListState.Destination)
    /// Going to a place.
    case place(Int)
    /// Filtering or sorting, which needs all rows.
    case all
    case below, above
    /// Dropping the pages that are far away.
    case less
    /// Asking once more for the rows in sight.
    case again
  }

  /// Notes the rows in sight.
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

  /// The part of the list on the screen, or that was on it when the screen was left; the first page is enough to begin with.
  var wanted: ListPages<Row>.Part {
    ListPages.Part(
      start: list.isArranged ? 0 : state.top, count: pages.isLoaded ? lines : 1,
      id: list.state.selectedID)
  }

  func go(to destination: PagedListState.Destination) async throws {
    func isWanted() -> Bool { state.destination == destination }
    // A newer key may have led elsewhere while the page was under way. A load that takes this one's place goes on to where it led.
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

  /// The selected row's place among those in memory: it is always in sight.
  var shownPlace: Int { list.isArranged ? 0 : list.selectedPlace ?? 0 }
}
