public import Values

/// The saved state of a screen within a screen. Its keys are matched one by one, as those of a whole screen are.
public struct SavedPart: Codable, Equatable, Sendable {
  /// The version of the state's shape.
  public var version: Int
  /// The state, as the part's own type encodes it.
  public var state: JSON

  /// Creates a saved part.
  public init(version: Int, state: JSON) {
    self.version = version
    self.state = state
  }
}
