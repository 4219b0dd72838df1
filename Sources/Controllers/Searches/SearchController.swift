public import Restoration
public import Screens
public import Terminals

/// A search as one types: a field, and below it the matches, in pieces.
///
/// Every change of the text asks anew and cancels the question before, so a late answer is dropped. Letters always go into the field; the
/// arrow keys move among the matches.
@MainActor public final class SearchController<Row: Sendable & Equatable>: Screen {
  public let title: String
  /// The saved state, without the matches' own; `encodeState` adds that.
  public var state = SearchState()

  public static var migrations: [Migration] { [Migration("the scope that was chosen is kept")] }

  private let fixedProvenance: Provenance?
  private let label: String
  private let placeholder: String
  private let explanation: String
  private let actions: [RowAction<Row>]
  private let ownBindings: [KeyBinding]
  private let answered: @MainActor (Answer, Navigator) -> Void
  private let makeScopes: @MainActor () async -> [SearchScope]
  private let opensOnlyMatch: Bool
  private let remark: (@MainActor (String) -> String)?
  private let results: PagedListController<Row>
  private var part: Part
  /// The scopes that there are; empty until they are known.
  private var scopes: [SearchScope] = []
  /// The row of the field. Below it are a blank row, if there is room, and the matches.
  private static var fieldRow: Int { 0 }

  /// Creates a search.
  ///
  /// ```swift
  /// SearchController(
  ///   title: "Find", label: "Name", placeholder: "at least 3 letters",
  ///   explanation: "Type a name.", columns: columns, id: \.id,
  ///   noun: ("patient", "patients"), emptyText: "Nobody found.",
  ///   source: { text in PageSource { try await server.find(text, $0) } },
  ///   open: { patient, navigator in navigator.push(Route.patient(patient.id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The search's name in the top line, behind those of the screens below it.
  ///   - provenance: The source of the data, until a page of matches names it.
  ///   - label: The words in front of the field.
  ///   - placeholder: The text shown in the field while nothing is typed.
  ///   - explanation: The text shown below the field while nothing is typed; nothing is asked then.
  ///   - columns: The columns of the matches, from the left. The first is always shown; of the others, those that have room.
  ///   - id: Identifies a match for as long as it lives, also across refreshes. Unique among the matches.
  ///   - mark: Returns the sign in front of a match; nil for a list without signs.
  ///   - noun: The word for one match, and for many, in the line below them.
  ///   - emptyText: The sentence shown where nothing matches.
  ///   - actions: Actions on the selected match, by keys that aren't for typing.
  ///   - bindings: The application's own keys that aren't for typing, named behind the others.
  ///   - answered: Handles an answer from a picker or another screen that one of these actions opened.
  ///   - remarkWhereCut: Returns text about the selected row, drawn below the matches on a screen on which not all columns have room.
  ///   - source: Returns the source of the matches for a text, which isn't empty and has no blanks at either end.
  ///   - open: Opens a match.
  public convenience init(
    title: String, provenance: Provenance? = nil, label: String, placeholder: String,
    explanation: String,
    columns: [Column<Row>], id: @escaping @Sendable (Row) -> String,
    mark: (@Sendable (Row) -> Mark)? = nil, noun: (one: String, many: String),
    emptyText: String, actions: [RowAction<Row>] = [], bindings: [KeyBinding] = [],
    answered: @escaping @MainActor (Answer, Navigator) -> Void = { _, _ in },
    remarkWhereCut: (@Sendable (Row) -> String)? = nil,
    source: @escaping @MainActor (String) -> PageSource<Row>,
    open: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.init(
      title: title, provenance: provenance, label: label, placeholder: placeholder,
      explanation: explanation, columns: columns, id: id, mark: mark, noun: noun,
      emptyText: emptyText, actions: actions, bindings: bindings, answered: answered,
      remarkWhereCut: remarkWhereCut, scopes: { [] },
      scopedSource: { text, _ in source(text) }, open: open)
  }

