public import Restoration
public import Screens
import Terminals
import Values

/// A list with columns, a selection by id, a filter, sorting, and its empty, loading and failed states.
///
/// An application gives it columns, a source, and the screen that Enter opens.
@MainActor public final class ListController<Row: Sendable & Equatable>: Screen {
  /// The columns, from the left.
  public internal(set) var columns: [Column<Row>]
  /// The saved state; a change of it sorts and filters the rows anew.
  public var state = ListState() { didSet { rearrange(since: oldValue) } }
  public let reloadsWhenUncovered: Bool

  let id: @Sendable (Row) -> String
  let areContentsEqual: @Sendable (Row, Row) -> Bool
  private let rowName: (@Sendable (Row) -> String)?
  /// Returns the part of an id that a row keeps where others are put in front of it; nil where the whole id stays.
  var stableID: (@Sendable (String) -> String)?
  let mark: (@Sendable (Row) -> Mark)?
  let groupColumnID: String?
  let initialSort: ListSort
  let initialID: String?
  public let isHome: Bool
  let openLabel: String
  let actions: [RowAction<Row>]
  let searchText: (@Sendable (Row) -> String)?
  let loss: ListLoss
  let back: @MainActor () -> KeyBinding?
  let footer: (@Sendable (Row) -> String)?
  let footerWhenTruncated: (@Sendable (Row) -> String)?
  let reloadedText: String?
  let exports: ListExports<Row>?
  let open: (@MainActor (Row, Navigator) -> Void)?
  let configuration: LoadConfiguration<ListContent<Row>>
  let showsHeadings: Bool
  let emptyText: String
  /// The columns hidden until the person shows them; nil if columns can't be chosen.
  var initiallyHidden: [String]?

  let loader = Loader<ListContent<Row>>()
  /// The filter, order and row that the command line asks for, until the person chooses otherwise. They aren't part of the state: the
  /// session keeps its own.
  var request: ListRequest
  var query = FilterQuery("")
  var arrangement: Arrangement<Row>
  /// The columns' widths for the present rows.
  private(set) var widths: [ColumnWidth]
  /// The columns hidden because no row has a text for them.
  private(set) var hiddenColumns: Set<Int> = []
  /// The line below the list, for the rows that are shown.
  private(set) var summary = ""
  /// The ids of the rows that are marked as changed or new.
  private(set) var changedIDs: Set<String> = []
  /// The ids of the rows that are marked as new.
  private(set) var newIDs: Set<String> = []
  /// The export that goes on, which can be given up.
  var exporting: Exporting?
  /// The choices made before the rows were there, as before a kill.
  var waiting = Waiting()
  /// False while the keys go to the details beside the list.
  var hasFocus = true
  /// The bindings made last, because every key asks for them twice. They don't own the list that holds them.
  var madeBindings: (choice: Choice, bindings: [KeyBinding])?

  /// Creates a list.
  ///
  /// ```swift
  /// ListController(
  ///   title: "Systems", columns: columns, id: \.id,
  ///   source: { load in load.show(ListContent(rows: try await server.systems(), noun: ("system", "systems"))) },
  ///   open: { system, navigator in navigator.push(Route.system(system.id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The list's name in the top line, behind those of the screens below it.
  ///   - provenance: The source of the data, until the load names it.
  ///   - columns: The columns from the left. The first is always shown; of the others, those that have room.
  ///   - id: Identifies a row for as long as it lives, also across refreshes. Unique among the rows.
  ///   - isSame: Returns true if a row that a refresh brings isn't news. Rows that also hold what other screens have taught are compared by
  ///     what the source sent.
  ///   - name: Returns a row's name for the person, should it be gone; nil for the text of its first column.
  ///   - mark: Returns the sign in front of a row; nil for a list without signs.
  ///   - groupColumnID: The id of a column whose text is the heading of a group of rows; nil for a list without groups. It stands above the
  ///     group's first row, and not in the column, while the rows are in the order in which they were received, and no filter hides any.
  ///   - sort: The order until the person chooses another.
  ///   - selectedID: The row selected until the person moves; the first one if nil.
  ///   - showsHeadings: False for a plain choice: it has no headings, can't be sorted, and is filtered from ten rows on.
  ///   - emptyText: The sentence shown where there are no rows, unless the content has a note.
  ///   - isRefreshable: True if another load can bring anything new.
  ///   - refreshInterval: The number of seconds after which the list reloads; nil for never. The
  ///     controller evaluates it after each load.
  ///   - reloadsWhenUncovered: True if the work done on the screens above changes the rows.
  ///   - openLabel: The word for Enter in the bottom line, and with a capital in the help.
  ///   - isHome: True if this screen is a beginning: the keys that go back do nothing.
  ///   - bindings: Keys of the application's own, also offered while there are no rows.
  ///   - hiddenColumnIDs: The columns hidden until the person shows them, who then may choose any but the first; nil if columns can't be
  ///     chosen.
  ///   - actions: Keys of the application's own for the selected row.
  ///   - searched: Text of a row that the filter searches besides the columns: codes, messages, addresses.
  ///   - loss: The words for rows that a refresh no longer brings.
  ///   - answered: Handles an answer that isn't the list's own: from a picker or another screen that a key of the application's opened.
  ///   - back: The key that leads back from here, if it does more than that; made anew whenever the keys are asked for.
  ///   - remark: Returns text about the selected row, drawn below the list on as many lines as it needs and half the screen has.
  ///   - remarkWhereCut: Returns such text only for a screen on which not all columns have room.
  ///   - reloadedText: The notice after a refresh that the person asked for; nil if the content says it itself.
  ///   - exports: The file formats that the rows can be written in; nil for a list that isn't exported.
  ///   - request: The command line's wishes for this start, which win over the session's state.
  ///   - source: Shows the rows, as often as it likes. An error that it throws is shown as a problem, and what was shown before stays.
  ///   - open: Opens a row; nil for rows that lead nowhere.
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
    searchText: (@Sendable (Row) -> String)? = nil, loss: ListLoss = .gone,
    answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    back: @autoclosure @escaping @MainActor () -> KeyBinding? = nil,
    footer: (@Sendable (Row) -> String)? = nil,
    footerWhenTruncated: (@Sendable (Row) -> String)? = nil, reloadedText: String? = "Refreshed",
    exports: ListExports<Row>? = nil, request: ListRequest = ListRequest(),
    source: @escaping @MainActor (Load<ListContent<Row>>) async throws -> Void,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    configuration = LoadConfiguration(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: refreshInterval, answered: answered, source: source)
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
  public var activity: String? { exporting?.words ?? loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public var subtitle: String? { filter.isEmpty ? nil : "/" + filter.text }

  public var isTyping: Bool { state.isFiltering }

  /// The filter in force: the command line's, or else the person's.
  var filter: TextEntry { request.filter.map { TextEntry($0) } ?? state.filter }

  var sort: ListSort { request.sort ?? state.sort ?? initialSort }

  /// True if the rows are filtered or sorted.
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

  /// Returns a row's name for the person.
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
    summary =
      (filter.isEmpty ? content?.summary : content?.summary(ofMatching: arrangement.shown)) ?? ""
  }

  /// Gives each column the width that its rows need. In a list that comes in pieces the widths stay, or each page would move the columns.
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
