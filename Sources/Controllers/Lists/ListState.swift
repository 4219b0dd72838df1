public import Restoration
public import Screens

/// What a list remembers. Places are ids: rows come and go, and another terminal shows more or fewer of them.
public struct ListState: RestorableState {
  /// Nil until the person moves: then the first row is selected, whichever it is.
  public var selectedID: String?
  /// What the selected row's first column showed: how a person knows it, should it be gone.
  public var selectedName: String?
  /// The rows around the selected one, nearest first: where the selection goes if its row is gone.
  public var neighbourIDs: [String] = []
  /// The first row shown.
  public var topID: String?
  /// How many rows stood between that one and the selected one: where the first row shown is, if it is gone.
  public var rowsAbove = 0
  /// Whether the mouse wheel moved the rows in sight away from the selected one, which needn't be among them then.
  public var isScrolled = false
  public var filter = TextEntry()
  /// Whether the filter is being typed.
  public var isFiltering = false
  /// The filter that was applied before another one began to be typed; nil if there was none.
  public var appliedFilter: String?
  /// Nil until the person chose: then the list's own order.
  public var sort: ListSort?
  /// The rows that the last refresh found changed or new, as far as they are marked.
  public var changedIDs: [String] = []
  /// Those of them that are new.
  public var newIDs: [String] = []
  /// How many rows the last refresh found gone.
  public var lostCount = 0
  /// What went wrong with the last refresh.
  public var problem: Report?

  public init() {}

  static let neighbourCount = 8
  /// More marks than this tell nobody anything.
  static let maximumChanges = 200
}
