public import Screens

/// The options of a ``TreeController``.
///
///     options: { $0.emptyText = "No files."; $0.isRefreshable = false }
public struct TreeOptions<Row: Sendable & Equatable> {
  /// The source of the data, until the load sets it.
  public var provenance: Provenance?
  /// The text shown if there are no rows.
  public var emptyText = "There is nothing here."
  /// Whether another load can return new data.
  public var isRefreshable = true
  /// The number of seconds between automatic reloads; `nil` for none. The controller evaluates it
  /// after each load.
  public var refreshInterval: @MainActor () -> Int? = { nil }
  /// The application's own keys, available even if there are no rows.
  public var bindings: [KeyBinding] = []
  /// The application's keys for the selected row.
  public var actions: [RowAction<Row>] = []
  /// Handles a result that isn't the tree's own: of a picker or another screen that one of the
  /// application's keys opened.
  public var onResult: @MainActor (ScreenResult, Navigator) -> Void = { _, _ in }
  /// Returns a footer about the selected row. It uses up to half the screen.
  public var footer: (@Sendable (Row) -> String)?
  /// The file formats that the visible rows can be exported to; `nil` for none.
  public var exports: ListExports<TreeRow<Row>>?

  /// Creates the default options.
  public init() {}
}
