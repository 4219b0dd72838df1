public import Screens

extension PagedListController {
  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let number = turns.begin()
    defer { turns.end(number) }
    recordVisibleRows(navigator)
    await list.load(loadReason, navigator)
    if !hasFailed { await fetchMore(navigator) }
  }

  private func fetchMore(_ navigator: Navigator) async {
    hasFailed = false
    recordVisibleRows(navigator)
    while !hasFailed, !Task.isCancelled, let next = nextStep {
      step = next
      await list.load(.appear, navigator)
      recordVisibleRows(navigator)
    }
  }

  func fetch(_ load: Load<ListContent<Row>>) async throws {
    // Read before the first suspension: a load that replaces this one has no step, and starts while
    // this one is suspended.
    let step = step
    self.step = nil
    hasFailed = true
    pages.say = load.say
    func show() { load.show(content(moreFollows: step != nil), from: pages.provenance) }
    switch step {
    case nil:
      if load.loadReason != .appear || !pages.isLoaded {
        // A filter needs all pages; a partial list would be misleading.
        let isArranged = list.isArranged
        try await pages.load(wanted, load.loadReason) { if !isArranged { show() } }
        if isArranged { try await pages.loadAll(shown: {}) }
      }
    case .destination(let destination): try await go(to: destination)
    case .position(let position): try await go(to: position)
    case .all: try await pages.loadAll(shown: show)
    case .below: try await pages.loadBelow(shown: show)
    case .above: try await pages.loadAbove()
    case .less: pages.evictPages(farFrom: shownIndex, lines: lines)
    case .again: try await pages.load(wanted, .appear) {}
    }
    show()
    hasFailed = false
    // Report the failure instead of a successful refresh.
    if step == nil, load.loadReason == .userRefresh, let failure = pages.failure { throw failure }
  }

  /// The row where the user left; `nil` if the list is filtered or sorted.
  private var lastSelectedPosition: Int? {
    list.isArranged ? nil : state.selectedPlace
  }

  private func content(moreFollows: Bool) -> ListContent<Row> {
    let (rows, pageTable) = (pages.rows, pages.pageTable)
    var notes = pageTable.notes
    if pageTable.hasMore, rows.count >= ListPages<Row>.searchLimit {
      notes.append("These are the first \(rows.count.grouped); there are more.")
    }
    var content = ListContent(
      RowArray(rows), counts: ListSummary(rows.isEmpty ? "" : pageTable.countText(noun)),
      note: notes.isEmpty ? nil : notes.joined(separator: " "), noun: noun,
      part: ListSection(
        pageTable: pageTable, moreFollows: moreFollows,
        selectedPosition: lastSelectedPosition))
    content.columns = pages.columns
    content.unreadableCount = pageTable.unreadableCount
    content.lastSeenIDs = pageTable.lastSeenIDs
    return content
  }

  /// Loads the pages needed now, including those whose request failed before.
  func fetchIfNeeded(_ navigator: Navigator) {
    recordVisibleRows(navigator)
    guard !turns.isBusy, nextStep != nil else { return }
    let number = turns.begin()
    navigator.run(.loading) {
      await self.fetchMore(navigator)
      self.turns.end(number)
    }
  }

  func reloadVisibleRows(_ navigator: Navigator) {
    guard !turns.isBusy, pages.isLoaded, !list.isArranged else { return }
    let number = turns.begin()
    navigator.run(.loading) {
      self.step = .again
      await self.list.load(.appear, navigator)
      self.turns.end(number)
    }
  }
}

extension PagedListController {
  enum Step {
    case destination(PagedListState.Destination)
    case position(Int)
    /// A filter or an order needs all rows.
    case all
    case below, above
    /// Distant pages are evicted.
    case less
    case again
  }

  func recordVisibleRows(_ navigator: Navigator) {
    lines = max(1, list.lines(in: navigator.size))
    guard pages.isLoaded, !list.isArranged else { return }
    let top = pages.pageTable.position(of: list.topIndex(lines: lines))
    if top != state.top { state.top = top }
    let position = list.selectedIndex.map { pages.pageTable.position(of: $0) }
    if let position, position != state.selectedPlace { state.selectedPlace = position }
  }

  var nextStep: Step? {
    guard pages.isLoaded else { return nil }
    if let destination = state.destination { return .destination(destination) }
    if let wantedPosition = state.wantedPlace { return .position(wantedPosition) }
    let pageTable = pages.pageTable
    if list.isArranged {
      let isFull = pageTable.start == 0 && pages.rows.count >= ListPages<Row>.searchLimit
      return pageTable.isWhole || isFull ? nil : .all
    }
    let top = list.topIndex(lines: lines)
    if pageTable.hasMore, top + 2 * lines >= pages.rows.count { return .below }
    if pageTable.start > 0, top < lines { return .above }
    return pages.nearPages(shownIndex, lines: lines) == nil ? nil : .less
  }

  /// The visible section, or the one that the user left; initially the first page is enough.
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
    let end = destination == .first ? 0 : pages.pageTable.total ?? pages.pageTable.end
    let part = ListPages<Row>.Part(start: max(0, end - lines), count: lines)
    guard try await pages.go(to: part, isWanted: isWanted) else { return }
    guard let row = destination == .first ? pages.rows.first : pages.rows.last else { return }
    list.expect(row)
  }

  func go(to position: Int) async throws {
    func isWanted() -> Bool { state.wantedPlace == position }
    defer { if isWanted(), !Task.isCancelled { state.wantedPlace = nil } }
    let part = ListPages<Row>.Part(start: max(0, position - lines / 2), count: lines)
    guard try await pages.go(to: part, isWanted: isWanted) else { return }
    let rows = pages.rows
    let row = rows.indices.first { pages.pageTable.position(of: $0) >= position }.map { rows[$0] }
    if let row = row ?? rows.last { list.expect(row) }
  }

  /// The index of the selected row in memory. That row is always visible.
  var shownIndex: Int { list.isArranged ? 0 : list.selectedIndex ?? 0 }
}

/// Numbers the page requests, so that one that another has replaced doesn't affect the newer one
/// when it ends.
struct FetchSequence {
  private var current: Int?
  private var last = 0

  var isBusy: Bool { current != nil }

  mutating func begin() -> Int {
    last += 1
    current = last
    return last
  }

  mutating func end(_ number: Int) {
    if current == number { current = nil }
  }
}