  /// Creates a search in one of several scopes: Tab goes from one to the next.
  ///
  /// ```swift
  /// SearchController(
  ///   title: "Search", label: "Search", placeholder: "at least 3 letters", explanation: "Type a code.",
  ///   columns: columns, id: \.id, noun: ("sample", "samples"), emptyText: "Nothing found.",
  ///   scopes: { await server.searchScopes },
  ///   scopedSource: { text, scope in PageSource { try await server.find(text, in: scope, $0) } },
  ///   open: { sample, navigator in navigator.push(Route.sample(sample.id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The search's name in the top line, behind those of the screens below it.
  ///   - provenance: The source of the data, until a page of matches names it.
  ///   - label: The words in front of the field where there are no scopes.
  ///   - placeholder: The text shown in the field while nothing is typed.
  ///   - explanation: The text shown below the field while nothing is typed; nothing is asked then.
  ///   - columns: The columns of the matches, from the left. The first is always shown; of the others, those that have room.
  ///   - id: Identifies a match for as long as it lives, also across refreshes. Unique among the matches.
  ///   - mark: Returns the sign in front of a match; nil for a list without signs.
  ///   - noun: The word for one match, and for many, in the line below them.
  ///   - emptyText: The sentence shown where nothing matches.
  ///   - actions: Actions on the selected match, by keys that aren't for typing.
  ///   - bindings: The application's own keys that aren't for typing, named behind the others.
  ///   - answered: Handles an answer from a picker or another screen that one of these actions opened.
  ///   - remarkWhereCut: Returns text about the selected row, drawn below the matches on a screen on which not all columns have room.
  ///   - remark: Returns a few words about a typed text, drawn beside the field: what it is searched for as.
  ///   - opensOnlyMatch: True if a match that is the only one is opened, once the person has typed so much and the source has answered.
  ///     Its source waits a moment before it answers, or letters typed after that would be for the screen that was opened.
  ///   - scopes: Returns the scopes; the first one is the default. Asked each time the screen loads, also at every letter, and the matches
  ///     wait for them: a server is asked only where nothing is known of them yet.
  ///   - scopedSource: Returns the source of the matches for a text, which isn't empty and has no blanks at either end, in a scope; nil
  ///     where there are none.
  ///   - open: Opens a match.
  public init(
    title: String, provenance: Provenance? = nil, label: String, placeholder: String,
    explanation: String,
    columns: [Column<Row>], id: @escaping @Sendable (Row) -> String,
    mark: (@Sendable (Row) -> Mark)? = nil, noun: (one: String, many: String),
    emptyText: String, actions: [RowAction<Row>] = [], bindings: [KeyBinding] = [],
    answered: @escaping @MainActor (Answer, Navigator) -> Void = { _, _ in },
    remarkWhereCut: (@Sendable (Row) -> String)? = nil,
    remark: (@MainActor (String) -> String)? = nil, opensOnlyMatch: Bool = false,
    scopes: @escaping @MainActor () async -> [SearchScope],
    scopedSource: @escaping @MainActor (String, SearchScope?) -> PageSource<Row>,
    open: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.title = title
    fixedProvenance = provenance
    self.label = label
    self.placeholder = placeholder
    self.explanation = explanation
    self.actions = actions
    ownBindings = bindings
    self.answered = answered
    self.remark = remark
    self.opensOnlyMatch = opensOnlyMatch
    makeScopes = scopes
    results = PagedListController(
      title: "", columns: columns, id: id, mark: mark, noun: noun, emptyText: emptyText,
      remarkWhereCut: remarkWhereCut,
      source: PageSource { _ in ListPage(rows: [], hasMore: false) }, open: open)
    part = Part(results, resuming: nil)
    // What the list has begun may come to ask when the search is gone already.
    results.pages.source = PageSource { [weak self] request in
      guard let self else { throw CancellationError() }
      return try await scopedSource(query, scope).ask(request)
    } known: { [weak self] request in
      guard let self else { return nil }
      return await scopedSource(query, scope).known(request)
    }
  }

  /// The text to search for: the field's, without blanks at either end.
  private var query: String { state.query.text.trimmingBlanks }

  /// The scope that is searched in; nil where there are none.
  private var scope: SearchScope? { scopes.first { $0.id == state.scopeID } ?? scopes.first }

  public var provenance: Provenance? { results.provenance ?? fixedProvenance }
  public var activity: String? { results.activity }
  public var isTyping: Bool { true }

  public func encodeState() -> SearchState {
    var saved = state
    saved.results = part.save()
    return saved
  }

  public func restoreState(_ state: SearchState) {
    self.state = state
    part = Part(results, resuming: state.results)
  }

  public func load(_ freshness: Freshness, _ navigator: Navigator) async {
    let known = await makeScopes()
    // Another load took this one's place, and knows them by now, or will.
    guard !Task.isCancelled else { return }
    scopes = known
    guard !query.isEmpty else { return }
    await results.load(freshness, navigator.part(partSize(navigator.size)))
  }

  // MARK: Keys

  private static var listKeys: [Key] { [.up, .down, .pageUp, .pageDown] }

