public import Screens

/// The options of a ``ListController``.
///
///     options: { $0.sort = ListSort("name"); $0.isHome = true }
public struct ListOptions<Row: Sendable & Equatable> {
  /// The source of the data, until the load sets it.
  public var provenance: Provenance?
  /// Returns whether a refreshed row counts as unchanged. Override it if rows also contain data
  /// from other screens, to compare only what the source sent.
  public var areContentsEqual: @Sendable (Row, Row) -> Bool = { $0 == $1 }
  /// Returns a row's name for notices about removed rows; `nil` for the text of its first column.
  public var name: (@Sendable (Row) -> String)?
  /// Returns the mark in front of a row; `nil` for a list without marks.
  public var mark: (@Sendable (Row) -> Mark)?
  /// The id of a column whose text becomes the heading of a group of rows; `nil` for a list without
  /// groups. Headings replace the column while all rows are shown in the order as received.
  public var groupColumnID: String?
  /// The initial order.
  public var sort = ListSort.asReceived
  /// The row that is selected initially; the first one if `nil`.
  public var selectedID: String?
  /// False for a plain menu without headings or sorting, whose filter is available from ten rows
  /// on.
  public var showsHeadings = true
  /// The text shown if there are no rows, unless the content has a note.
  public var emptyText = "There is nothing here."
  /// Whether another load can return new data.
  public var isRefreshable = true
  /// The number of seconds between automatic reloads; `nil` for none. The controller evaluates it
  /// after each load.
  public var refreshInterval: @MainActor () -> Int? = { nil }
  /// Whether the list reloads when a screen above it is closed, because that screen changes the
  /// rows.
  public var reloadsWhenUncovered = false
  /// The label of the Enter key in the status line and the help, in lower case.
  public var openLabel = "open"
  /// Whether this screen acts as a root: the back keys do nothing.
  public var isHome = false
  /// The application's own keys, available even if there are no rows.
  public var bindings: [KeyBinding] = []
  /// The application's keys for the selected row.
  public var actions: [RowAction<Row>] = []
  /// The columns that are hidden initially. The user can show or hide any but the first. `nil` if
  /// the user can't choose columns.
  public var hiddenColumnIDs: [String]?
  /// Returns text of a row that the filter searches besides the columns, such as codes, messages or
  /// addresses.
  public var searchText: (@Sendable (Row) -> String)?
  /// What it means that a refresh no longer returns a row.
  public var loss = RowRemoval.gone
  /// Handles a result that isn't the list's own: of a picker or another screen that one of the
  /// application's keys opened.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// A key that replaces the back key, if leaving needs more than closing the screen; evaluated
  /// whenever the bindings are read.
  public var back: @MainActor () -> KeyBinding? = { nil }
  /// Returns a footer about the selected row. It uses up to half the screen.
  public var footer: (@Sendable (Row) -> String)?
  /// Returns such a footer only for screens on which not all columns fit.
  public var footerWhenTruncated: (@Sendable (Row) -> String)?
  /// The notice after a refresh by the user; `nil` for none.
  public var reloadedText: String? = "Refreshed"
  /// The file formats that the rows can be exported to; `nil` for none.
  public var exports: ListExports<Row>?
  /// The command line's options for this start, which override the session's state.
  public var request = ListRequest()

  /// Creates the default options.
  public init() {}
}
