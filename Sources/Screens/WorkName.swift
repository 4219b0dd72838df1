/// The name of work that a screen has begun: new work of a name takes the place of the old.
///
///     let name: WorkName = "save"
public struct WorkName: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  public init(stringLiteral text: String) { self.text = text }

  /// Loading, which the framework begins and a screen may begin anew.
  public static let loading: WorkName = "loading"
}
