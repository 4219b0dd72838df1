import Core
public import Terminals

/// A column of a list: its text for each row, its order, and its width.
public struct Column<Row: Sendable>: Sendable {
  /// The column's name in sessions, arguments and CSV. Never rename it.
  public let id: String
  /// The heading above the column.
  public let heading: String
  /// The preferred width.
  public let width: ColumnWidth
  /// Whether the column is right-aligned.
  public let isNumeric: Bool
  /// Whether the column is hidden while its cells are empty in all rows.
  public let hidesIfEmpty: Bool
  /// Whether a text that doesn't fit loses its middle instead of its end. For texts such as file
  /// names, which often start alike.
  public let cutsMiddle: Bool
  /// Returns the text of a row's cell.
  public let text: @Sendable (Row) -> String
  /// Returns the value by which a row is sorted.
  public let sortKey: @Sendable (Row) -> SortKey
  /// The help text of the key that sorts by the column; `nil` for "Sort by" and the heading.
  public let sortHelp: String?
  /// Returns the role in which a row's cell is drawn.
  public let role: @Sendable (Row) -> Role

  /// Creates a column. Without a sort key it is sorted by its text.
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

/// The width of a column, in terminal cells.
public struct ColumnWidth: Hashable, Sendable {
  /// The minimum width.
  public let minimum: Int
  /// The maximum width.
  public let maximum: Int
  /// The width that the column gets before a column after it is shown; at least the minimum.
  public let ideal: Int
  /// The column's share of the cells that are left when every column has its ideal width.
  public let share: Int

  /// Returns a fixed width.
  public static func fixed(_ width: Int) -> ColumnWidth {
    ColumnWidth(minimum: width, maximum: width, ideal: width, share: 0)
  }

  /// Returns a width within a range. Set `ideal` for a column that matters more than those after
  /// it; the default is the minimum.
  public static func flexible(
    _ range: ClosedRange<Int>, ideal: Int? = nil, share: Int = 1
  ) -> ColumnWidth {
    ColumnWidth(
      minimum: range.lowerBound, maximum: range.upperBound,
      ideal: min(max(ideal ?? range.lowerBound, range.lowerBound), range.upperBound), share: share)
  }
}

/// The value by which a row is sorted. Numbers come before texts, texts compare naturally ("sys 2"
/// before "sys 10"), and rows without a value come last in either direction.
public enum SortKey: Sendable {
  /// A number, which comes before every text.
  case number(Int)
  /// A text, compared without regard to case. An empty text counts as no value.
  case text(String)
  /// No value.
  case nothing

  func precedes(_ other: SortKey) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.number, .text): true
    default: false
    }
  }

  /// Lowercase, in natural order; `.nothing` if the text is empty.
  var folded: SortKey {
    guard case .text(let text) = self else { return self }
    return text.isEmpty ? .nothing : .text(text.lowercased().naturalSortKey)
  }

  var isNothing: Bool {
    if case .nothing = self { true } else { false }
  }
}

/// The columns of a list whose source determines them, such as the fields of a file.
public struct ListColumns<Row: Sendable>: Sendable {
  /// The columns, from left to right. The first names the row.
  public let columns: [Column<Row>]
  /// The ids of the columns that are hidden initially; `nil` if the user can't choose columns.
  public let hiddenIDs: [String]?

  /// Creates columns.
  ///
  ///     var content = ListContent(rows: records, noun: ("record", "records"))
  ///     content.columns = ListColumns(columns(of: file), hiddenIDs: [])
  public init(_ columns: [Column<Row>], hiddenIDs: [String]? = nil) {
    self.columns = columns
    self.hiddenIDs = hiddenIDs
  }
}
