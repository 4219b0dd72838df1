/// A problem that a screen can remedy: a password that is missing, a certificate that nobody has looked at yet.
///
/// A controller whose load fails with one opens that screen, if the person asked for the load. Once the screen has answered
/// with `Answer.remedied`, what failed is tried again.
public protocol Remediable: Error {
  var remedy: any AppRoute { get }
}

extension Answer {
  /// The problem is out of the way.
  public static let remedied = Answer(question: "remedy", choiceID: "done")

  /// What the application keeps has changed, and nothing at its source: whoever shows it looks there anew, and asks nobody.
  public static let kept = Answer(question: "kept", choiceID: "done")
}
