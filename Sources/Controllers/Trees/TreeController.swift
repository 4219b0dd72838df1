public import Restoration
public import Screens
public import Terminals

/// A screen that shows rows as a tree, such as directories and files. The user opens and closes its
/// branches.
///
/// A session saves which branches are open. A filter searches only the visible rows.
@MainActor public final class TreeController<Row: Sendable & Equatable>: Screen {
  /// The open branches, which a session saves. The state of the inner list is added by
  /// `encodeState`.
  public var state = TreeState()

  private let list: ListController<TreeRow<Row>>
  private var childScreen: ChildScreen
  private let link = Link()

  /// Connects the inner list to the code that loads its rows.
  @MainActor private final class Link {
    var load: (Load<ListContent<TreeRow<Row>>>) async throws -> Void = { _ in }
    var toggle: (TreeRow<Row>, Navigator) -> Void = { _, _ in }
    /// The first error of a branch in the last load; `nil` if all open branches were loaded.
    var failure: (any Error)?
  }

  /// Creates a tree.
  ///
  /// ```swift
  /// TreeController(
  ///   title: "Directories", columns: columns, id: { $0.name }, isExpandable: { $0.isDirectory },
  ///   noun: ("file", "files"), options: { $0.emptyText = "No files." },
  ///   source: { load, branches in
  ///     load.show(try await branches.rows { directory in try await disk.contents(of: directory) })
  ///   },
  ///   open: { file, navigator in navigator.push(Route.file(file.name)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The tree's name in the top line.
  ///   - columns: The columns from left to right, without headings. The first shows the tree.
  ///   - id: Returns a row's id: unique among its siblings, and permanent across refreshes.
  ///   - isExpandable: Returns whether a row has children.
  ///   - noun: The noun for one row, and for several, in the line below the tree.
  ///   - configure: Sets the options that differ from the default. A tree has no headings, and its
  ///     rows must stay in the order as received.
  ///   - source: Loads and shows the rows of the open branches, in any number of steps. Called
  ///     again when the user opens or closes a branch.
  ///   - open: Opens a row without children; `nil` if such rows can't be opened.
  public init(
    title: String, columns: [Column<Row>], id: @escaping @Sendable (Row) -> String,
    isExpandable: @escaping @Sendable (Row) -> Bool, noun: (one: String, many: String),
    options configure: (inout ListOptions<TreeRow<Row>>) -> Void = { _ in },
    source: @escaping @MainActor (Load<[TreeRow<Row>]>, TreeBranches<Row>) async throws -> Void,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    let link = link
    list = ListController(
      title: title, columns: Self.columns(columns), id: \.id,
      options: {
        configure(&$0)
        $0.showsHeadings = false
      },
      source: { try await link.load($0) },
      open: { row, navigator in
        row.isExpandable ? link.toggle(row, navigator) : open?(row.row, navigator)
      })
    childScreen = ChildScreen(list, resuming: nil)
    link.load = { [unowned self] load in
      let branches = TreeBranches(
        expanded: Set(state.expanded), id: id, isExpandable: isExpandable)
      let inner = Load<[TreeRow<Row>]>(
        load.loadReason, isReload: load.isReload,
        acceptsPartialContent: { load.acceptsPartialContent },
        receive: { _, rows, provenance in
          // Rows of a newly opened branch don't count as new; only a refresh by the user marks new
          // rows.
          load.show(
            ListContent(rows: rows, noun: noun), from: provenance,
            moreFollows: load.loadReason != .userRefresh)
        }, progress: { load.say($1) }, background: { load.runInBackground($1) })
      try await source(inner, branches)
      // A load that another has replaced isn't reported.
      if !Task.isCancelled { link.failure = branches.failure.error }
    }
    link.toggle = { [unowned self] row, navigator in toggle(row, navigator) }
  }

  private static func columns(_ columns: [Column<Row>]) -> [Column<TreeRow<Row>>] {
    columns.enumerated().map { index, column in
      Column(
        column.id, heading: column.heading, width: column.width, isNumeric: column.isNumeric,
        hidesIfEmpty: column.hidesIfEmpty, cutsMiddle: column.cutsMiddle,
        text: { index == 0 ? $0.prefix + column.text($0.row) : column.text($0.row) },
        role: { column.role($0.row) })
    }
  }

