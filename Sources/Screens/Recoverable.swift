/// An error that a screen can resolve, such as a missing password or a certificate that needs
/// confirmation.
///
/// If a load that the user requested fails with such an error, the controller opens that screen. It
/// retries the load when the screen returns `ScreenResult.recovered`.
public protocol Recoverable: Error {
  /// The recovery route: the screen that resolves the error.
  var recoveryRoute: any AppRoute { get }
  /// Whether the screen opens even if the user didn't request the load, because the load had
  /// already opened a screen.
  var opensByItself: Bool { get }
}

extension Recoverable {
  /// False: the screen only opens if the user requested the load.
  public var opensByItself: Bool { false }
}

extension ScreenResult {
  /// The result of a screen that has resolved the error.
  public static let recovered = ScreenResult(question: "remedy", choiceID: "done")

  /// The result of a screen that has changed only the cache. The screen below reloads from the
  /// cache without a request.
  public static let kept = ScreenResult(question: "kept", choiceID: "done")
}
