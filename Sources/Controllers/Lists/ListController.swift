import Core
public import Restoration
public import Screens
public import Terminals

/// A list screen with columns, a selection by id, a filter, sorting, and empty, loading and failed
/// states.
///
/// The application provides columns, a source, and the screen that Enter opens.
@MainActor public final class ListController<Row: Sendable & Equatable>: Screen {
  /// The columns, from left to right.
  public internal(set) var columns: [Column<Row>]
  /// The saved state. Changing it sorts and filters the rows again.
  public var state = ListState() { didSet { rearrange(since: oldValue) } }
  public let reloadsWhenUncovered: Bool

  let id: @Sendable (Row) -> String
  let areContentsEqual: @Sendable (Row, Row) -> Bool
  private let rowName: (@Sendable (Row) -> String)?
  /// The part of an id that stays when rows are inserted before the row; `nil` for all of it.
  var stableID: (@Sendable (String) -> String)?
  let mark: (@Sendable (Row) -> Mark)?
  let groupColumnID: String?
  let initialSort: ListSort
  let initialID: String?
  public let isHome: Bool
  let openLabel: String
  let actions: [RowAction<Row>]
  let searchText: (@Sendable (Row) -> String)?
  let loss: RowRemoval
  let back: @MainActor () -> KeyBinding?
  let footer: (@Sendable (Row) -> String)?
  let footerWhenTruncated: (@Sendable (Row) -> String)?
  let reloadedText: String?
  let exports: ListExports<Row>?
  let open: (@MainActor (Row, Navigator) -> Void)?
  let configuration: LoadConfiguration<ListContent<Row>>
  let showsHeadings: Bool
  let emptyText: String
  /// The columns hidden until the user shows them; `nil` if the user can't choose columns.
  var initiallyHidden: [String]?

  let loader = Loader<ListContent<Row>>()
  /// The user may choose otherwise. Not part of the state, which keeps the session's values.
  var request: ListRequest
  var query = FilterQuery("")
  var arrangement: Arrangement<Row>
  private(set) var widths: [ColumnWidth]
  /// The columns hidden because all their cells are empty.
  private(set) var hiddenColumns: Set<Int> = []
  private(set) var counts = ListSummary("")
  private(set) var changedIDs: Set<String> = []
  private(set) var newIDs: Set<String> = []
  var exporting: Exporting?
  /// The choices made before the rows were loaded, for example before a restart.
  var pending = PendingActions()
  /// False while the details beside the list have the focus.
  var hasFocus = true
  /// Cached bindings, because every key needs them twice. They capture the list unowned.
  var madeBindings: (choice: Choice, bindings: [KeyBinding])?

