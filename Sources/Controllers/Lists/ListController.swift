import Restoration
public import Screens
public import Terminals

/// A list with columns, a selection by id, a filter, sorting, and its empty, loading and failed states.
///
/// An application gives it columns, a source, and where Enter goes.
@MainActor public final class ListController<Row: Sendable>: Screen {
  public let title: String
  public let origin: String
  public let columns: [Column<Row>]
  public var state = ListState() { didSet { rearrange(since: oldValue) } }

  let id: @Sendable (Row) -> String
  let mark: (@Sendable (Row) -> Mark)?
  private let initialSort: ListSort
  private let initialID: String?
  private let isRefreshable: Bool
  private let openLabel: String
  private let actions: [RowAction<Row>]
  private let open: (@MainActor (Row, Navigator) -> Void)?
  private let source: @MainActor (Freshness) async throws -> ListContent<Row>
  let showsHeadings: Bool
  let emptyText: String

  private(set) var content: ListContent<Row>?
  private(set) var problem: Report?
  private(set) var isLoading = false
  private(set) var query = TextQuery("")
  var arrangement: Arrangement<Row>

  /// A list.
  ///
  /// - Parameters:
  ///   - id: Identifies a row for as long as it lives, also across refreshes. Unique among the rows.
  ///   - sort: The order until the person chooses another.
  ///   - selectedID: The row selected until the person moves; the first one if nil.
  public init(
    title: String, origin: String = "", columns: [Column<Row>],
    id: @escaping @Sendable (Row) -> String, mark: (@Sendable (Row) -> Mark)? = nil,
    sort: ListSort = .asReceived, selectedID: String? = nil, showsHeadings: Bool = true,
    emptyText: String = "There is nothing here.", isRefreshable: Bool = true,
    openLabel: String = "open", actions: [RowAction<Row>] = [],
    source: @escaping @MainActor (Freshness) async throws -> ListContent<Row>,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    self.title = title
    self.origin = origin
    self.columns = columns
    self.id = id
    self.mark = mark
    initialSort = sort
    initialID = selectedID
    self.showsHeadings = showsHeadings
    self.emptyText = emptyText
    self.isRefreshable = isRefreshable
    self.openLabel = openLabel
    self.actions = actions
    self.source = source
    self.open = open
    arrangement = Arrangement([], columns: columns, sort: sort, query: TextQuery(""), id: id)
  }

  public var subtitle: String? { state.filter.isEmpty ? nil : "/" + state.filter.text }

  public var isTyping: Bool { state.isFiltering }

  var sort: ListSort { state.sort ?? initialSort }

