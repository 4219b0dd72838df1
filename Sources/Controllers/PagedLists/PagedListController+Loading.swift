public import Screens

extension PagedListController {
  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    let number = turns.begin()
    defer { turns.end(number) }
    look(navigator)
    await list.load(loadReason, navigator)
    if !hasFailed { await fetchMore(navigator) }
  }

  /// Loads the needed pages until all are available or a request fails.
  private func fetchMore(_ navigator: Navigator) async {
    hasFailed = false
    look(navigator)
    while !hasFailed, !Task.isCancelled, let next = nextStep {
      step = next
      await list.load(.appear, navigator)
      look(navigator)
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
    case .place(let place): try await go(to: place)
    case .all: try await pages.loadAll(shown: show)
    case .below: try await pages.loadBelow(known: show)
    case .above: try await pages.loadAbove()
    case .less: pages.letGo(farFrom: shownPlace, lines: lines)
    case .again: try await pages.load(wanted, .appear) {}
    }
    show()
    hasFailed = false
    // Report the failure instead of a successful refresh.
    if step == nil, load.loadReason == .userRefresh, let failure = pages.failure { throw failure }
  }

  /// The row number of the selected row, where the user left it; `nil` if the list is filtered or
  /// sorted.
  private var leftPlace: Int? {
    list.isArranged ? nil : state.selectedPlace
  }

  private func content(moreFollows: Bool) -> ListContent<Row> {
    let (rows, places) = (pages.rows, pages.places)
    var notes = places.notes
    if places.hasMore, rows.count >= ListPages<Row>.searchLimit {
      notes.append("These are the first \(rows.count.grouped); there are more.")
    }
    var content = ListContent(
      rows, summary: rows.isEmpty ? "" : places.words(noun),
      note: notes.isEmpty ? nil : notes.joined(separator: " "), noun: noun,
      part: ListPart(
        places: places, noun: noun, moreFollows: moreFollows, selectedPlace: leftPlace))
    content.columns = pages.columns
    content.unreadableCount = places.unreadableCount
    content.lastSeenIDs = places.lastSeenIDs
    return content
  }

  /// Loads the pages needed now, including those whose request failed before.
  func fetchIfNeeded(_ navigator: Navigator) {
    look(navigator)
    guard !turns.isBusy, nextStep != nil else { return }
    let number = turns.begin()
    navigator.run(.loading) {
      await self.fetchMore(navigator)
      self.turns.end(number)
    }
  }

  /// Reloads the visible rows, because they were changed elsewhere.
  func askAgain(_ navigator: Navigator) {
    guard !turns.isBusy, pages.isLoaded, !list.isArranged else { return }
    let number = turns.begin()
    navigator.run(.loading) {
      self.step = .again
      await self.list.load(.appear, navigator)
      self.turns.end(number)
    }
  }
}
