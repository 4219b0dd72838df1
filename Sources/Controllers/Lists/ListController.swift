public import Restoration
public import Screens
import Terminals
import Values

/// A list with columns, a selection by id, a filter, sorting, and its empty, loading and failed states.
///
/// An application gives it columns, a source, and the screen that Enter opens.
@MainActor public final class ListController<Row: Sendable & Equatable>: Screen {
  /// The columns, from the left.
  public private(set) var columns: [Column<Row>]
  /// The saved state; a change of it sorts and filters the rows anew.
  public var state = ListState() { didSet { rearrange(since: oldValue) } }
  public let reloadsWhenUncovered: Bool

  let id: @Sendable (Row) -> String
  let isSame: @Sendable (Row, Row) -> Bool
  private let rowName: (@Sendable (Row) -> String)?
  /// Returns the part of an id that a row keeps where others are put in front of it; nil where the whole id stays.
  var lastingID: (@Sendable (String) -> String)?
  let mark: (@Sendable (Row) -> Mark)?
  let groupColumnID: String?
  let initialSort: ListSort
  let initialID: String?
  public let isHome: Bool
  let openLabel: String
  let actions: [RowAction<Row>]
  let searched: (@Sendable (Row) -> String)?
  let loss: ListLoss
  let back: @MainActor () -> KeyBinding?
  let remark: (@Sendable (Row) -> String)?
  let remarkWhereCut: (@Sendable (Row) -> String)?
  private let reloadedText: String?
  let exports: ListExports<Row>?
  let open: (@MainActor (Row, Navigator) -> Void)?
  let door: Door<ListContent<Row>>
  let showsHeadings: Bool
  let emptyText: String
  /// The columns hidden until the person shows them; nil if columns can't be chosen.
  private(set) var initiallyHidden: [String]?

