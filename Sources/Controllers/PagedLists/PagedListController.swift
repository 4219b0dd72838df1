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
  private var part: ChildScreen
  let noun: (one: String, many: String)
  private let makeList: @MainActor (Fetching) -> ListController<Row>
  private let fetching = Fetching()
  var turns = FetchingTurns()
  /// True if the last page that was asked for couldn't be had.
  var hasFailed = false
  /// The pages that the list is loaded for; nil if it is loaded for itself.
  var step: Step?
  /// The number of rows that there is room for.
  var lines = 1

  /// The link from the inner list to the work that fetches its pages.
  @MainActor final class Fetching {
    var work: (Load<ListContent<Row>>) async throws -> Void = { _ in }
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
    stableID: (@Sendable (String) -> String)? = nil,
    name: (@Sendable (Row) -> String)? = nil, mark: (@Sendable (Row) -> Mark)? = nil,
    noun: (one: String, many: String), emptyText: String, isRefreshable: Bool = true,
    refreshInterval: Int? = nil, openLabel: String = "open",
    bindings: [KeyBinding] = [], actions: [RowAction<Row>] = [], hiddenColumnIDs: [String]? = nil,
    answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    footer: (@Sendable (Row) -> String)? = nil,
    footerWhenTruncated: (@Sendable (Row) -> String)? = nil, exports: ListExports<Row>? = nil,
    source: PageSource<Row>,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    self.noun = noun
    makeList = { fetching in
      let list = ListController(
        title: title, provenance: provenance, columns: columns, id: id, name: name, mark: mark,
        emptyText: emptyText, isRefreshable: isRefreshable, refreshInterval: refreshInterval,
        openLabel: openLabel, bindings: bindings, actions: actions,
        hiddenColumnIDs: hiddenColumnIDs, answered: answered, footer: footer,
        footerWhenTruncated: footerWhenTruncated,
        exports: exports,
        source: { try await fetching.work($0) }, open: open)
      list.stableID = stableID
      return list
    }
    pages = ListPages(id: id, stableID: stableID, source: source)
    list = makeList(fetching)
    part = ChildScreen(list, resuming: nil)
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
    part = ChildScreen(list, resuming: state.list)
  }

  /// True if there is one row, and no other to come.
  var isOnlyRow: Bool { pages.isLoaded && pages.rows.count == 1 && !pages.places.hasMore }

  /// Empties the list for another question: no rows, no selection.
  func reset() {
    pages.clear()
    state = PagedListState()
    list.reset()
  }

  public func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }
}

extension PagedListController: ResultOwning {
  func isOwn(_ answer: ScreenResult) -> Bool { answer.rowNumber != nil || list.isOwn(answer) }
}