  public var bindings: [KeyBinding] {
    var bindings: [KeyBinding] = []
    if !query.isEmpty {
      bindings = [
        KeyBinding(.enter, label: "open", help: "Open the selected row") { navigator in
          self.results.list.openSelected(navigator)
        },
        KeyBinding(.escape, label: "clear", help: "Search for something else") {
          self.type(TextEntry(), $0)
        },
        KeyBinding(.control("r"), help: "Refresh") { $0.refresh() },
      ]
      bindings += actions.map { item in
        KeyBinding(item.key, label: item.label, help: item.help) { navigator in
          if let row = self.results.list.selectedRow { item.action(row, navigator) }
        }
      }
    }
    if scopes.count > 1 {
      bindings.append(
        KeyBinding(.tab, label: "where", help: "Search elsewhere, or by something else") {
          self.nextScope($0)
        })
    }
    let inList = results.bindings.filter { binding in
      binding.keys.contains(where: Self.listKeys.contains)
    }
    return bindings + ownBindings
      + inList.map { binding in
        var binding = binding
        binding.keys = binding.keys.filter(Self.listKeys.contains)
        return binding
      }
  }

  public func handle(_ event: Event, _ navigator: Navigator) -> Handled {
    let inside = navigator.part(partSize(navigator.size))
    switch event {
    case .key(let key) where Self.listKeys.contains(key):
      return query.isEmpty ? .handled : results.handle(event, inside)
    case .mouse, .resize:
      guard !query.isEmpty, let event = event.forPart(below: partRow(navigator.size)) else {
        return .handled
      }
      return results.handle(event, inside)
    default:
      if bindings.perform(event, navigator) == .handled { return .handled }
    }
    var entry = state.query
    let handled = entry.edit(event)
    if entry != state.query { type(entry, navigator) }
    return handled
  }

  /// Takes over a text; if it asks another question, drops the matches before and cancels the work under way.
  private func type(_ entry: TextEntry, _ navigator: Navigator) {
    let before = query
    state.query = entry
    guard query != before else { return }
    askAnew(navigator)
  }

  private func nextScope(_ navigator: Navigator) {
    guard let place = scopes.firstIndex(where: { $0 == scope }) else { return }
    state.scopeID = scopes[(place + 1) % scopes.count].id
    askAnew(navigator)
  }

  /// Drops the matches, cancels the work under way, and asks.
  private func askAnew(_ navigator: Navigator) {
    results.reset()
    let query = query
    navigator.run(.loading) {
      await self.load(.cached, navigator)
      guard self.opensOnlyMatch, !Task.isCancelled, query == self.query, self.results.isOnlyRow
      else { return }
      self.results.list.openSelected(navigator)
    }
  }

  public func receive(_ answer: Answer, _ navigator: Navigator) {
    switch answer {
    case .remedied: navigator.refresh()
    // What is found may say who is kept.
    case .kept: results.askAgain(navigator.part(partSize(navigator.size)))
    default: answered(answer, navigator)
    }
  }

  // MARK: Drawing

  private func partRow(_ size: Size) -> Int { size.rows > 12 ? 2 : 1 }

  private func partSize(_ size: Size) -> Size {
    Size(rows: size.rows - partRow(size), columns: size.columns)
  }

  public func draw(in canvas: inout Canvas) {
    let label = scope?.title ?? label
    let start = 1 + CellWidth.of(label) + 2
    canvas.write(label, row: Self.fieldRow, column: 1, style: .title)
    let room = canvas.columns - start - 1
    let width = max(4, min(48, remark == nil ? room : room / 2))
    canvas.drawField(
      state.query, row: Self.fieldRow, column: start, width: width, hasFocus: true,
      placeholder: placeholder)
    canvas.write(
      query.isEmpty ? "" : remark?(query) ?? "", row: Self.fieldRow, column: start + width + 2,
      style: .secondary,
      limit: canvas.columns - start - width - 3)
    let top = partRow(canvas.size)
    let area = Area(row: top, column: 0, rows: canvas.rows - top, columns: canvas.columns)
    canvas.within(area) { canvas in
      guard query.isEmpty else { return results.draw(in: &canvas) }
      for (row, line) in Wrapping.lines(of: explanation, width: canvas.columns - 3).enumerated() {
        canvas.write(line, row: row, column: 2, style: .secondary)
      }
    }
  }
}

extension SearchController: TellsProblem {
  var problem: Report? { results.problem }
  var failure: Provenance.Standing? { results.failure }
}

extension String {
  /// The text without blanks at either end.
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
