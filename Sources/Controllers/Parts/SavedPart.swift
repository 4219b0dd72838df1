public import Values

/// What is saved of a screen within a screen: its state, whose keys are matched one by one as those of a whole screen are.
public struct SavedPart: Codable, Equatable, Sendable {
  /// The version of the state's shape.
  public var version: Int
  public var state: JSON

  public init(version: Int, state: JSON) {
    self.version = version
    self.state = state
  }
}