  let loader = Loader<ListContent<Row>>()
  /// The filter, order and row that the command line asks for, until the person chooses otherwise. They aren't part of the state: the
  /// session keeps its own.
  private(set) var request: ListRequest
  private(set) var query = TextQuery("")
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
  /// The export that was chosen before the rows were there, as after a kill.
  private var waitingExport: String?
  /// The export that goes on, which can be given up.
  var exporting: Exporting?
  /// The column that was chosen before it was known, as after a kill.
  private var waitingColumn: Answer?
  /// The step to a neighbour that was asked for before the rows were there.
  private var waitingStep: Int?
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
  ///   - refreshInterval: The number of seconds after which the list is loaded anew by itself; nil for never.
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
    isSame: @escaping @Sendable (Row, Row) -> Bool = { $0 == $1 },
    name: (@Sendable (Row) -> String)? = nil,
    mark: (@Sendable (Row) -> Mark)? = nil,
    groupedBy groupColumnID: String? = nil,
    sort: ListSort = .asReceived, selectedID: String? = nil, showsHeadings: Bool = true,
    emptyText: String = "There is nothing here.", isRefreshable: Bool = true,
    refreshInterval: Int? = nil, reloadsWhenUncovered: Bool = false, openLabel: String = "open",
    isHome: Bool = false, bindings: [KeyBinding] = [], actions: [RowAction<Row>] = [],
    hiddenColumnIDs: [String]? = nil,
    searched: (@Sendable (Row) -> String)? = nil, loss: ListLoss = .gone,
    answered: @escaping @MainActor (Answer, Navigator) -> Void = { _, _ in },
    back: @autoclosure @escaping @MainActor () -> KeyBinding? = nil,
    remark: (@Sendable (Row) -> String)? = nil,
    remarkWhereCut: (@Sendable (Row) -> String)? = nil, reloadedText: String? = "Refreshed",
    exports: ListExports<Row>? = nil, request: ListRequest = ListRequest(),
    source: @escaping @MainActor (Load<ListContent<Row>>) async throws -> Void,
    open: (@MainActor (Row, Navigator) -> Void)? = nil
  ) {
    door = Door(
      title: title, provenance: provenance, bindings: bindings, isRefreshable: isRefreshable,
      refreshInterval: refreshInterval, answered: answered, source: source)
    self.columns = columns
    self.id = id
    self.isSame = isSame
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
    self.searched = searched
    self.loss = loss
    self.back = back
    self.remark = remark
    self.remarkWhereCut = remarkWhereCut
    self.reloadedText = reloadedText
    self.exports = exports
    self.request = request
    self.open = open
    query = TextQuery(request.filter ?? "")
    widths = columns.map { $0.width }
    arrangement = Arrangement(
      ListRows(), columns: columns, sort: sort, query: query, searched: searched, id: id)
    hiddenColumns = chosenHidden
  }

  public var title: String { door.title }
  public var provenance: Provenance? { loader.provenance(door.provenance) }
  public var activity: String? { exporting?.words ?? loader.activity }
  public var refreshInterval: Int? {
    loader.refreshInterval(door.refreshInterval, from: door.provenance)
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

  // MARK: Data

  var content: ListContent<Row>? { loader.content }

  /// The note about the rows, or in a list that comes in pieces about the page of the selected one.
  var note: String? {
    // Where there are no rows it stands in their place.
    if content?.received.count == 0 { return nil }
    guard let part = content?.part, !isArranged else { return content?.note }
    return part.places.note(of: selectedPlace ?? 0)
  }

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    let hadContent = content != nil
    var changes = ListChanges()
    /// The content before the first of several steps that bring news.
    var old: ListContent<Row>?
    let outcome = await loadContent(freshness, navigator, notice: nil) {
      [weak self] before, isNews in
      guard let self, let content = self.content else { return }
      // Of what was only a beginning nothing is known to be new.
      if isNews, !self.loader.wasPartial, content.part?.isContinued != true { old = old ?? before }
      if let before = old, !self.loader.isContinued {
        changes = ListChanges(
          from: before, to: content, id: self.id, isSame: self.isSame, name: self.name)
        // The last changes stay marked until there are others, or the person asks and there are none.
        if freshness == .fresh || !changes.isEmpty { self.mark(changes) }
        old = nil
      }
      self.take(content.columns)
      self.fit()
      self.arrange()
      self.followMoved()
      guard !self.loader.isContinued else { return }
      self.selectRequested()
      self.openRequested(navigator)
      self.exportWaiting(navigator)
      self.columnWaiting(navigator)
      self.stepWaiting(navigator)
    }
    var loss: Loss?
    if case .loaded = outcome, let content {
      // Only now is it known that no later step brings it.
      loss = loader.isPartial ? nil : replaceLostSelection(content)
      // A load that shows more later says once what is no more.
      if let notice = notice(of: changes, loss) { navigator.notify(notice) }
      selectRequested()
      request.selectedID = nil
      openRequested(navigator)
      exportWaiting(navigator)
      columnWaiting(navigator)
      stepWaiting(navigator)
    }
    switch outcome {
    case .loaded:
      if freshness == .fresh, changes.isEmpty { mark(changes) }
      if freshness == .fresh, hadContent, loss == nil, let reloadedText {
        navigator.notify("\(reloadedText)\(changes.clause(self.loss)).")
      }
    case .remedied where content != nil: break
    case .failed, .remedied:
      waitingExport = nil
      waitingColumn = nil
      // The rows that are there stay, and one of them was open.
      if content != nil { stepWaiting(navigator) }
      waitingStep = nil
    case .unchanged:
      request.selectedID = nil
      stepWaiting(navigator)
    case .dropped: break
    }
  }

  /// True if the first rows may be shown before the others are there: the person has no place that these may lack.
  var takesBeginning: Bool {
    let isUntouched = state.selectedID == nil && state.topID == nil && initialID == nil
    let isRequested = request.selectedID != nil || request.name != nil
    return content == nil && isUntouched && !isArranged && !isRequested
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    if let distance = answer.neighbourDistance {
      waitingStep = distance
      // Beside the last row of a beginning stands one that is still to come.
      return content == nil || loader.isContinued ? () : stepWaiting(navigator)
    }
    if answer.question == Self.sortQuestion { return sort(answer, navigator) }
    if answer.question == Self.columnsQuestion {
      waitingColumn = answer
      return columnWaiting(navigator)
    }
    guard answer.question == Self.exportQuestion else { return pass(answer, navigator) }
    waitingExport = answer.choiceID
    // While more of the same is coming, what is here is a beginning: it waits for the rest.
    if content != nil, !loader.isContinued { exportWaiting(navigator) }
  }

  private func stepWaiting(_ navigator: Navigator) {
    // The neighbours are those of the row that the command line selects, which a later step may bring.
    guard let distance = waitingStep, request.selectedID == nil else { return }
    waitingStep = nil
    openNeighbour(distance, navigator)
  }

  /// Shows or hides the column that was chosen, once it is known: which there are the source may have to say.
  private func columnWaiting(_ navigator: Navigator) {
    guard let answer = waitingColumn, content != nil else { return }
    waitingColumn = nil
    chooseColumn(answer, navigator)
  }

  /// Takes the columns that the source has named.
  private func take(_ named: ListColumns<Row>?) {
    guard let named, !named.columns.isEmpty else { return }
    columns = named.columns
    initiallyHidden = named.hiddenIDs
    madeBindings = nil
  }

  private func exportWaiting(_ navigator: Navigator) {
    guard let name = waitingExport else { return }
    waitingExport = nil
    export(name, navigator)
  }

  /// Empties the list for another question: no rows, no selection.
  func reset() {
    loader.forget()
    fit()
    arrange()
    state = ListState()
  }

  /// Selects a row of the content that is about to be shown, at the screen's top or at its end.
  func expect(_ row: Row) {
    state.selectedID = id(row)
    state.selectedName = name(row)
    state.neighbourIDs = []
    state.topID = nil
    state.rowsAbove = 0
    state.isScrolled = false
  }

  private func mark(_ changes: ListChanges) {
    let ids = Array(changes.ids.prefix(ListState.maximumChanges))
    var state = state
    state.changedIDs = ids
    state.newIDs = changes.newIDs.filter(Set(ids).contains)
    state.changedCount = changes.ids.count - changes.newIDs.count
    state.newCount = changes.newIDs.count
    state.lostCount = changes.lostNames.count
    if state != self.state { self.state = state }
  }

  /// The selected row that is lost: its name, and the sentence about it.
  private struct Loss {
    let name: String
    let sentence: String
  }

  /// The sentence about lost rows: the selected one, and others if `loss` says that they were deleted.
  private func notice(of changes: ListChanges, _ lost: Loss?) -> String? {
    let others =
      loss == .deleted ? changes.lossSentence(loss, besides: lost?.name) : nil
    let sentences = [lost?.sentence, others].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Moves the selection to the nearest neighbour if its row is gone. Returns what the person is told then.
  private func replaceLostSelection(_ loaded: ListContent<Row>) -> Loss? {
    // The rows that are shown are looked through first: there it is found at once.
    guard let wanted = state.selectedID, arrangement.place(of: wanted) == nil,
      loaded.received.first(of: [wanted], id) == nil
    else { return nil }
    let name = state.selectedName ?? wanted
    let neighbour = loaded.received.first(of: state.neighbourIDs, id)
    let instead = neighbour ?? loaded.part?.nearest(loaded.received)
    state.selectedID = instead.map(id)
    state.selectedName = instead.flatMap(self.name)
    let end = neighbour == nil ? "." : "; its neighbour is selected."
    // A row that others may have moved could be in pages that aren't here.
    let mayHaveMoved = lastingID != nil && loaded.isIncomplete
    let clause = mayHaveMoved ? "“\(name)” isn't near its place any more" : loss.clause(name)
    return Loss(name: name, sentence: clause + end)
  }

  /// Selects the row that was selected where its id is another one now, because others were put in front of it.
  private func followMoved() {
    guard let lastingID, let received = content?.received, let wanted = state.selectedID,
      arrangement.place(of: wanted) == nil, received.first(of: [wanted], id) == nil
    else { return }
    let lasting = lastingID(wanted)
    let places = received.indices.filter { lastingID(id(received[$0])) == lasting }
    // Of several with the same content the one nearest to the place that was left is most likely meant.
    guard let place = content?.part?.nearest(of: places) ?? places.first else { return }
    choose(received[place])
  }

  /// Selects the row that the command line names by its id, once it is there.
  private func selectRequested() {
    guard let wanted = request.selectedID,
      let row = content?.received.first(of: [wanted], id)
    else { return }
    request.selectedID = nil
    choose(row)
  }

  private func choose(_ row: Row) {
    var state = state
    state.selectedID = id(row)
    state.selectedName = name(row)
    state.isScrolled = false
    self.state = state
  }

  /// Opens the row that the command line names; if no single row has that id or name, says so.
  private func openRequested(_ navigator: Navigator) {
    guard let wanted = request.name, let rows = content?.rows else { return }
    request.name = nil
    var named = rows.first { id($0) == wanted }.map { [$0] } ?? rows.filter { name($0) == wanted }
    if named.isEmpty {
      // As commands that are given a name do: whoever types it doesn't look at its capitals.
      let lowercased = wanted.lowercased()
      named = rows.filter { name($0)?.lowercased() == lowercased }
    }
    if named.count == 1 {
      choose(named[0])
      open?(named[0], navigator)
    } else {
      request.filter = wanted
      query = TextQuery(wanted)
      arrange()
      navigator.notify(notice(ofNamed: named.count, wanted))
    }
  }

  /// The notice if no single row is named: "No system has the name or id “9999”.", "2 systems are named “Single Server”."
  private func notice(ofNamed count: Int, _ wanted: String) -> String {
    let noun = content?.noun ?? ("row", "rows")
    guard count == 0 else { return "\(count.counted(noun)) are named “\(wanted)”." }
    let matches = arrangement.count == 0 ? "." : "; \(arrangement.count.grouped) match."
    return "No \(noun.one) has the name or id “\(wanted)”" + matches
  }

  func name(_ row: Row) -> String? { rowName?(row) ?? columns.first?.text(row) }

  /// Moves the command line's filter and order into the state, because the person is about to change them.
  func adoptRequest() {
    guard request.filter != nil || request.sort != nil else { return }
    let (filter, sort) = (filter, request.sort)
    request = ListRequest()
    var state = state
    state.filter = filter
    if let sort { state.sort = sort }
    self.state = state
  }

  private func rearrange(since old: ListState) {
    if state.changedIDs != old.changedIDs { changedIDs = Set(state.changedIDs) }
    if state.newIDs != old.newIDs { newIDs = Set(state.newIDs) }
    if filter.text != query.text { query = TextQuery(filter.text) }
    if state.hiddenColumnIDs != old.hiddenColumnIDs { fit() }
    if state.filter.text != old.filter.text || state.sort != old.sort { arrange() }
  }

  private func arrange() {
    var next = Arrangement(
      content?.received ?? ListRows(), columns: columns, sort: sort, query: query,
      searched: searched, id: id)
    next.remember(arrangement)
    arrangement = next
    summary =
      (filter.isEmpty ? content?.summary : content?.summary(ofMatching: arrangement.shown)) ?? ""
  }

  /// Gives each column the width that its rows need. In a list that comes in pieces the widths stay, or each page would move the columns.
  private func fit() {
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

extension ListController: LoadsContent {}

extension ListController: AsksQuestions {
  func isOwn(_ answer: Answer) -> Bool {
    answer.neighbourDistance != nil
      || [Self.sortQuestion, Self.columnsQuestion, Self.exportQuestion].contains(answer.question)
  }
}

extension ListState: ShowsProblem {}
