public import Values

/// The saved state of a screen within a screen. Its keys are matched one by one, as those of a whole screen are.
public struct ChildState: Codable, Equatable, Sendable {
  /// The version of the state's shape.
  public var version: Int
  /// The state, as the part's own type encodes it.
  public var state: JSON
  /// The reason why the part's own state can't be saved; nil if it can.
  var problem: (any Error)?

  private enum CodingKeys: String, CodingKey { case version, state }

  /// Creates a saved part.
  public init(version: Int, state: JSON) {
    self.version = version
    self.state = state
  }

  public static func == (one: ChildState, other: ChildState) -> Bool {
    // What can't be saved is never the same as what was.
    one.problem == nil && other.problem == nil && one.version == other.version
      && one.state == other.state
  }

  /// Encodes the part. Throws the error of one whose state can't be saved.
  public func encode(to encoder: any Encoder) throws {
    if let problem { throw problem }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version, forKey: .version)
    try container.encode(state, forKey: .state)
  }
}
