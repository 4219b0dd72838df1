public import Terminals

/// One column of a list: its text for a row, its order, and its width.
public struct Column<Row: Sendable>: Sendable {
  /// The name of the column in sessions, arguments and CSV. Never rename it.
  public let id: String
  /// The heading above the column.
  public let heading: String
  /// The width that the column wants.
  public let width: ColumnWidth
  /// True if the column is aligned to the right.
  public let isNumeric: Bool
  /// True if the column is hidden while no row has a text for it.
  public let hidesIfEmpty: Bool
  /// True if a text that has no room loses its middle, and not its end: the names of files often begin alike.
  public let cutsMiddle: Bool
  /// Returns the text of a row's cell.
  public let text: @Sendable (Row) -> String
  /// Returns the value that a row is sorted by.
  public let sortKey: @Sendable (Row) -> SortKey
  /// The help of the key that sorts by the column; nil for "Sort by" and the heading.
  public let sortHelp: String?
  /// Returns the role that a row's cell is drawn in.
  public let role: @Sendable (Row) -> Role

  /// Creates a column; without a sort key of its own it sorts by its text.
  /// ```swift
  /// Column("name", heading: "NAME", width: .flexible(8...40), text: { $0.name })
  /// ```
  public init(
    _ id: String, heading: String, width: ColumnWidth, isNumeric: Bool = false,
    hidesIfEmpty: Bool = false, cutsMiddle: Bool = false,
    text: @escaping @Sendable (Row) -> String, sortKey: (@Sendable (Row) -> SortKey)? = nil,
    sortHelp: String? = nil,
    role: @escaping @Sendable (Row) -> Role = { _ in .text }
  ) {
    self.id = id
    self.heading = heading
    self.width = width
    self.isNumeric = isNumeric
    self.hidesIfEmpty = hidesIfEmpty
    self.cutsMiddle = cutsMiddle
    self.text = text
    self.sortKey = sortKey ?? { .text(text($0)) }
    self.sortHelp = sortHelp
    self.role = role
  }
}

/// The number of cells that a column wants.
public struct ColumnWidth: Hashable, Sendable {
  /// The least width.
  public let minimum: Int
  /// The greatest width.
  public let maximum: Int
  /// The width that this column has before any column behind it is shown; at least the minimum.
  public let ideal: Int
  /// The column's share of the cells left when every column has its ideal.
  public let share: Int

  /// Returns a width that never changes.
  public static func fixed(_ width: Int) -> ColumnWidth {
    ColumnWidth(minimum: width, maximum: width, ideal: width, share: 0)
  }

  /// Returns a width within a range. `ideal` is for a column whose text matters more than those behind it; without one the minimum will do.
  public static func flexible(
    _ range: ClosedRange<Int>, ideal: Int? = nil, share: Int = 1
  ) -> ColumnWidth {
    ColumnWidth(
      minimum: range.lowerBound, maximum: range.upperBound,
      ideal: min(max(ideal ?? range.lowerBound, range.lowerBound), range.upperBound), share: share)
  }
}

/// The value a row is sorted by. Numbers come before texts, numbers within texts count ("sys 2" before "sys 10"), and a row without a value
/// comes last in either direction.
public enum SortKey: Sendable {
  /// A number, which comes before every text.
  case number(Int)
  /// A text, compared without regard to case; an empty one is no value.
  case text(String)
  /// No value.
  case nothing

  /// Tells whether this key stands before another one, the smaller first.
  func precedes(_ other: SortKey) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.number, .text): true
    default: false
    }
  }

  /// The key ready to be compared: case is ignored, an empty text is no value, and numbers in a text count.
  var folded: SortKey {
    guard case .text(let text) = self else { return self }
    return text.isEmpty ? .nothing : .text(text.lowercased().naturalKey)
  }

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}
