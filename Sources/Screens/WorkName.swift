/// The name of a screen's task. Starting a task with `run` replaces the running one of the same
/// name.
///
///     let name: WorkName = "save"
public struct WorkName: Hashable, Sendable, ExpressibleByStringLiteral {
  let text: String

  public init(stringLiteral text: String) { self.text = text }

  /// Loading, which the framework starts and a screen may start again.
  public static let loading: WorkName = "loading"
}
