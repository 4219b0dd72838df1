public import Restoration
public import Screens

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
  let label: String
  let placeholder: String
  let explanation: String
  let actions: [RowAction<Row>]
  let ownBindings: [KeyBinding]
  let answered: @MainActor (ScreenResult, Navigator) -> Void
  let makeScopes: @MainActor () async -> [SearchScope]
  let opensOnlyMatch: Bool
  let footer: (@MainActor (String) -> String)?
  let results: PagedListController<Row>
  private var part: ChildScreen
  /// The scopes that there are; empty until they are known.
  var scopes: [SearchScope] = []

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
    answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    footerWhenTruncated: (@Sendable (Row) -> String)? = nil,
    source: @escaping @MainActor (String) -> PageSource<Row>,
    open: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.init(
      title: title, provenance: provenance, label: label, placeholder: placeholder,
      explanation: explanation, columns: columns, id: id, mark: mark, noun: noun,
      emptyText: emptyText, actions: actions, bindings: bindings, answered: answered,
      footerWhenTruncated: footerWhenTruncated, scopes: { [] },
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
  ///     Its source waits a timestamp before it answers, or letters typed after that would be for the screen that was opened.
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
    answered: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    footerWhenTruncated: (@Sendable (Row) -> String)? = nil,
    footer: (@MainActor (String) -> String)? = nil, opensOnlyMatch: Bool = false,
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
    self.footer = footer
    self.opensOnlyMatch = opensOnlyMatch
    makeScopes = scopes
    results = PagedListController(
      title: "", columns: columns, id: id, mark: mark, noun: noun, emptyText: emptyText,
      footerWhenTruncated: footerWhenTruncated,
      source: PageSource { _ in ListPage(rows: [], hasMore: false) }, open: open)
    part = ChildScreen(results, resuming: nil)
    // What the list has begun may come to ask when the search is gone already.
    results.pages.source = PageSource { [weak self] request in
      guard let self else { throw CancellationError() }
      return try await scopedSource(query, scope).ask(request)
    } known: { [weak self] request in
      guard let self else { return nil }
      return await scopedSource(query, scope).known(request)
    }
  }

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
    part = ChildScreen(results, resuming: state.results)
  }
}

extension SearchController: ErrorReporting {
  var problem: StatusMessage? { results.problem }
  var failure: Provenance.DataStatus? { results.failure }
}
