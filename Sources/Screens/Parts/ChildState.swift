public import Core

/// The saved state of a child screen. Its keys are matched individually, like those of any screen.
public struct ChildState: Codable, Equatable, Sendable {
  /// The version of the state's schema.
  public var version: Int
  /// The state, as the child screen's own type encodes it.
  public var state: JSON
  /// Why the child screen's state can't be saved; `nil` if it can.
  var problem: (any Error)?

  private enum CodingKeys: String, CodingKey { case version, state }

  /// Creates a saved state from its schema version and its JSON.
  public init(version: Int, state: JSON) {
    self.version = version
    self.state = state
  }

  public static func == (one: ChildState, other: ChildState) -> Bool {
    // A state that can't be saved never equals a saved one.
    one.problem == nil && other.problem == nil && one.version == other.version
      && one.state == other.state
  }

  /// Encodes the state. Throws the encoding error if the state can't be saved.
  public func encode(to encoder: any Encoder) throws {
    if let problem { throw problem }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(state, forKey: .state)
  }
}
