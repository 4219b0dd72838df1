/// A problem that a screen can remedy: a missing password, a certificate that nobody has looked at yet.
///
/// A controller whose load fails with such a problem opens that screen, if the person asked for the load. Once the screen has answered with
/// `ScreenResult.recovered`, the load is tried again.
public protocol Recoverable: Error {
  /// The route of the screen that remedies the problem.
  var recoveryRoute: any AppRoute { get }
  /// True if the screen opens though the person hasn't asked for the load, because it began with a
  /// screen.
  var opensByItself: Bool { get }
}

extension Recoverable {
  /// False: the screen opens where the person asked for the load.
  public var opensByItself: Bool { false }
}

extension ScreenResult {
  /// The answer of a screen that has remedied the problem.
  public static let recovered = ScreenResult(question: "remedy", choiceID: "done")

  /// The answer of a screen that has changed the cache but nothing at the source: the screen below reads the cache again and asks nobody.
  public static let kept = ScreenResult(question: "kept", choiceID: "done")
}
