public import Restoration
public import Screens
public import Terminals

/// A search-as-you-type screen: a field with a paged list of matches below.
///
/// Every change of the text cancels the previous search and starts a new one, so late responses are
/// dropped. Letters always go to the field; the arrow keys move in the list.
@MainActor public final class SearchController<Row: Sendable & Equatable>: Screen {
  public let title: String
  /// The saved state without the list's, which `encodeState` adds.
  public var state = SearchState()

  public static var migrations: [Migration] { [Migration("the scope that was chosen is kept")] }

  private let fixedProvenance: Provenance?
  let label: String
  let placeholder: String
  let explanation: String
  let actions: [RowAction<Row>]
  let ownBindings: [KeyBinding]
  let onResult: @MainActor (ScreenResult, Navigator) -> Void
  let makeScopes: @MainActor () async -> [SearchScope]
  let opensOnlyMatch: Bool
  let footer: (@MainActor (String) -> String)?
  let results: PagedListController<Row>
  private var childScreen: ChildScreen
  var scopes: [SearchScope] = []

  /// Creates a search.
  ///
  /// ```swift
  /// SearchController(
  ///   title: "Find", label: "Name", placeholder: "at least 3 letters",
  ///   explanation: "Type a name.", columns: columns, id: \.id,
  ///   noun: ("patient", "patients"), emptyText: "Nobody found.",
  ///   source: { text, _ in PageSource { try await server.find(text, $0) } },
  ///   open: { patient, navigator in navigator.push(Route.patient(patient.id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The search's name in the top line.
  ///   - provenance: The source of the data, until a page of matches sets it.
  ///   - label: The label in front of the field if there are no scopes.
  ///   - placeholder: The text shown in the empty field.
  ///   - explanation: The text shown below the empty field. No request is sent then.
  ///   - columns: The columns of the matches, from left to right. The first is always shown; others
  ///     only if they fit.
  ///   - id: Returns a match's id: unique among the matches, and permanent across refreshes.
  ///   - mark: Returns the mark in front of a match; `nil` for a list without marks.
  ///   - noun: The noun for one match, and for several, in the line below the list.
  ///   - emptyText: The text shown if nothing matches.
  ///   - actions: Actions on the selected match, with keys that don't type text.
  ///   - bindings: The application's own keys that don't type text, listed after the others.
  ///   - onResult: Handles a result of a picker or another screen that one of these actions opened.
  ///   - footerWhenTruncated: Returns a footer about the selected row, only for screens on which
  ///     not all columns fit.
  ///   - footer: Returns a short text about the query, shown beside the field, for example how it
  ///     is interpreted.
  ///   - opensOnlyMatch: Whether a single match is opened once the source has responded. The source
  ///     must debounce, because letters typed afterwards would go to the opened screen.
  ///   - scopes: Returns the scopes; the first one is the default, and Tab selects the next. Called
  ///     at each load, and so for every letter, before the matches are requested; send a request
  ///     only if the scopes aren't cached.
  ///   - source: Returns the source of the matches in a scope for a text that isn't empty and has
  ///     no leading or trailing spaces. The scope is `nil` if there are none.
  ///   - open: Opens a match.
  public init(
    title: String, provenance: Provenance? = nil, label: String, placeholder: String,
    explanation: String,
    columns: [Column<Row>], id: @escaping @Sendable (Row) -> String,
    mark: (@Sendable (Row) -> Mark)? = nil, noun: (one: String, many: String),
    emptyText: String, actions: [RowAction<Row>] = [], bindings: [KeyBinding] = [],
    onResult: @escaping @MainActor (ScreenResult, Navigator) -> Void = { _, _ in },
    footerWhenTruncated: (@Sendable (Row) -> String)? = nil,
    footer: (@MainActor (String) -> String)? = nil, opensOnlyMatch: Bool = false,
    scopes: @escaping @MainActor () async -> [SearchScope] = { [] },
    source: @escaping @MainActor (String, SearchScope?) -> PageSource<Row>,
    open: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.title = title
    fixedProvenance = provenance
    self.label = label
    self.placeholder = placeholder
    self.explanation = explanation
    self.actions = actions
    ownBindings = bindings
    self.onResult = onResult
    self.footer = footer
    self.opensOnlyMatch = opensOnlyMatch
    makeScopes = scopes
    results = PagedListController(
      title: "", columns: columns, id: id, mark: mark, noun: noun, emptyText: emptyText,
      footerWhenTruncated: footerWhenTruncated,
      source: PageSource { _ in ListPage(rows: [], hasMore: false) }, open: open)
    childScreen = ChildScreen(results, resuming: nil)
    // The list's tasks may outlive the search.
    results.pages.source = PageSource { [weak self] request in
      guard let self else { throw CancellationError() }
      return try await source(query, scope).fetch(request)
    } cached: { [weak self] request in
      guard let self else { return nil }
      return await source(query, scope).cached(request)
    }
  }

  public var provenance: Provenance? { results.provenance ?? fixedProvenance }
  public var activity: String? { results.activity }
  public var isTyping: Bool { true }

  public func encodeState() -> SearchState {
    var saved = state
    saved.results = childScreen.save()
    return saved
  }

  public func restoreState(_ state: SearchState) {
    self.state = state
    childScreen = ChildScreen(results, resuming: state.results)
  }
}

extension SearchController: ErrorReporting {
  var problem: StatusMessage? { results.problem }
  var failure: Provenance.DataStatus? { results.failure }
}

/// The saved state of a search: the typed text, and the list of matches.
public struct SearchState: RestorableState {
  /// The text in the field.
  public var query = TextEntry()
  /// The id of the scope that the user chose; `nil` for the first one.
  public var scopeID: String?
  /// The state of the list of matches; `nil` until it is first saved.
  public var results: ChildState?

  /// Creates the initial state of a search.
  public init() {}
}

/// A kind of search, or a location to search in.
public struct SearchScope: Hashable, Sendable {
  /// Identifies the scope in sessions and to the source.
  public let id: String
  /// The label in front of the field.
  public let title: String

  /// Creates a scope.
  ///
  ///     SearchScope(id: "BARCODE", title: "Barcode")
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

extension SearchController {
  private static var fieldRow: Int { 0 }

  func childRow(_ size: Size) -> Int { size.rows > 12 ? 2 : 1 }

  func childSize(_ size: Size) -> Size {
    Size(rows: size.rows - childRow(size), columns: size.columns)
  }

  public func draw(in canvas: inout Canvas) {
    let label = scope?.title ?? label
    let start = 1 + CellWidth.of(label) + 2
    canvas.write(label, row: Self.fieldRow, column: 1, style: .title)
    let availableWidth = canvas.columns - start - 1
    let width = max(4, min(48, footer == nil ? availableWidth : availableWidth / 2))
    canvas.drawField(
      state.query, row: Self.fieldRow, column: start, width: width, hasFocus: true,
      placeholder: placeholder)
    canvas.write(
      query.isEmpty ? "" : footer?(query) ?? "", row: Self.fieldRow, column: start + width + 2,
      style: .secondary,
      limit: canvas.columns - start - width - 3)
    let top = childRow(canvas.size)
    let area = Area(row: top, column: 0, rows: canvas.rows - top, columns: canvas.columns)
    canvas.within(area) { canvas in
      guard query.isEmpty else { return results.draw(in: &canvas) }
      for (row, line) in Wrapping.lines(of: explanation, width: canvas.columns - 3).enumerated() {
        canvas.write(line, row: row, column: 2, style: .secondary)
      }
    }
  }
}
