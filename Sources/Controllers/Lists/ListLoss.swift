/// The words for rows that a refresh no longer brings.
public enum ListLoss: Sendable {
  /// The rows may be elsewhere: a visit that is over is no longer among the active ones.
  case gone
  /// The rows don't exist any more.
  case deleted

  var word: String { self == .gone ? "gone" : "deleted" }

  /// The clause about one row: "“portal-7” was deleted".
  func clause(_ name: String) -> String {
    self == .gone ? "“\(name)” is no longer listed" : "“\(name)” was deleted"
  }
}
