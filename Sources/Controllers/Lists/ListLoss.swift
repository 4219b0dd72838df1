/// The words for rows that a refresh no longer brings.
public enum ListLoss: Sendable {
  /// The rows may be elsewhere: a visit that is over is no longer among the active ones.
  case gone
  /// The rows don't exist any more.
  case deleted
  /// The answer has entries that can't be read, and the rows may be among them: nothing is known to
  /// be gone.
  case notInAnswer

  var word: String {
    switch self {
    case .gone: "gone"
    case .deleted: "deleted"
    case .notInAnswer: "not in this answer"
    }
  }

  /// The clause about one row: "“portal-7” was deleted".
  func clause(_ name: String) -> String {
    switch self {
    case .gone: "“\(name)” is no longer listed"
    case .deleted: "“\(name)” was deleted"
    case .notInAnswer: "“\(name)” isn't in this answer"
    }
  }
}
