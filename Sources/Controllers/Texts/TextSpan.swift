public import Terminals

/// A stretch of a line that is shown in a role of its own.
///
///     TextSpan(0..<7, .accent)
///     TextSpan.line(.good)
public struct TextSpan: Hashable, Sendable {
  /// Counted in characters. What lies beyond the line's end counts for nothing.
  public let range: Range<Int>
  public let role: Role

  /// A stretch of characters, the line's first being 0.
  public init(_ range: Range<Int>, _ role: Role) {
    self.range = range
    self.role = role
  }

  /// The whole of a line.
  public static func line(_ role: Role) -> TextSpan { TextSpan(0..<Int.max, role) }
}
