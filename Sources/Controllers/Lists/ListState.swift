public import Restoration
public import Screens

/// The saved state of a list. Places are ids: rows come and go, and another terminal shows more or fewer of them.
public struct ListState: RestorableState {
  /// The id of the selected row. Nil until the person moves or opens a row: the first row is selected, whichever it is.
  public var selectedID: String?
  /// The selected row's name for the person, should it be gone: the text of its first column, unless the list names its rows.
  public var selectedName: String?
  /// The ids around the selected row, nearest first: the selection goes there if its row is gone.
  public var neighbourIDs: [String] = []
  /// The id of the first row shown.
  public var topID: String?
  /// The number of rows between that one and the selected one, which gives the first row shown if `topID` is gone or far from it.
  public var rowsAbove = 0
  /// True if the mouse wheel scrolled, and the selected row needn't be in sight.
  public var isScrolled = false
  /// The filter.
  public var filter = TextEntry()
  /// True while the filter is being typed.
  public var isFiltering = false
  /// The filter that was applied before another one began to be typed; nil if there was none.
  public var appliedFilter: String?
  /// The order that the person chose; nil for the list's own.
  public var sort: ListSort?
  /// The columns that the person hid, or left hidden; nil for the list's own choice.
  public var hiddenColumnIDs: [String]?
  /// The ids of the rows that the last refresh found changed or new, as far as they are marked.
  public var changedIDs: [String] = []
  /// The ids of the rows that are new, of those in `changedIDs`.
  public var newIDs: [String] = []
  /// The number of rows that the last refresh found changed, also of those that aren't marked.
  public var changedCount = 0
  /// The number of rows that the last refresh found new, also of those that aren't marked.
  public var newCount = 0
  /// The number of rows that the last refresh found gone.
  public var lostCount = 0
  /// The failure of the last refresh.
  public var problem: StatusMessage?

  /// Creates the state of a list that opens for the first time.
  public init() {}

  static let neighbourCount = 8
  /// The most rows that are marked: more marks tell nobody anything.
  static let maximumChanges = 200
}
