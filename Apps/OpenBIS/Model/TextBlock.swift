/// A part of a property's value.
enum TextBlock: Hashable, Sendable {
  /// A text, which may have several lines.
  case text(String)
  /// A table as rows, which may differ in length. The first row is the heading if `hasHeading`.
  case table([[String]], hasHeading: Bool)
}