  /// Creates a list.
  ///
  /// ```swift
  /// ListController(
  ///   title: "Systems", columns: columns, id: \.id,
  ///   source: { load in
  ///     load.show(ListContent(rows: try await server.systems(), noun: ("system", "systems")))
  ///   },
  ///   open: { system, navigator in navigator.push(Route.system(system.id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The list's name in the top line.
  ///   - provenance: The source of the data, until the load sets it.
  ///   - columns: The columns from left to right. The first is always shown; others only if they
  ///     fit.
  ///   - id: Returns a row's id: unique among the rows, and permanent across refreshes.
  ///   - areContentsEqual: Returns whether a refreshed row counts as unchanged. Override it if rows
  ///     also contain data from other screens, to compare only what the source sent.
  ///   - name: Returns a row's name for notices about removed rows; `nil` for the text of its first
  ///     column.
  ///   - mark: Returns the mark in front of a row; `nil` for a list without marks.
  ///   - groupColumnID: The id of a column whose text becomes the heading of a group of rows; `nil`
  ///     for a list without groups. Headings replace the column while all rows are shown in the
  ///     order as received.
  ///   - sort: The initial order.
  ///   - selectedID: The row that is selected initially; the first one if `nil`.
  ///   - showsHeadings: False for a plain menu without headings or sorting, whose filter is
  ///     available from ten rows on.
  ///   - emptyText: The text shown if there are no rows, unless the content has a note.
  ///   - isRefreshable: Whether another load can return new data.
  ///   - refreshInterval: The number of seconds between automatic reloads; `nil` for none. The
  ///     controller evaluates it after each load.
  ///   - reloadsWhenUncovered: Whether the list reloads when a screen above it is closed, because
  ///     that screen changes the rows.
  ///   - openLabel: The label of the Enter key in the status line and the help, in lower case.
  ///   - isHome: Whether this screen acts as a root: the back keys do nothing.
  ///   - bindings: The application's own keys, available even if there are no rows.
  ///   - hiddenColumnIDs: The columns that are hidden initially. The user can show or hide any but
  ///     the first. `nil` if the user can't choose columns.
  ///   - actions: The application's keys for the selected row.
  ///   - searchText: Returns text of a row that the filter searches besides the columns, such as
  ///     codes, messages or addresses.
  ///   - loss: What it means that a refresh no longer returns a row.
  ///   - onResult: Handles a result that isn't the list's own: of a picker or another screen that
  ///     one of the application's keys opened.
  ///   - back: A key that replaces the back key, if leaving needs more than closing the screen;
  ///     evaluated whenever the bindings are read.
  ///   - footer: Returns a footer about the selected row. It uses up to half the screen.
  ///   - footerWhenTruncated: Returns such a footer only for screens on which not all columns fit.
  ///   - reloadedText: The notice after a refresh by the user; `nil` for none.
  ///   - exports: The file formats that the rows can be exported to; `nil` for none.
  ///   - request: The command line's options for this start, which override the session's state.
  ///   - source: Loads and shows the rows, in any number of steps. If it throws, the error is shown
  ///     and the previous content stays.
  ///   - open: Opens a row; `nil` if rows can't be opened.
  public init(
    title: String, provenance: Provenance? = nil, columns: [Column<Row>],
    id: @escaping @Sendable (Row) -> String,
    areContentsEqual: @escaping @Sendable (Row, Row) -> Bool = { $0 == $1 },
    name: (@Sendable (Row) -> String)? = nil,
    mark: (@Sendable (Row) -> Mark)? = nil,
    groupedBy groupColumnID: String? = nil,
    sort: ListSort = .asReceived, selectedID: String? = nil, showsHeadings: Bool = true,
    emptyText: String = "There is nothing here.", isRefreshable: Bool = true,
    refreshInterval: @autoclosure @escaping @MainActor () -> Int? = nil,
    reloadsWhenUncovered: Bool = false, openLabel: String = "open",
    isHome: Bool = false, bindings: [KeyBinding] = [], actions: [RowAction<Row>] = [],
    hiddenColumnIDs: [String]? = nil,
    searchText: (@Sendable (Row) -> String)? = nil, loss: RowRemoval = .gone,
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    back: @autoclosure @escaping @MainActor () -> KeyBinding? = nil,
    footer: (@Sendable (Row) -> String)? = nil,
    footerWhenTruncated: (@Sendable (Row) -> String)? = nil, reloadedText: String? = "Refreshed",
    exports: ListExports<Row>? = nil, request: ListRequest = ListRequest(),
    source: @escaping @MainActor (Load<ListContent<Row>>) async throws -> Void,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: refreshInterval, onResult: onResult, source: source)
    self.columns = columns
    self.id = id
    self.areContentsEqual = areContentsEqual
    rowName = name
    self.mark = mark
    self.groupColumnID = groupColumnID
    initialSort = sort
    initialID = selectedID
    self.showsHeadings = showsHeadings
    self.emptyText = emptyText
    self.reloadsWhenUncovered = reloadsWhenUncovered
    self.openLabel = openLabel
    self.isHome = isHome
    self.actions = actions
    initiallyHidden = hiddenColumnIDs
    self.searchText = searchText
    self.loss = loss
    self.back = back
    self.footer = footer
    self.footerWhenTruncated = footerWhenTruncated
    self.reloadedText = reloadedText
    self.exports = exports
    self.request = request
    self.open = open
    query = FilterQuery(request.filter ?? "")
    widths = columns.map { $0.width }
    arrangement = Arrangement(
      ListRows(), columns: columns, sort: sort, query: query, searchText: searchText, id: id)
    hiddenColumns = chosenHidden
  }

  public var title: String { configuration.title }
  public var provenance: Provenance? { loader.provenance(configuration.provenance) }
  public var activity: String? { exporting?.activity ?? loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public var subtitle: String? { filter.isEmpty ? nil : "/" + filter.text }

  public var isTyping: Bool { state.isFiltering }

  var filter: TextEntry { request.filter.map { TextEntry($0) } ?? state.filter }

  var sort: ListSort { request.sort ?? state.sort ?? initialSort }

  var isArranged: Bool { !filter.isEmpty || sort != .asReceived }

  public static var migrations: [Migration] {
    [
      Migration("a list knows if the wheel scrolled it, and counts new and lost rows apart"),
      Migration("the filter that was applied is kept while another one is typed"),
      Migration("changed and new rows are counted, however few are marked") { state in
        let new = state["newIDs"]?.array?.count ?? 0
        let marked = state["changedIDs"]?.array?.count ?? 0
        state["newCount"] = .number(String(new))
        state["changedCount"] = .number(String(max(0, marked - new)))
      },
    ]
  }

  func name(_ row: Row) -> String? { rowName?(row) ?? columns.first?.text(row) }

  private func rearrange(since old: ListState) {
    if state.changedIDs != old.changedIDs { changedIDs = Set(state.changedIDs) }
    if state.newIDs != old.newIDs { newIDs = Set(state.newIDs) }
    if filter.text != query.text { query = FilterQuery(filter.text) }
    if state.hiddenColumnIDs != old.hiddenColumnIDs { fit() }
    if state.filter.text != old.filter.text || state.sort != old.sort { arrange() }
  }

  func arrange() {
    var next = Arrangement(
      content?.received ?? ListRows(), columns: columns, sort: sort, query: query,
      searchText: searchText, id: id)
    next.remember(arrangement)
    arrangement = next
    counts =
      (filter.isEmpty ? content?.counts : content?.counts(ofMatching: arrangement.shown))
      ?? ListSummary("")
  }

  /// In a paged list the widths are fixed, because each page would change them.
  func fit() {
    let measured = content?.received.measured ?? ListRows()
    widths = columns.map { column in
      guard let content, content.part == nil else { return column.width }
      return column.width(for: measured)
    }
    let hidden = columns.indices.filter { index in
      guard columns[index].hidesIfEmpty, let content, content.part == nil else { return false }
      return !measured.isEmpty && measured.allSatisfy { columns[index].text($0).isEmpty }
    }
    hiddenColumns = chosenHidden.union(hidden)
  }
}

extension ListController: ContentLoading {}

extension ListState: ErrorPresenting {}

/// A key with an action on the selected row, other than opening it.
public struct RowAction<Row: Sendable> {
  let key: Key
  let label: String
  let help: String
  let action: @MainActor (Row, Navigator) -> Void

  /// Creates an action.
  /// ```swift
  /// RowAction("s", label: "start", help: "Start this machine") { machine, navigator in
  ///   navigator.run { await machines.start(machine.id) }
  /// }
  /// ```
  public init(
    _ key: Key, label: String, help: String, action: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.key = key
    self.label = label
    self.help = help
    self.action = action
  }
}
