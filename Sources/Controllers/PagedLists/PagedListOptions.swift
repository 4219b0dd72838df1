public import Screens

/// The options of a ``PagedListController``.
///
///     options: { $0.openLabel = "details"; $0.mark = \.mark }
public struct PagedListOptions<Row: Sendable & Equatable> {
  /// The source and status of the data, shown until a load passes another provenance.
  public var provenance: Provenance?
  /// Returns the part of a row's id that stays the same when rows are inserted before the row. Set
  /// it if ids contain the row's index. The list then finds the selected row again after a refresh.
  /// By default `nil`: the whole id stays the same.
  public var stableID: (@Sendable (String) -> String)?
  /// Returns a row's name for notices, for example that the row was removed. If `nil`, notices use
  /// the text of the first column.
  public var name: (@Sendable (Row) -> String)?
  /// Returns the status symbol in front of a row. By default `nil`: the list has no marks.
  public var mark: (@Sendable (Row) -> Mark)?
  /// Whether loading again can return new data. If `false`, there is no key to refresh.
  public var isRefreshable = true
  /// The number of seconds between automatic reloads of the visible rows; with `nil`, only certain
  /// failed loads are retried.
  public var refreshInterval: Int?
  /// The label of the Enter key in the status line and the help, in lower case, such as “details”.
  public var openLabel = "open"
  /// Key bindings that the application adds to the list. They also work if there are no rows.
  public var bindings: [KeyBinding] = []
  /// Key bindings that act on the selected row, in addition to the Enter key.
  public var actions: [RowAction<Row>] = []
  /// The ids of the columns that are hidden until the user shows them. By default `nil`: the user
  /// can't choose columns.
  public var hiddenColumnIDs: [String]?
  /// Called with the result of a screen that was opened from this one, for example a picker. The
  /// list handles the results of its own screens itself.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// Returns a text about the selected row, shown below the list on up to half the screen. By
  /// default `nil`: there is no footer.
  public var footer: (@Sendable (Row) -> String)?
  /// Returns a text about the selected row, shown below the list only if the screen is too narrow
  /// for all columns. Ignored if `footer` is set.
  public var footerWhenTruncated: (@Sendable (Row) -> String)?
  /// The directory and the file formats for exporting all matching rows, including rows that aren't
  /// in memory. By default `nil`: the list has no export.
  public var exports: ListExports<Row>?

  /// Creates the default options.
  public init() {}
}
