public import Terminals

/// A symbol in front of a name that shows a status at a glance, in addition to the status text.
public struct Mark: Hashable, Sendable {
  /// The symbol, usually a single character.
  public let symbol: String
  /// The role, and so the colour, in which the symbol is drawn.
  public let role: Role

  /// Creates a mark.
  ///
  ///     Mark("●", .good)
  public init(_ symbol: String, _ role: Role) {
    self.symbol = symbol
    self.role = role
  }

  /// The mark ~ of a row that the source's last response should contain, but that couldn't be
  /// decoded. The source passes the row as it was before.
  public static let lastSeen = Mark("~", .warning)
}
