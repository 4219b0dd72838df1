public import Screens

/// The options of a ``ListController``, and of the screens that show their rows in one: a
/// ``PagedListController``, a ``TreeController`` and a ``SearchController``.
///
///     options: { $0.sort = ListSort("name"); $0.isHome = true }
public struct ListOptions<Row: Sendable & Equatable> {
  /// The source and status of the data, shown until a load passes another provenance.
  public var provenance: Provenance?
  /// Returns whether a refreshed row counts as unchanged, and so isn't marked. By default rows are
  /// compared with `==`. Set it if rows contain data that the list's source didn't send, which the
  /// comparison should ignore.
  public var areContentsEqual: @Sendable (Row, Row) -> Bool = { $0 == $1 }
  /// Returns the part of a row's id that stays the same when rows are inserted before the row. Set
  /// it if ids contain the row's index. The list then finds the selected row again after a refresh.
  /// By default `nil`: the whole id stays the same.
  public var stableID: (@Sendable (String) -> String)?
  /// Returns a row's name for notices, for example that the row was removed. If `nil`, notices use
  /// the text of the first column.
  public var name: (@Sendable (Row) -> String)?
  /// Returns the status symbol in front of a row. By default `nil`: the list has no marks.
  public var mark: (@Sendable (Row) -> Mark)?
  /// The id of the column by which rows are grouped under headings. While all rows are shown in the
  /// order as received, the column is hidden and its texts are the headings. By default `nil`:
  /// there are no groups.
  public var groupColumnID: String?
  /// The order in which rows are sorted until the user chooses another. By default they stay in the
  /// order in which the source returned them. For any other order a paged list loads all rows.
  public var sort = ListSort.asReceived
  /// The id of the row that is selected initially; `nil` for the first row.
  public var selectedID: String?
  /// Whether the list has column headings and can be sorted. If `false`, it is a plain menu, which
  /// can be filtered only if it has at least ten rows.
  public var showsHeadings = true
  /// The text shown instead of rows if there are none. A note of the content replaces it.
  public var emptyText = "There is nothing here."
  /// Whether loading again can return new data. If `false`, there is no key to refresh.
  public var isRefreshable = true
  /// Returns the number of seconds until the next automatic reload; with `nil`, only certain failed
  /// loads are retried. Called after each load, and when the screen is painted.
  public var refreshInterval: @MainActor () -> Int? = { nil }
  /// Whether the list loads again when the user closes a screen above it. Set it if such screens
  /// change the rows.
  public var reloadsWhenUncovered = false
  /// The label of the Enter key in the status line and the help, in lower case, such as “details”.
  public var openLabel = "open"
  /// Whether this is the application's home screen, which the back keys don't close.
  public var isHome = false
  /// Key bindings that the application adds to the list. They also work if there are no rows.
  public var bindings: [KeyBinding] = []
  /// Key bindings that act on the selected row, in addition to the Enter key.
  public var actions: [RowAction<Row>] = []
  /// The ids of the columns that are hidden until the user shows them. The user can show or hide
  /// all columns but the first. By default `nil`: the user can't choose columns.
  public var hiddenColumnIDs: [String]?
  /// Returns additional text of a row for the filter to search, such as codes or addresses that no
  /// column shows. By default `nil`: the filter searches only the columns.
  public var searchText: (@Sendable (Row) -> String)?
  /// The reason that the list reports if a refresh no longer returns a row. Set it to `.deleted` if
  /// a missing row no longer exists.
  public var loss = RowRemoval.gone
  /// Called with the result of a screen that was opened from this one, for example a picker. The
  /// list handles the results of its own screens itself.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// Returns a key binding that replaces the back key, for a screen that must do more than close.
  /// Called whenever the bindings are read. By default it returns `nil`, and the back key closes
  /// the screen.
  public var back: @MainActor () -> KeyBinding? = { nil }
  /// Returns a text about the selected row, shown below the list on up to half the screen. By
  /// default `nil`: there is no footer.
  public var footer: (@Sendable (Row) -> String)?
  /// Returns a text about the selected row, shown below the list only if the screen is too narrow
  /// for all columns. Ignored if `footer` is set.
  public var footerWhenTruncated: (@Sendable (Row) -> String)?
  /// The notice shown after the user has refreshed the list successfully; `nil` for none.
  public var reloadedText: String? = "Refreshed"
  /// The directory and the file formats for exporting all matching rows; in a paged list including
  /// rows that aren't in memory. By default `nil`: the list has no export.
  public var exports: ListExports<Row>?
  /// The filter, order or selection given on the command line. They override the saved state of the
  /// session once. For a filter or an order a paged list loads all rows.
  public var request = ListRequest()

  /// Creates the default options.
  public init() {}
}
