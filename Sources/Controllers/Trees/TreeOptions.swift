public import Screens

/// The options of a ``TreeController``.
///
///     options: { $0.emptyText = "No files."; $0.isRefreshable = false }
public struct TreeOptions<Row: Sendable & Equatable> {
  /// The source and status of the data, shown until a load passes another provenance.
  public var provenance: Provenance?
  /// The text shown instead of rows if there are none.
  public var emptyText = "There is nothing here."
  /// Whether loading again can return new data. If `false`, there is no key to refresh.
  public var isRefreshable = true
  /// Returns the number of seconds until the next automatic reload; with `nil`, only certain failed
  /// loads are retried. Called after each load, and when the screen is painted.
  public var refreshInterval: @MainActor () -> Int? = { nil }
  /// Key bindings that the application adds to the tree. They also work if there are no rows.
  public var bindings: [KeyBinding] = []
  /// Key bindings that act on the selected row, in addition to the Enter key.
  public var actions: [RowAction<Row>] = []
  /// Called with the result of a screen that was opened from this one, for example a picker. The
  /// tree handles the results of its own screens itself.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// Returns a text about the selected row, shown below the tree on up to half the screen. By
  /// default `nil`: there is no footer.
  public var footer: (@Sendable (Row) -> String)?
  /// The directory and the file formats for exporting the visible rows. By default `nil`: the tree
  /// has no export.
  public var exports: ListExports<TreeRow<Row>>?

  /// Creates the default options.
  public init() {}
}
