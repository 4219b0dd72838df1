public import Terminals

/// A sign in front of a name that says at a glance how something is. It never stands without the word.
public struct Mark: Hashable, Sendable {
  public let symbol: String
  public let role: Role

  public init(_ symbol: String, _ role: Role) {
    self.symbol = symbol
    self.role = role
  }
}