  public var title: String { list.title }
  public var subtitle: String? { list.subtitle }
  public var provenance: Provenance? { list.provenance }
  public var activity: String? { list.activity }
  public var isTyping: Bool { list.isTyping }
  public var refreshInterval: Int? { list.refreshInterval }
  public var isHome: Bool { list.isHome }
  public var reloadsWhenUncovered: Bool { list.reloadsWhenUncovered }

  public func encodeState() -> TreeState {
    var saved = state
    saved.list = childScreen.save()
    return saved
  }

  public func restoreState(_ state: TreeState) {
    self.state = state
    self.state.expanded = Array(
      state.expanded.filter { $0.count < TreeBranches<Row>.maximumDepth }
        .suffix(TreeState.maximumExpanded))
    childScreen = ChildScreen(list, resuming: state.list)
  }

  public func load(_ loadReason: LoadReason, _ navigator: Navigator) async {
    link.failure = nil
    await list.load(loadReason, inner(navigator))
    guard let failure = link.failure, !Task.isCancelled else { return }
    navigator.notify(StatusMessage.notice(of: failure))
  }

  private func inner(_ navigator: Navigator) -> Navigator {
    navigator.childNavigator(size: navigator.size)
  }

  // MARK: Branches

  private func toggle(_ row: TreeRow<Row>, _ navigator: Navigator) {
    if row.isExpanded {
      // Branches below stay open, for when this one is opened again.
      state.expanded.removeAll { $0 == row.path }
    } else if !state.expanded.contains(row.path) {
      // A branch whose load failed is shown closed but is already in `expanded`; it is only loaded
      // again.
      state.expanded.append(row.path)
      if state.expanded.count > TreeState.maximumExpanded { state.expanded.removeFirst() }
    }
    navigator.run(.loading) { await self.load(.appear, navigator) }
  }

  private func goUp(_ row: TreeRow<Row>, _ navigator: Navigator) {
    if row.isExpanded { return toggle(row, navigator) }
    guard let index = list.arrangement.index(of: TreeRow<Row>.id(row.path.dropLast())) else {
      return
    }
    list.select(index, lines: list.lines(in: navigator.size))
  }

  // MARK: Events

  public var bindings: [KeyBinding] {
    guard !list.isTyping, let row = list.selectedRow, row.isExpanded || row.depth > 0 else {
      return list.bindings
    }
    let up = KeyBinding(
      .left, "h", label: row.isExpanded ? "close" : "up",
      help: "Close the branch, or go to the row above it"
    ) { [unowned self] navigator in
      goUp(row, navigator)
    }
    return list.bindings + [up]
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if list.handle(event, inner(navigator)) == .handled { return .handled }
    return list.isTyping ? .ignored : bindings.perform(event, navigator)
  }

  public func receive(_ result: ScreenResult, _ navigator: Navigator) {
    list.receive(result, inner(navigator))
  }

  public func draw(in canvas: inout Canvas) { list.draw(in: &canvas) }
}

extension TreeRow {
  fileprivate static func id(_ path: ArraySlice<String>) -> String { id(Array(path)) }
}

extension TreeController: ResultOwning {
  func isOwn(_ result: ScreenResult) -> Bool { list.isOwn(result) }
}

extension TreeController: ErrorReporting {
  var problem: StatusMessage? { list.problem }
  var failure: Provenance.DataStatus? { list.failure }
}

/// The state of a tree that a session saves: its open branches. Each branch is saved by the ids on
/// its path, because a row can occur more than once in the tree.
public struct TreeState: RestorableState {
  /// The paths of the open branches. Each path contains the ids of the rows from the first level
  /// down to the branch.
  public var expanded: [[String]] = []
  /// The saved state of the list that shows the tree's rows; `nil` until it is first saved.
  public var list: ChildState?

  /// Creates the initial state of a tree.
  public init() {}

  static let maximumExpanded = 500
}
