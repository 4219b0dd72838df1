public import Terminals

/// A span of a line that is drawn in its own role.
///
///     TextSpan(0..<7, .accent)
///     TextSpan.line(.good)
public struct TextSpan: Hashable, Sendable {
  /// The span's characters, counted from 0. Those beyond the line's end are ignored.
  public let range: Range<Int>
  /// The role in which the span is drawn.
  public let role: Role

  /// Creates a span of characters, counted from 0.
  public init(_ range: Range<Int>, _ role: Role) {
    self.range = range
    self.role = role
  }

  /// Returns a span that covers a whole line.
  public static func line(_ role: Role) -> TextSpan { TextSpan(0..<Int.max, role) }
}
