public import Restoration
public import Screens
public import Terminals

/// A list that comes in pieces: the next page is fetched when the person comes near the end of those in memory.
///
/// Rows keep the server's order, come 50 at a time, and about a thousand stay in memory. To filter or to sort, all pages are fetched first,
/// up to 100,000 rows, 100 a request; otherwise only some matches would be found. Not promised: that a filter is quick. A source that can
/// search does so itself, below a `SearchController`.
@MainActor public final class PagedListController<Row: Sendable & Equatable>: Screen {
  /// The saved state, without the list's own; `encodeState` adds that.
  public var state = PagedListState()

  public static var migrations: [Migration] {
    [
      Migration("the row that is gone to by its number is kept"),
      Migration("the place of the selected row is kept"),
    ]
  }

  public var title: String { list.title }
  public var provenance: Provenance? { list.provenance }
  public var activity: String? { list.activity }
  public var refreshInterval: Int? { list.refreshInterval }

  let pages: ListPages<Row>
  private(set) var list: ListController<Row>
  private var part: Part
  private let noun: (one: String, many: String)
  private let makeList: @MainActor (Fetching) -> ListController<Row>
  private let fetching = Fetching()
  /// The number of the fetching that is under way; nil if none is. One that another has replaced comes to its end later, and says
  /// nothing of
  /// that one's.
  private var busy: Int?
  private var lastFetching = 0
  /// True if the last page that was asked for couldn't be had.
  private var hasFailed = false
  /// The pages that the list is loaded for; nil if it is loaded for itself.
  private var step: Step?
  /// The number of rows that there is room for.
  private var lines = 1

  /// The link from the inner list to the work that fetches its pages.
  @MainActor final class Fetching {
    var work: (Load<ListContent<Row>>) async throws -> Void = { _ in }
  }

  /// The reason for fetching pages.
  private enum Step {
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

  /// Creates a list that comes in pieces.
  ///
  /// ```swift
  /// PagedListController(
  ///   title: "Visits", columns: columns, id: \.id, noun: ("visit", "visits"),
  ///   emptyText: "No visits.", source: PageSource { try await server.visits($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The list's name in the top line, behind those of the screens below it.
  ///   - provenance: The source of the data, until a page names it.
  ///   - columns: The columns from the left. The first is always shown; of the others, those that have room.
  ///   - id: Identifies a row for as long as it lives, also across refreshes. Unique among the rows of all pages.
  ///   - lastingID: Returns the part of an id that a row keeps where others are put in front of it: a row without an id of its own is
  ///     told from its like by its place. Nil where the whole id stays.
  ///   - name: Returns a row's name for the person, should it be gone; nil for the text of its first column.
  ///   - mark: Returns the sign in front of a row; nil for a list without signs.
  ///   - noun: The word for one row, and for many, in the line below them.
  ///   - emptyText: The sentence shown where there are no rows.
  ///   - isRefreshable: True if another load can bring anything new.
  ///   - refreshInterval: The number of seconds after which the rows in sight are asked for anew by themselves; nil for never.
  ///   - openLabel: The word for Enter in the bottom line, and with a capital in the help.
  ///   - bindings: Keys of the application's own, also offered while there are no rows.
  ///   - hiddenColumnIDs: The columns hidden until the person shows them; nil if columns can't be chosen.
  ///   - actions: Keys of the application's own for the selected row.
  ///   - answered: Handles an answer that isn't the list's own: from a picker or another screen that a key of the application's opened.
  ///   - remark: Returns text about the selected row, drawn below the list on as many lines as it needs and half the screen has.
  ///   - remarkWhereCut: Returns such text only for a screen on which not all columns have room.
  ///   - exports: The file formats that all rows of the filter can be written in, also those that aren't in memory; nil for none.
  ///   - source: The source of the pages.
  ///   - open: Opens a row; nil for rows that lead nowhere.
  public init(
    title: String, provenance: Provenance? = nil, columns: [Column<Row>],
    id: @escaping @Sendable (Row) -> String,
    lastingID: (@Sendable (String) -> String)? = nil,
    name: (@Sendable (Row) -> String)? = nil, mark: (@Sendable (Row) -> Mark)? = nil,
    noun: (one: String, many: String), emptyText: String, isRefreshable: Bool = true,
    refreshInterval: Int? = nil, openLabel: String = "open",
    bindings: [KeyBinding] = [], actions: [RowAction<Row>] = [], hiddenColumnIDs: [String]? = nil,
    answered: @escaping @MainActor (Answer, Navigator) -> Void = { _, _ in },
    remark: (@Sendable (Row) -> String)? = nil,
    remarkWhereCut: (@Sendable (Row) -> String)? = nil, exports: ListExports<Row>? = nil,
    source: PageSource<Row>,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    self.noun = noun
    makeList = { fetching in
      let list = ListController(
        title: title, provenance: provenance, columns: columns, id: id, name: name, mark: mark,
        emptyText: emptyText, isRefreshable: isRefreshable, refreshInterval: refreshInterval,
        openLabel: openLabel, bindings: bindings, actions: actions,
        hiddenColumnIDs: hiddenColumnIDs, answered: answered, remark: remark,
        remarkWhereCut: remarkWhereCut,
        exports: exports,
        source: { try await fetching.work($0) }, open: open)
      list.lastingID = lastingID
      return list
    }
    pages = ListPages(id: id, lastingID: lastingID, source: source)
    list = makeList(fetching)
    part = Part(list, resuming: nil)
    fetching.work = { [unowned self] in try await fetch($0) }
  }

