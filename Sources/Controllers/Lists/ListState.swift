public import Restoration
public import Screens

/// The saved state of a list. Positions are saved as row ids, because rows change between loads and
/// terminals differ in size.
public struct ListState: RestorableState {
  /// The id of the selected row; `nil` until the user moves or opens a row. Then the first row is
  /// selected.
  public var selectedID: String?
  /// The selected row's name, for the notice if the row is removed.
  public var selectedName: String?
  /// The ids around the selected row, nearest first. One of them is selected if the row is removed.
  public var neighbourIDs: [String] = []
  /// The id of the top row.
  public var topID: String?
  /// The number of rows between the top row and the selected one. It determines the top row if
  /// `topID` is removed or far away.
  public var rowsAbove = 0
  /// Whether the mouse wheel may have scrolled the selected row out of sight.
  public var isScrolled = false
  /// The filter.
  public var filter = TextEntry()
  /// Whether the filter is being typed.
  public var isFiltering = false
  /// The filter that was applied before the user began to type another one; `nil` if there was
  /// none.
  public var appliedFilter: String?
  /// The order that the user chose; `nil` for the list's own.
  public var sort: ListSort?
  /// The columns that are hidden since the user chose columns; `nil` for the list's own choice.
  public var hiddenColumnIDs: [String]?
  /// The ids of marked rows: those that the last refresh changed or added, up to a limit.
  public var changedIDs: [String] = []
  /// The ids in `changedIDs` that are new.
  public var newIDs: [String] = []
  /// The number of rows that the last refresh changed, including unmarked ones.
  public var changedCount = 0
  /// The number of rows that the last refresh added, including unmarked ones.
  public var newCount = 0
  /// The number of rows that the last refresh removed.
  public var lostCount = 0
  /// The error of the last refresh.
  public var problem: StatusMessage?

  /// Creates the initial state of a list.
  public init() {}

  static let neighbourCount = 8
  /// The maximum number of marked rows. More marks wouldn't help the user.
  static let maximumChanges = 200
}
