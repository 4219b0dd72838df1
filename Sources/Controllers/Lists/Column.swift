public import Terminals

/// One column of a list: what it shows of a row, how it sorts, and how much room it wants.
public struct Column<Row: Sendable>: Sendable {
  /// Names the column in sessions, arguments and CSV. Never rename it.
  public let id: String
  public let heading: String
  public let width: ColumnWidth
  public let isNumeric: Bool
  /// Tells whether it isn't shown where no row has a text for it.
  public let hidesIfEmpty: Bool
  public let text: @Sendable (Row) -> String
  public let sortKey: @Sendable (Row) -> SortKey
  public let role: @Sendable (Row) -> Role

  /// A column; without a sort key of its own it sorts by its text.
  public init(
    _ id: String, heading: String, width: ColumnWidth, isNumeric: Bool = false,
    hidesIfEmpty: Bool = false,
    text: @escaping @Sendable (Row) -> String, sortKey: (@Sendable (Row) -> SortKey)? = nil,
    role: @escaping @Sendable (Row) -> Role = { _ in .text }
  ) {
    self.id = id
    self.heading = heading
    self.width = width
    self.isNumeric = isNumeric
    self.hidesIfEmpty = hidesIfEmpty
    self.text = text
    self.sortKey = sortKey ?? { .text(text($0)) }
    self.role = role
  }
}

/// How many cells a column wants.
public struct ColumnWidth: Hashable, Sendable {
  public let minimum: Int
  public let maximum: Int
  /// What it has before any column behind it is shown at all; at least the minimum.
  public let ideal: Int
  /// Its share of what is left when every column has its ideal.
  public let share: Int

  public static func fixed(_ width: Int) -> ColumnWidth {
    ColumnWidth(minimum: width, maximum: width, ideal: width, share: 0)
  }

  /// `ideal` is for a column whose text matters more than those behind it; without one the minimum will do.
  public static func flexible(
    _ range: ClosedRange<Int>, ideal: Int? = nil, share: Int = 1
  ) -> ColumnWidth {
    ColumnWidth(
      minimum: range.lowerBound, maximum: range.upperBound,
      ideal: min(max(ideal ?? range.lowerBound, range.lowerBound), range.upperBound), share: share)
  }
}

/// The value a row is sorted by. Numbers come before texts, numbers within texts count ("sys 2" before "sys 10"), and a row
/// without a value comes last in either direction.
public enum SortKey: Sendable {
  case number(Int)
  case text(String)
  case nothing

  /// Whether this stands before another one, the smaller first.
  func precedes(_ other: SortKey) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.number, .text): true
    default: false
    }
  }

  /// The key with its letters' case and an empty text out of the way, and its numbers ready to be compared.
  var folded: SortKey {
    guard case .text(let text) = self else { return self }
    return text.isEmpty ? .nothing : .text(text.lowercased().naturalKey)
  }

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}