  public var subtitle: String? { list.subtitle }
  public var isTyping: Bool { list.isTyping }
  public var bindings: [KeyBinding] { list.bindings }

  public func encodeState() -> PagedListState {
    var saved = state
    saved.list = part.save()
    return saved
  }

  public func restoreState(_ state: PagedListState) {
    self.state = state
    // A place that the list doesn't have leads to its end; one that can't be added to would trap.
    self.state.top = PagePlaces.clamped(state.top)
    self.state.wantedPlace = state.wantedPlace.map(PagePlaces.clamped)
    self.state.selectedPlace = state.selectedPlace.map(PagePlaces.clamped)
    list = makeList(fetching)
    part = Part(list, resuming: state.list)
  }

  /// True if there is one row, and no other to come.
  var isOnlyRow: Bool { pages.isLoaded && pages.rows.count == 1 && !pages.places.hasMore }

  /// Empties the list for another question: no rows, no selection.
  func reset() {
    pages.clear()
    state = PagedListState()
    list.reset()
  }

  // MARK: Data

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    let number = beginFetching()
    defer { endFetching(number) }
    look(navigator)
    await list.load(freshness, navigator)
    if !hasFailed { await fetchMore(navigator) }
  }

  /// Fetches the wanted pages until they are there, or can't be had.
  private func fetchMore(_ navigator: Navigator) async {
    hasFailed = false
    look(navigator)
    while !hasFailed, !Task.isCancelled, let next = nextStep {
      step = next
      await list.load(.cached, navigator)
      look(navigator)
    }
  }

  /// Notes the rows in sight.
  private func look(_ navigator: Navigator) {
    lines = max(1, list.lines(in: navigator.size))
    guard pages.isLoaded, !list.isArranged else { return }
    let top = pages.places.position(of: list.topPlace(lines: lines))
    if top != state.top { state.top = top }
    let place = list.selectedPlace.map { pages.places.position(of: $0) }
    if let place, place != state.selectedPlace { state.selectedPlace = place }
  }

