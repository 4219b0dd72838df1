public import Restoration
public import Screens
public import Terminals

/// A list whose rows are loaded in pages. The next page is loaded when the user approaches the end
/// of the rows in memory.
///
/// Rows stay in the server's order. About a thousand of them are kept in memory. A filter or an
/// order needs all rows, so the list first loads all pages, up to 100,000 rows, which may be slow.
/// If the source can search, use a `SearchController` instead.
@MainActor public final class PagedListController<Row: Sendable & Equatable>: Screen {
  /// The scroll position and the selection, which a session saves. The state of the inner list is
  /// added by `encodeState`.
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
  public var isHome: Bool { list.isHome }
  public var reloadsWhenUncovered: Bool { list.reloadsWhenUncovered }

  let pages: ListPages<Row>
  let list: ListController<Row>
  private var childScreen: ChildScreen
  let noun: (one: String, many: String)
  var turns = FetchSequence()
  var hasFailed = false
  /// Why the inner list loads pages; `nil` for a load of its own.
  var step: Step?
  var lines = 1

  /// Creates a paged list.
  ///
  /// ```swift
  /// PagedListController(
  ///   title: "Visits", columns: columns, id: \.id, noun: ("visit", "visits"),
  ///   options: { $0.emptyText = "No visits." },
  ///   source: PageSource { try await server.visits($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The list's name in the top line.
  ///   - columns: The columns from left to right. The first is always shown; others only if they
  ///     fit.
  ///   - id: Returns a row's id: unique among the rows of all pages, and permanent across
  ///     refreshes.
  ///   - noun: The noun for one row, and for several, in the line below the list.
  ///   - configure: Sets the options that differ from the default.
  ///   - source: The source of the pages.
  ///   - open: Opens a row; `nil` if rows can't be opened.
  public init(
    title: String, columns: [Column<Row>], id: @escaping @Sendable (Row) -> String,
    noun: (one: String, many: String),
    options configure: (inout ListOptions<Row>) -> Void = { _ in },
    source: PageSource<Row>,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    self.noun = noun
    var options = ListOptions<Row>()
    configure(&options)
    let pages = ListPages(id: id, stableID: options.stableID, source: source)
    self.pages = pages
    list = ListController(
      title: title, columns: columns, id: id, options: { $0 = options },
      source: { try await pages.show($0) }, open: open)
    childScreen = ChildScreen(list, resuming: nil)
    pages.show = { [unowned self] in try await fetch($0) }
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

/// The state of a paged list that a session saves: its scroll position, and the row to which the
/// user is scrolling.
public struct PagedListState: RestorableState {
  /// The index of the row at the top of the screen, counted from 0 in the server's whole list. A
  /// refresh or a restart loads the pages around this index.
  public var top = 0
  /// The index of the selected row, counted from 0 in the server's whole list; `nil` until it is
  /// known. If the row is removed, a row near this index is selected.
  public var selectedPlace: Int?
  /// The end of the list to which the user is scrolling, while the pages there are loaded;
  /// otherwise `nil`.
  public var destination: Destination?
  /// The index of the row to which the user is scrolling by number, counted from 0, while the pages
  /// there are loaded; otherwise `nil`.
  public var wantedPlace: Int?
  /// The saved selection, filter and order of the rows; `nil` until they are first saved.
  public var list: ChildState?

  /// Creates the initial state of a paged list.
  public init() {}

  /// The end of a paged list to which a key scrolls.
  public enum Destination: String, Codable, Sendable {
    /// Scroll to the first row of the server's list (`first`) or to its last row (`last`).
    case first, last
  }
}
