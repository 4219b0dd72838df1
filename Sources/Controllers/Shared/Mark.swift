public import Terminals

/// A sign in front of a name that shows a status at a glance. It never stands without the word.
public struct Mark: Hashable, Sendable {
  /// The sign: one character, most often.
  public let symbol: String
  /// The role that the sign is drawn in.
  public let role: Role

  /// Creates a mark.
  ///
  ///     Mark("●", .good)
  public init(_ symbol: String, _ role: Role) {
    self.symbol = symbol
    self.role = role
  }

  /// The mark of what isn't in the source's last answer, of which not all could be read: it is as
  /// it
  /// was last seen.
  public static let lastSeen = Mark("~", .warning)
}
