import Restoration
public import Screens
public import Terminals

/// A list that comes in pieces: the next one is fetched when the person comes near the end of those that are there.
///
/// It keeps the server's order. To filter or to sort, all of it is fetched first: what is found would otherwise be
/// only some of what there is.
@MainActor public final class PagedListController<Row: Sendable & Equatable>: Screen {
  public var state = PagedListState()
  public var title: String { list.title }
  public var origin: String { list.origin }
  public var activity: String? { list.activity }

  let pages: ListPages<Row>
  private(set) var list: ListController<Row>
  private var part: Part
  private let makeList: @MainActor (ListPages<Row>, Fetching) -> ListController<Row>
  private let fetching = Fetching()
  private var isBusy = false
  /// Whether the last page that was asked for couldn't be had.
  private var hasFailed = false
  /// No list is fetched longer than this at once, whatever a session says.
  private static var maximumCount: Int { 100_000 }

  /// What the list asks to be done before it shows the pages.
  @MainActor final class Fetching {
    var work: (Freshness) async throws -> Void = { _ in }
  }

  /// A list in pieces.
  ///
  /// - Parameters:
  ///   - noun: What the rows are, for the line below them.
  public init(
    title: String, origin: String = "", columns: [Column<Row>],
    id: @escaping @Sendable (Row) -> String, mark: (@Sendable (Row) -> Mark)? = nil,
    noun: (one: String, many: String), emptyText: String, openLabel: String = "open",
    actions: [RowAction<Row>] = [],
    source: @escaping @MainActor (ListPageRequest) async throws -> ListPage<Row>,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    makeList = { pages, fetching in
      ListController(
        title: title, origin: origin, columns: columns, id: id, mark: mark, emptyText: emptyText,
        openLabel: openLabel, actions: actions,
        source: { load in
          try await fetching.work(load.freshness)
          load.show(pages.content, from: pages.provenance)
        },
        open: open)
    }
    pages = ListPages(id: id, noun: noun, source: source)
    list = makeList(pages, fetching)
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
    self.state.rowCount = min(max(0, state.rowCount), Self.maximumCount)
    list = makeList(pages, fetching)
    part = Part(list, resuming: state.list)
  }

  /// Begins anew, for another question: nothing is there, and nothing is selected.
  func reset() {
    pages.clear()
    state = PagedListState()
    list.reset()
  }

  // MARK: Data

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    isBusy = true
    defer { isBusy = false }
    await list.load(freshness, navigator)
    if !hasFailed { await fetchMore(navigator) }
  }

  /// What is to be done before the list shows the pages.
  private func fetch(_ freshness: Freshness) async throws {
    hasFailed = true
    defer { wantsMore = false }
    if freshness != .cached || !pages.isLoaded {
      try await pages.load(atLeast: state.rowCount, freshness)
    } else if wantsMore {
      try await pages.loadMore(wanted: isArranged ? Self.maximumCount : 0)
    }
    hasFailed = false
  }

  private var wantsMore = false

  /// Whether rows are looked for or sorted, so that all must be there.
  private var isArranged: Bool { !list.state.filter.isEmpty || list.sort != .asReceived }

  /// Fetches pages until there is more below than a screen shows, or one can't be had.
  private func fetchMore(_ navigator: Navigator) async {
    hasFailed = false
    while !hasFailed, needsMore(navigator.size), !Task.isCancelled {
      wantsMore = true
      await list.load(.cached, navigator)
    }
    guard !Task.isCancelled, pages.isLoaded, pages.rows.count != state.rowCount else { return }
    state.rowCount = pages.rows.count
  }

  private func needsMore(_ size: Size) -> Bool {
    guard pages.hasMore, pages.rows.count < Self.maximumCount else { return false }
    if isArranged { return true }
    let lines = max(1, list.lines(in: size))
    return (list.topPlace(lines: lines) + 2 * lines) >= list.arrangement.count
  }

  // MARK: Events

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    let before = list.state
    let handled = list.handle(event, navigator)
    // What opens another screen changes nothing here, and no work may be begun then: it would be that screen's.
    if list.state != before { fetchIfNeeded(navigator) }
    if case .resize = event { fetchIfNeeded(navigator) }
    return handled
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    list.receive(answer, navigator)
    fetchIfNeeded(navigator)
  }

  /// Asks for the next pages if the person has come near the end of those that are here; also for one that failed before.
  func fetchIfNeeded(_ navigator: Navigator) {
    guard !isBusy, pages.isLoaded, needsMore(navigator.size) else { return }
    isBusy = true
    navigator.run {
      await self.fetchMore(navigator)
      self.isBusy = false
    }
  }

  public func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }
}