  private var nextStep: Step? {
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

  /// Fetches pages, and shows them in the list.
  private func fetch(_ load: Load<ListContent<Row>>) async throws {
    // Taken at once: a load that replaces this one has no step, and begins while this one still waits.
    let step = step
    self.step = nil
    hasFailed = true
    pages.say = load.say
    func show() { load.show(content(isContinued: step != nil), from: pages.provenance) }
    switch step {
    case nil:
      if load.freshness != .cached || !pages.isLoaded {
        // What is looked for could be anywhere: of a part nothing can be said yet.
        let isArranged = list.isArranged
        try await pages.load(wanted, load.freshness) { if !isArranged { show() } }
        if isArranged { try await pages.loadAll(shown: {}) }
      }
    case .destination(let destination): try await go(to: destination)
    case .place(let place): try await go(to: place)
    case .all: try await pages.loadAll(shown: show)
    case .below: try await pages.loadBelow(known: show)
    case .above: try await pages.loadAbove()
    case .less: pages.letGo(farFrom: shownPlace, lines: lines)
    case .again: try await pages.load(wanted, .cached) {}
    }
    show()
    hasFailed = false
    // Whoever asked isn't to be told that it was loaded anew.
    if step == nil, load.freshness == .fresh, let failure = pages.failure { throw failure }
  }

  /// The part of the list on the screen, or that was on it when the screen was left; the first page is enough to begin with.
  private var wanted: ListPages<Row>.Part {
    ListPages.Part(
      start: list.isArranged ? 0 : state.top, count: pages.isLoaded ? lines : 1,
      id: list.state.selectedID)
  }

  private func go(to destination: PagedListState.Destination) async throws {
    func isWanted() -> Bool { state.destination == destination }
    // A newer key may have led elsewhere while the page was under way. A load that takes this one's place goes on to where it led.
    defer { if isWanted(), !Task.isCancelled { state.destination = nil } }
    let end = destination == .first ? 0 : pages.places.total ?? pages.places.end
    let part = ListPages<Row>.Part(start: max(0, end - lines), count: lines)
    guard try await pages.go(to: part, isWanted: isWanted) else { return }
    guard let row = destination == .first ? pages.rows.first : pages.rows.last else { return }
    list.expect(row)
  }

  private func go(to place: Int) async throws {
    func isWanted() -> Bool { state.wantedPlace == place }
    defer { if isWanted(), !Task.isCancelled { state.wantedPlace = nil } }
    let part = ListPages<Row>.Part(start: max(0, place - lines / 2), count: lines)
    guard try await pages.go(to: part, isWanted: isWanted) else { return }
    let rows = pages.rows
    let row = rows.indices.first { pages.places.position(of: $0) >= place }.map { rows[$0] }
    if let row = row ?? rows.last { list.expect(row) }
  }

  /// Goes to a row by its number, unless the list is filtered or sorted: then numbers are nobody's.
  private func go(toNumber number: Int, _ navigator: Navigator) {
    guard !list.isArranged else {
      return navigator.notify("Show all rows in their own order first.")
    }
    let total = pages.places.total ?? PagePlaces.highest
    guard (1...max(1, total)).contains(number) else {
      return navigator.notify("There are \(total.counted(noun)).")
    }
    state.destination = nil
    state.wantedPlace = number - 1
    fetchIfNeeded(navigator)
  }

  /// The selected row's place among those in memory: it is always in sight.
  private var shownPlace: Int { list.isArranged ? 0 : list.selectedPlace ?? 0 }

  /// The selected row's place among all there are, as it was left; nil if the list is filtered or sorted.
  private var leftPlace: Int? {
    list.isArranged ? nil : state.selectedPlace
  }

  private func content(isContinued: Bool) -> ListContent<Row> {
    let (rows, places) = (pages.rows, pages.places)
    var notes = places.notes
    if places.hasMore, rows.count >= ListPages<Row>.searchLimit {
      notes.append("These are the first \(rows.count.grouped); there are more.")
    }
    var content = ListContent(
      rows, summary: rows.isEmpty ? "" : places.words(noun),
      note: notes.isEmpty ? nil : notes.joined(separator: " "), noun: noun,
      part: ListPart(
        places: places, noun: noun, isContinued: isContinued, selectedPlace: leftPlace))
    content.columns = pages.columns
    return content
  }

  // MARK: Events

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
      // The newest key counts: rows that are still on their way don't take the person away from here.
      state.destination = nil
      state.wantedPlace = nil
    }
    // What opens another screen moves nothing here, and no work may be begun then: it would be that screen's.
    if sight(navigator) != before { fetchIfNeeded(navigator) }
    if case .resize = event { fetchIfNeeded(navigator) }
    return handled
  }

  /// The facts that decide which pages are wanted. Opening a row selects it, and leaves them as they are.
  private struct Sight: Equatable {
    let selectedPlace: Int?
    let top: Int
    let lines: Int
    let filter: String
    let sort: ListSort
  }

  private func sight(_ navigator: Navigator) -> Sight {
    let lines = max(1, list.lines(in: navigator.size))
    return Sight(
      selectedPlace: list.selectedPlace, top: list.topPlace(lines: lines), lines: lines,
      filter: list.filter.text, sort: list.sort)
  }

  /// Returns the end of the list that a key leads to.
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

  /// True if an end of the list has to be fetched.
  private func isElsewhere(_ destination: PagedListState.Destination) -> Bool {
    switch destination {
    case .first: pages.places.start > 0
    case .last: pages.places.hasMore && pages.places.total != nil
    }
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    if let number = answer.rowNumber { return go(toNumber: number, navigator) }
    list.receive(answer, navigator)
    // A neighbour that is opened has the work of its own.
    if answer.neighbourDistance == nil { fetchIfNeeded(navigator) }
  }

  /// Fetches the pages wanted now, also those that couldn't be had before.
  func fetchIfNeeded(_ navigator: Navigator) {
    look(navigator)
    guard busy == nil, nextStep != nil else { return }
    let number = beginFetching()
    navigator.run(.loading) {
      await self.fetchMore(navigator)
      self.endFetching(number)
    }
  }

  private func beginFetching() -> Int {
    lastFetching += 1
    busy = lastFetching
    return lastFetching
  }

  private func endFetching(_ number: Int) {
    if busy == number { busy = nil }
  }

  /// Asks once more for the rows in sight, because they were changed elsewhere.
  func askAgain(_ navigator: Navigator) {
    guard busy == nil, pages.isLoaded, !list.isArranged else { return }
    let number = beginFetching()
    navigator.run(.loading) {
      self.step = .again
      await self.list.load(.cached, navigator)
      self.endFetching(number)
    }
  }

  public func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }
}

extension PagedListController: AsksQuestions {
  func isOwn(_ answer: Answer) -> Bool { answer.rowNumber != nil || list.isOwn(answer) }
}
