public import Restoration
public import Screens
public import Terminals

/// A screen that searches while the user types: an input field, and below it a paged list of
/// matches.
///
/// Every change of the text cancels the current search and starts a new one, so late responses are
/// ignored. Letter keys always type text; the arrow keys move the selection in the list.
@MainActor public final class SearchController<Row: Sendable & Equatable>: Screen {
  public let title: String
  /// The typed text and the chosen scope, which a session saves. The state of the list of matches
  /// is added by `encodeState`.
  public var state = SearchState()

  public static var migrations: [Migration] { [Migration("the scope that was chosen is kept")] }

  let field: SearchField
  let options: ListOptions<Row>
  let opensOnlyMatch: Bool
  let results: PagedListController<Row>
  private var childScreen: ChildScreen
  var scopes: [SearchScope] = []

  /// Creates a search.
  ///
  /// ```swift
  /// SearchController(
  ///   title: "Find",
  ///   field: SearchField(
  ///     label: "Name", placeholder: "at least 3 letters", explanation: "Type a name."),
  ///   columns: columns, id: \.id, noun: ("patient", "patients"),
  ///   options: { $0.emptyText = "Nobody found." },
  ///   source: { text, _ in PageSource { try await server.find(text, $0) } },
  ///   open: { patient, navigator in navigator.push(Route.patient(patient.id)) })
  /// ```
  ///
  /// - Parameters:
  ///   - title: The search's name in the top line.
  ///   - field: The field's texts and scopes.
  ///   - columns: The columns of the matches, from left to right. The first is always shown; others
  ///     only if they fit.
  ///   - id: Returns a match's id: unique among the matches, and permanent across refreshes.
  ///   - noun: The noun for one match, and for several, in the line below the list.
  ///   - opensOnlyMatch: Whether the screen opens a match by itself if it is the only one, once the
  ///     source has responded. The source must delay its requests while the user types, because
  ///     letters typed after that go to the opened screen.
  ///   - configure: Sets the options that differ from the default. Key bindings and actions must
  ///     use keys that don't type text. A search isn't refreshed by itself, and has no export.
  ///   - source: Returns the source of the matches in a scope for a text that isn't empty and has
  ///     no leading or trailing spaces. The scope is `nil` if there are none.
  ///   - open: Opens a match.
  public init(
    title: String, field: SearchField, columns: [Column<Row>],
    id: @escaping @Sendable (Row) -> String, noun: (one: String, many: String),
    opensOnlyMatch: Bool = false, options configure: (inout ListOptions<Row>) -> Void = { _ in },
    source: @escaping @MainActor (String, SearchScope?) -> PageSource<Row>,
    open: @escaping @MainActor (Row, Navigator) -> Void
  ) {
    self.title = title
    self.field = field
    self.opensOnlyMatch = opensOnlyMatch
    var options = ListOptions<Row>()
    configure(&options)
    self.options = options
    results = PagedListController(
      title: "", columns: columns, id: id, noun: noun,
      options: {
        $0 = options
        // A search that fails leaves the status of the search itself.
        $0.provenance = nil
      },
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

  public var provenance: Provenance? { results.provenance ?? options.provenance }
  public var activity: String? { results.activity }
  public var isTyping: Bool { true }
  public var isHome: Bool { results.isHome }
  public var reloadsWhenUncovered: Bool { results.reloadsWhenUncovered }

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

/// The state of a search screen that a session saves: the typed text, the scope, and the list of
/// matches.
public struct SearchState: RestorableState {
  /// The text that the user typed in the search field.
  public var query = TextEntry()
  /// The id of the scope that the user chose; `nil` for the first one.
  public var scopeID: String?
  /// The saved state of the list of matches; `nil` until it is first saved.
  public var results: ChildState?

  /// Creates the initial state of a search.
  public init() {}
}

extension SearchController {
  private static var fieldRow: Int { 0 }

  func childRow(_ size: Size) -> Int { size.rows > 12 ? 2 : 1 }

  func childSize(_ size: Size) -> Size {
    Size(rows: size.rows - childRow(size), columns: size.columns)
  }

  public func draw(in canvas: inout Canvas) {
    let label = scope?.title ?? field.label
    let start = 1 + CellWidth.of(label) + 2
    canvas.write(label, row: Self.fieldRow, column: 1, style: .title)
    let availableWidth = canvas.columns - start - 1
    let width = max(4, min(48, field.hint == nil ? availableWidth : availableWidth / 2))
    canvas.drawField(
      state.query, row: Self.fieldRow, column: start, width: width, hasFocus: true,
      placeholder: field.placeholder)
    canvas.write(
      query.isEmpty ? "" : field.hint?(query) ?? "", row: Self.fieldRow,
      column: start + width + 2, style: .secondary, limit: canvas.columns - start - width - 3)
    let top = childRow(canvas.size)
    let area = Area(row: top, column: 0, rows: canvas.rows - top, columns: canvas.columns)
    canvas.within(area) { canvas in
      guard query.isEmpty else { return results.draw(in: &canvas) }
      let lines = Wrapping.lines(of: field.explanation, width: canvas.columns - 3)
      for (row, line) in lines.enumerated() {
        canvas.write(line, row: row, column: 2, style: .secondary)
      }
    }
  }
}
