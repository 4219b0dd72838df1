import Core
public import Terminals

/// A column of a list: its heading, its text for each row, its sort order, and its width.
public struct Column<Row: Sendable>: Sendable {
  /// The column's name in sessions, command-line arguments and CSV. It must stay the same across
  /// versions.
  public let id: String
  /// The heading above the column.
  public let heading: String
  /// The minimum, ideal and maximum width of the column.
  public let width: ColumnWidth
  /// Whether the column is right-aligned.
  public let isNumeric: Bool
  /// Whether the column is hidden while its cells are empty in all rows. Ignored in a paged list.
  public let hidesIfEmpty: Bool
  /// Whether a text that doesn't fit is shortened in the middle instead of at the end. Use it for
  /// texts that often begin alike, such as file names.
  public let cutsMiddle: Bool
  /// Returns the text of a row's cell.
  public let text: @Sendable (Row) -> String
  /// Returns the value by which a row is sorted.
  public let sortKey: @Sendable (Row) -> SortKey
  /// The help text of the key that sorts by the column. If `nil`, it is "Sort by" and the heading.
  public let sortHelp: String?
  /// Returns the role, and so the colour, in which the cell of a row is drawn.
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
  /// The preferred width. Columns further right are shown only if this column can have its ideal
  /// width. It is at least the minimum.
  public let ideal: Int
  /// The column's weight when spare width is distributed, once every column has its ideal width.
  public let share: Int

  /// Returns a width that is the same in every window.
  public static func fixed(_ width: Int) -> ColumnWidth {
    ColumnWidth(minimum: width, maximum: width, ideal: width, share: 0)
  }

  /// Returns a width that depends on the available space.
  ///
  /// - Parameters:
  ///   - range: The minimum and maximum width.
  ///   - ideal: The width that the column gets before columns further right are shown. Set it for
  ///     an important column. The default is the minimum.
  ///   - share: The column's weight when spare width is distributed.
  public static func flexible(
    _ range: ClosedRange<Int>, ideal: Int? = nil, share: Int = 1
  ) -> ColumnWidth {
    ColumnWidth(
      minimum: range.lowerBound, maximum: range.upperBound,
      ideal: min(max(ideal ?? range.lowerBound, range.lowerBound), range.upperBound), share: share)
  }
}

/// A value by which rows are sorted. In ascending order, numbers come before texts. Texts are
/// compared naturally, so that "sys 2" comes before "sys 10". Rows without a value come last in
/// either direction.
public enum SortKey: Sendable {
  /// The row is sorted by a number. In ascending order it comes before every text.
  case number(Int)
  /// The row is sorted by a text, without regard to case. An empty text counts as no value.
  case text(String)
  /// The row has no value in the column. It comes last, in ascending and in descending order.
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

/// Columns that are only known once the source has responded, such as the fields of a file. They
/// replace the columns that the list was created with.
public struct ListColumns<Row: Sendable>: Sendable {
  /// The columns, from left to right. The first identifies the row to the user and is always shown.
  public let columns: [Column<Row>]
  /// The ids of the columns that are hidden initially; `nil` if the user can't choose columns.
  public let hiddenIDs: [String]?

  /// Creates columns to replace those of a list.
  ///
  ///     var content = ListContent(rows: records, noun: ("record", "records"))
  ///     content.columns = ListColumns(columns(of: file), hiddenIDs: [])
  public init(_ columns: [Column<Row>], hiddenIDs: [String]? = nil) {
    self.columns = columns
    self.hiddenIDs = hiddenIDs
  }
}
