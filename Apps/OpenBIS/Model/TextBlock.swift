/// A part of a property's value: a text, or a table.
enum TextBlock: Hashable, Sendable {
  /// A text; it may have several lines.
  case text(String)
  /// A table, row by row; a row may have fewer cells than others. The first row is the heading if `hasHeading`.
  case table([[String]], hasHeading: Bool)
}
