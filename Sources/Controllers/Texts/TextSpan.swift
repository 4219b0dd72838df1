public import Terminals

/// A stretch of a line that is shown in a role of its own.
///
///     TextSpan(0..<7, .accent)
///     TextSpan.line(.good)
public struct TextSpan: Hashable, Sendable {
  /// The characters of the stretch, counted from 0. Those beyond the line's end are ignored.
  public let range: Range<Int>
  /// The role that the stretch is drawn in.
  public let role: Role

  /// Creates a stretch of characters, the line's first being 0.
  public init(_ range: Range<Int>, _ role: Role) {
    self.range = range
    self.role = role
  }

  /// Returns the stretch of a whole line.
  public static func line(_ role: Role) -> TextSpan { TextSpan(0..<Int.max, role) }
}
