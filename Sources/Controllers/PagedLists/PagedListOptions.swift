public import Screens

/// The options of a ``PagedListController``.
///
///     options: { $0.openLabel = "details"; $0.mark = \.mark }
public struct PagedListOptions<Row: Sendable & Equatable> {
  /// The source of the data, until a page sets it.
  public var provenance: Provenance?
  /// Returns the part of an id that stays the same when rows are inserted before the row, for rows
  /// that are only distinguished by their index; `nil` if the whole id does.
  public var stableID: (@Sendable (String) -> String)?
  /// Returns a row's name for notices about removed rows; `nil` for the text of its first column.
  public var name: (@Sendable (Row) -> String)?
  /// Returns the mark in front of a row; `nil` for a list without marks.
  public var mark: (@Sendable (Row) -> Mark)?
  /// Whether another load can return new data.
  public var isRefreshable = true
  /// The number of seconds between automatic reloads of the visible rows; `nil` for none.
  public var refreshInterval: Int?
  /// The label of the Enter key in the status line and the help, in lower case.
  public var openLabel = "open"
  /// The application's own keys, available even if there are no rows.
  public var bindings: [KeyBinding] = []
  /// The application's keys for the selected row.
  public var actions: [RowAction<Row>] = []
  /// The columns that are hidden initially; `nil` if the user can't choose columns.
  public var hiddenColumnIDs: [String]?
  /// Handles a result that isn't the list's own: of a picker or another screen that one of the
  /// application's keys opened.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// Returns a footer about the selected row. It uses up to half the screen.
  public var footer: (@Sendable (Row) -> String)?
  /// Returns such a footer only for screens on which not all columns fit.
  public var footerWhenTruncated: (@Sendable (Row) -> String)?
  /// The file formats that all matching rows can be exported to, including rows that aren't in
  /// memory; `nil` for none.
  public var exports: ListExports<Row>?

  /// Creates the default options.
  public init() {}
}
