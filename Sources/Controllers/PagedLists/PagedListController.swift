public import Restoration
public import Screens
public import Terminals

/// A paged list: the next page is loaded when the user approaches the end of the rows in memory.
///
/// Rows stay in the server's order, are loaded 50 at a time, and about a thousand are retained.
/// Filtering or sorting first loads all pages, 100 rows per request and at most 100,000 rows,
/// because otherwise matches would be missing. So filters may be slow: use a `SearchController` if
/// the source can search.
@MainActor public final class PagedListController<Row: Sendable & Equatable>: Screen {
  /// The saved state without the inner list's, which `encodeState` adds.
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
  private var childScreen: ChildScreen
  let noun: (one: String, many: String)
  private let makeList: @MainActor (Fetching) -> ListController<Row>
  private let fetching = Fetching()
  var turns = FetchSequence()
  var hasFailed = false
  /// Why the inner list loads pages; `nil` for a load of its own.
  var step: Step?
  var lines = 1

  /// Connects the inner list's source to the code that loads its pages.
  @MainActor final class Fetching {
    var work: (Load<ListContent<Row>>) async throws -> Void = { _ in }
  }

  /// Creates a paged list.
  ///
  /// ```swift
  /// PagedListController(
  ///   title: "Visits", columns: columns, id: \.id, noun: ("visit", "visits"),
  ///   emptyText: "No visits.", source: PageSource { try await server.visits($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The list's name in the top line.
  ///   - provenance: The source of the data, until a page sets it.
  ///   - columns: The columns from left to right. The first is always shown; others only if they
  ///     fit.
  ///   - id: Returns a row's id: unique among the rows of all pages, and permanent across
  ///     refreshes.
  ///   - stableID: Returns the part of an id that stays the same when rows are inserted before the
  ///     row, for rows that are only distinguished by their index; `nil` if the whole id does.
  ///   - name: Returns a row's name for notices about removed rows; `nil` for the text of its first
  ///     column.
  ///   - mark: Returns the mark in front of a row; `nil` for a list without marks.
  ///   - noun: The noun for one row, and for several, in the line below the list.
  ///   - emptyText: The text shown if there are no rows.
  ///   - isRefreshable: Whether another load can return new data.
  ///   - refreshInterval: The number of seconds between automatic reloads of the visible rows;
  ///     `nil` for none.
  ///   - openLabel: The label of the Enter key in the status line and the help, in lower case.
  ///   - bindings: The application's own keys, available even if there are no rows.
  ///   - hiddenColumnIDs: The columns that are hidden initially; `nil` if the user can't choose
  ///     columns.
  ///   - actions: The application's keys for the selected row.
  ///   - onResult: Handles a result that isn't the list's own: of a picker or another screen that
  ///     one of the application's keys opened.
  ///   - footer: Returns a footer about the selected row. It uses up to half the screen.
  ///   - footerWhenTruncated: Returns such a footer only for screens on which not all columns fit.
  ///   - exports: The file formats that all matching rows can be exported to, including rows that
  ///     aren't in memory; `nil` for none.
  ///   - source: The source of the pages.
  ///   - open: Opens a row; `nil` if rows can't be opened.
  public init(
    title: String, provenance: Provenance? = nil, columns: [Column<Row>],
    id: @escaping @Sendable (Row) -> String,
    stableID: (@Sendable (String) -> String)? = nil,
    name: (@Sendable (Row) -> String)? = nil, mark: (@Sendable (Row) -> Mark)? = nil,
    noun: (one: String, many: String), emptyText: String, isRefreshable: Bool = true,
    refreshInterval: Int? = nil, openLabel: String = "open",
    bindings: [KeyBinding] = [], actions: [RowAction<Row>] = [], hiddenColumnIDs: [String]? = nil,
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
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
        hiddenColumnIDs: hiddenColumnIDs, onResult: onResult, footer: footer,
        footerWhenTruncated: footerWhenTruncated,
        exports: exports,
        source: { try await fetching.work($0) }, open: open)
      list.stableID = stableID
      return list
    }
    pages = ListPages(id: id, stableID: stableID, source: source)
    list = makeList(fetching)
    childScreen = ChildScreen(list, resuming: nil)
    fetching.work = { [unowned self] in try await fetch($0) }
  }

  public var subtitle: String? { list.subtitle }
  public var isTyping: Bool { list.isTyping }
  public var bindings: [KeyBinding] { list.bindings }

  public func encodeState() -> PagedListState {
    var saved = state
    saved.list = childScreen.save()
    return saved
  }

  public func restoreState(_ state: PagedListState) {
    self.state = state
    // An index beyond the list goes to its end; an extreme one would overflow in additions.
    self.state.top = PageTable.clamped(state.top)
    self.state.wantedPlace = state.wantedPlace.map(PageTable.clamped)
    self.state.selectedPlace = state.selectedPlace.map(PageTable.clamped)
    list = makeList(fetching)
    childScreen = ChildScreen(list, resuming: state.list)
  }

  var isOnlyRow: Bool { pages.isLoaded && pages.rows.count == 1 && !pages.pageTable.hasMore }

  func reset() {
    pages.clear()
    state = PagedListState()
    list.reset()
  }

  public func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }
}

extension PagedListController: ResultOwning {
  func isOwn(_ result: ScreenResult) -> Bool { result.rowNumber != nil || list.isOwn(result) }
}

/// The saved state of a paged list.
public struct PagedListState: RestorableState {
  /// The index of the top row in the server's list, counted from 0. The pages around it are loaded,
  /// and the rows found by their ids.
  public var top = 0
  /// The index of the selected row in the server's list, counted from 0; `nil` until it is known.
  /// It is used if the row is removed.
  public var selectedPlace: Int?
  /// The end of the list that the user is going to.
  public var destination: Destination?
  /// The index of the row that the user is going to by number, counted from 0.
  public var wantedPlace: Int?
  /// The state of the inner list; `nil` until it is first saved.
  public var list: ChildState?

  /// Creates the initial state of a paged list.
  public init() {}

  /// An end of a list.
  public enum Destination: String, Codable, Sendable {
    /// The first row, or the last.
    case first, last
  }
}
