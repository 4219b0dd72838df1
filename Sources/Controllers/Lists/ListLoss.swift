/// How a list speaks of rows that a refresh no longer brings.
public enum ListLoss: Sendable {
  /// They may be elsewhere: a visit that is over is no longer among the active ones.
  case gone
  /// They are no more.
  case deleted

  var word: String { self == .gone ? "gone" : "deleted" }

  /// "“portal-7” was deleted".
  func clause(_ name: String) -> String {
    self == .gone ? "“\(name)” is no longer listed" : "“\(name)” was deleted"
  }
}
