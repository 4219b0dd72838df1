import Core
public import Restoration
public import Screens
public import Terminals

/// A screen with a list of rows in columns. The user can select, filter and sort the rows. It tells
/// the user when it is loading or empty, and why a load failed.
///
/// The application provides columns, a source, and the screen that Enter opens.
@MainActor public final class ListController<Row: Sendable & Equatable>: Screen {
  /// The columns of the list, from left to right, including those that are hidden.
  public internal(set) var columns: [Column<Row>]
  /// The selection, filter and order, which a session saves. When the filter or the order changes,
  /// the rows are filtered and sorted again.
  public var state = ListState() { didSet { rearrange(since: oldValue) } }

  let id: @Sendable (Row) -> String
  let options: ListOptions<Row>
  let open: (@MainActor (Row, Navigator) -> Void)?
  let configuration: LoadConfiguration<ListContent<Row>>
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
  ///   title: "Systems", columns: columns, id: \.id, options: { $0.sort = ListSort("name") },
  ///   source: { load in
  ///     load.show(ListContent(rows: try await server.systems(), noun: ("system", "systems")))
  ///   },
  ///   open: { system, navigator in navigator.push(Route.system(system.id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The list's name in the top line.
  ///   - columns: The columns from left to right. The first is always shown; others only if they
  ///     fit.
  ///   - id: Returns a row's id: unique among the rows, and permanent across refreshes.
  ///   - configure: Sets the options that differ from the default.
  ///   - source: Loads and shows the rows, in any number of steps. If it throws, the error is shown
  ///     and the previous content stays.
  ///   - open: Opens a row; `nil` if rows can't be opened.
  public init(
    title: String, columns: [Column<Row>], id: @escaping @Sendable (Row) -> String,
    options configure: (inout ListOptions<Row>) -> Void = { _ in },
    source: @escaping @MainActor (Load<ListContent<Row>>) async throws -> Void,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    var options = ListOptions<Row>()
    configure(&options)
    self.options = options
    configuration = LoadConfiguration(
      title: title, provenance: options.provenance, bindings: options.bindings,
      isRefreshable: options.isRefreshable, refreshInterval: options.refreshInterval,
      onResult: options.onResult, source: source)
    self.columns = columns
    self.id = id
    initiallyHidden = options.hiddenColumnIDs
    request = options.request
    self.open = open
    query = FilterQuery(options.request.filter ?? "")
    widths = columns.map { $0.width }
    arrangement = Arrangement(
      [], columns: columns, sort: options.sort, query: query, searchText: options.searchText,
      id: id)
    hiddenColumns = chosenHidden
    loader.prepare = { $0.identified(by: id) }
  }

  public var title: String { configuration.title }
  public var isHome: Bool { options.isHome }
  public var reloadsWhenUncovered: Bool { options.reloadsWhenUncovered }
  public var provenance: Provenance? { loader.provenance(configuration.provenance) }
  public var activity: String? { exporting?.activity ?? loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(configuration.refreshInterval(), from: configuration.provenance)
  }

  public var subtitle: String? { filter.isEmpty ? nil : "/" + filter.text }

  public var isTyping: Bool { state.isFiltering }

  var filter: TextEntry { request.filter.map { TextEntry($0) } ?? state.filter }

  var sort: ListSort { request.sort ?? state.sort ?? options.sort }

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

  func name(_ row: Row) -> String? { options.name?(row) ?? columns.first?.text(row) }

  private func rearrange(since old: ListState) {
    if state.changedIDs != old.changedIDs { changedIDs = Set(state.changedIDs) }
    if state.newIDs != old.newIDs { newIDs = Set(state.newIDs) }
    if filter.text != query.text { query = FilterQuery(filter.text) }
    if state.hiddenColumnIDs != old.hiddenColumnIDs { fit() }
    if state.filter.text != old.filter.text || state.sort != old.sort { arrange() }
  }

  func arrange() {
    var next = Arrangement(
      rows, columns: columns, sort: sort, query: query, searchText: options.searchText)
    next.remember(arrangement)
    arrangement = next
    counts =
      (filter.isEmpty ? content?.counts : content?.counts(ofMatching: arrangement.shown))
      ?? ListSummary("")
  }

  /// In a paged list the widths are fixed, because each page would change them.
  func fit() {
    let sample = content?.part == nil ? rows.sample : []
    widths = ColumnWidth.fitted(columns, to: sample)
    let hidden = columns.indices.filter { index in
      columns[index].hidesIfEmpty && !sample.isEmpty
        && sample.allSatisfy { columns[index].text($0).isEmpty }
    }
    hiddenColumns = chosenHidden.union(hidden)
  }
}

extension ListController: ContentLoading {}

extension ListState: ErrorPresenting {}

/// A key binding that acts on the selected row of a list, such as “t” to start a machine. The Enter
/// key, which opens the row, needs none.
public struct RowAction<Row: Sendable> {
  let key: Key
  let label: String
  let help: String
  let action: @MainActor (Row, Navigator) -> Void

  /// Creates an action.
  /// ```swift
  /// RowAction("t", label: "start", help: "Start this machine") { machine, navigator in
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
