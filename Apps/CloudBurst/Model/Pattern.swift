import Reprise

/// The pattern that a virtual system was made from.
struct Pattern: Hashable, Sendable {
  let name: String

  /// Nil if it has no name.
  init?(_ json: JSON) {
    guard let name = json.text("name") else { return nil }
    self.name = name
  }
}