  // MARK: Data

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    isLoading = true
    defer { isLoading = false }
    do {
      let loaded = try await source(freshness)
      guard !Task.isCancelled else { return }
      problem = nil
      if freshness == .fresh { navigator.notify("Loaded anew.") }
      show(loaded, navigator)
    } catch {
      guard !Task.isCancelled else { return }
      problem = Report(problem: "The list could not be read", error, keepsData: content != nil)
    }
  }

  private func show(_ loaded: ListContent<Row>, _ navigator: Navigator) {
    content = loaded
    arrange()
    guard let wanted = state.selectedID, !loaded.rows.contains(where: { id($0) == wanted }) else {
      return
    }
    // The row is gone. Its nearest neighbour takes its place, and the person is told.
    let name = state.selectedName ?? wanted
    let rows = Dictionary(loaded.rows.map { (id($0), $0) }) { first, _ in first }
    let neighbour = state.neighbourIDs.lazy.compactMap { rows[$0] }.first
    state.selectedID = neighbour.map(id)
    state.selectedName = neighbour.flatMap(self.name)
    navigator.notify(
      neighbour == nil ? "“\(name)” is gone." : "“\(name)” is gone; the one beside it is selected.")
  }

  private func name(_ row: Row) -> String? { columns.first?.text(row) }

  private func rearrange(since old: ListState) {
    if state.filter.text != old.filter.text { query = TextQuery(state.filter.text) }
    if state.filter.text != old.filter.text || state.sort != old.sort { arrange() }
  }

  private func arrange() {
    arrangement = Arrangement(
      content?.rows ?? [], columns: columns, sort: sort, query: query, id: id)
  }

  // MARK: Selection

  /// The selected row's place among those shown. If the selected row is filtered out, its nearest neighbour stands in.
  var selectedPlace: Int? {
    guard arrangement.count > 0 else { return nil }
    if let wanted = state.selectedID ?? initialID, let place = arrangement.place(of: wanted) {
      return place
    }
    for neighbour in state.neighbourIDs {
      if let place = arrangement.place(of: neighbour) { return place }
    }
    return 0
  }

  public var selectedRow: Row? { selectedPlace.map { arrangement[$0] } }

  /// The place of the first row shown on so many lines. The selection is always among them.
  func topPlace(lines: Int) -> Int {
    let lines = max(1, lines)
    let selected = selectedPlace ?? 0
    var wanted = 0
    if let topID = state.topID {
      let above = min(max(0, state.rowsAbove), selected)
      wanted = arrangement.place(of: topID) ?? (selected - above)
    }
    let top = min(wanted, max(0, arrangement.count - lines))
    return min(max(top, selected - lines + 1), selected)
  }

  /// Selects a place, and keeps what is shown where it is as far as that goes.
  func select(_ place: Int, lines: Int) {
    guard arrangement.count > 0 else { return }
    let place = min(max(0, place), arrangement.count - 1)
    show(from: min(max(topPlace(lines: lines), place - max(1, lines) + 1), place), selecting: place)
  }

  /// Scrolls by so many lines; the selection comes along where it would leave the screen.
  func scroll(by distance: Int, lines: Int) {
    guard let selected = selectedPlace else { return }
    let lines = max(1, lines)
    let top = topPlace(lines: lines)
    let newTop = min(max(0, top + distance), max(0, arrangement.count - lines))
    guard newTop != top else { return }
    show(from: newTop, selecting: min(max(selected, newTop), newTop + lines - 1))
  }

  private func show(from top: Int, selecting place: Int) {
    var state = state
    state.selectedID = arrangement.id(at: place)
    state.selectedName = name(arrangement[place])
    state.neighbourIDs = arrangement.neighbourIDs(of: place)
    state.topID = arrangement.id(at: top)
    state.rowsAbove = place - top
    self.state = state
  }

  // MARK: What keys do

  func openSelected(_ navigator: Navigator) {
    if let open, let row = selectedRow { open(row, navigator) }
  }

  public var bindings: [KeyBinding] {
    if state.isFiltering { return filteringBindings }
    return state.filter.isEmpty ? listBindings : listBindings + [showAll]
  }

  private var filteringBindings: [KeyBinding] {
    [
      KeyBinding(.enter, label: "keep", help: "Keep the filter and go to the list") { _ in
        self.state.isFiltering = false
      }, showAll,
    ] + movingBindings.map { KeyBinding($0.keys[0], help: $0.help, action: $0.action) }
  }

  private var showAll: KeyBinding {
    KeyBinding(.escape, label: "all", help: "Show all again") { _ in self.endFilter() }
  }

  /// Made once, because every key asks for them twice. They don't own the list that keeps them.
  private lazy var listBindings: [KeyBinding] = makeListBindings()

  private func makeListBindings() -> [KeyBinding] {
    var bindings: [KeyBinding] = []
    if open != nil {
      let help = "\(openLabel.prefix(1).uppercased() + openLabel.dropFirst()) the selected row"
      bindings.append(
        KeyBinding(.enter, .right, "l", label: openLabel, help: help) { [unowned self] in
          openSelected($0)
        })
    }
    bindings.append(
      KeyBinding("/", label: "filter", help: "Show only what contains a text") {
        [unowned self] _ in state.isFiltering = true
      })
    if columns.count > 1 {
      bindings.append(
        KeyBinding("s", label: "sort", help: "Sort by a column") { [unowned self] in
          $0.pick(sortPicker)
        })
    }
    bindings += actions.map { item in
      KeyBinding(item.key, label: item.label, help: item.help) { [unowned self] navigator in
        if let row = selectedRow { item.action(row, navigator) }
      }
    }
    if isRefreshable {
      bindings.append(
        KeyBinding("r", label: "refresh", help: "Load the list anew") { $0.refresh() })
    }
    bindings.append(
      KeyBinding("c", help: "Copy the selected row") { [unowned self] in copySelected($0) })
    return bindings + movingBindings
  }

  private var movingBindings: [KeyBinding] {
    func move(_ keys: [Key], _ help: String, _ step: @escaping (Int) -> Int) -> KeyBinding {
      var binding = KeyBinding(keys[0], help: help) { [unowned self] navigator in
        let lines = lines(in: navigator.size)
        select((selectedPlace ?? 0) + step(lines), lines: lines)
      }
      binding.keys = keys
      return binding
    }
    // Far enough to reach either end, and no overflow when added to a place.
    let far = 1 << 40
    return [
      move([.up, "k"], "Go up") { _ in -1 },
      move([.down, "j"], "Go down") { _ in 1 },
      move([.pageUp, .control("b")], "Go up a page") { -max(1, $0 - 1) },
      move([.pageDown, .control("f"), " "], "Go down a page") { max(1, $0 - 1) },
      move([.home, "g"], "Go to the first row") { _ in -far },
      move([.end, "G"], "Go to the last row") { _ in far },
    ]
  }

  private func endFilter() {
    state.filter = TextEntry()
    state.isFiltering = false
  }

  private func copySelected(_ navigator: Navigator) {
    guard let row = selectedRow else { return }
    navigator.copy(columns.map { $0.text(row) }.joined(separator: "\t"))
  }

  // MARK: Events

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    if bindings.perform(event, navigator) == .handled { return .handled }
    if state.isFiltering, case .handled = editFilter(event) { return .handled }
    guard case .mouse(let mouse) = event else { return .ignored }
    let lines = lines(in: navigator.size)
    switch mouse.action {
    case .scrollUp: scroll(by: -3, lines: lines)
    case .scrollDown: scroll(by: 3, lines: lines)
    case .click, .doubleClick: click(mouse.position, navigator)
    }
    return .handled
  }

  private func editFilter(_ event: Event) -> Handled {
    var filter = state.filter
    let handled = filter.edit(event)
    if filter != state.filter { state.filter = filter }
    return handled
  }

  /// A click selects; on the selected row it opens, and on a heading it sorts.
  private func click(_ position: Position, _ navigator: Navigator) {
    let regions = regions(in: navigator.size)
    if position.row == regions.headingRow {
      let places = layout(columns: navigator.size.columns).places
      if let place = places.last(where: { position.column >= $0.start }) {
        sort(by: columns[place.index].id)
      }
      return
    }
    let place = position.row - regions.firstRow + topPlace(lines: regions.lines)
    guard (0..<regions.lines).contains(position.row - regions.firstRow), place < arrangement.count
    else { return }
    if place == selectedPlace { return openSelected(navigator) }
    select(place, lines: regions.lines)
  }
}
