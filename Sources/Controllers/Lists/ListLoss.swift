/// What it means that a refresh no longer returns a row.
public enum ListLoss: Sendable {
  /// The row may still exist elsewhere: a visit that has ended is no longer among the active ones.
  case gone
  /// The row was deleted.
  case deleted
  /// The response has entries that can't be decoded. The row may be one of them, so it isn't known
  /// to be removed.
  case notInAnswer

  var word: String {
    switch self {
    case .gone: "gone"
    case .deleted: "deleted"
    case .notInAnswer: "not in this answer"
    }
  }

  /// Returns the clause about one row, such as "“portal-7” was deleted".
  func clause(_ name: String) -> String {
    switch self {
    case .gone: "“\(name)” is no longer listed"
    case .deleted: "“\(name)” was deleted"
    case .notInAnswer: "“\(name)” isn't in this answer"
    }
  }
}
