public import Values

/// One step of a saved state, from one version of its shape to the next.
///
///     static var migrations: [Migration] {
///       [
///         Migration("a filter has a caret") { state in
///           state["filter"] = .object([.init("text", state["filter"] ?? .string(""))])
///         }
///       ]
///     }
///
/// The first one leads from version 1 to 2. Steps are only ever added at the end: a session may be as old as the first release.
public struct Migration: Sendable {
  /// The change, in words.
  public let name: String
  let change: @Sendable (inout JSON) -> Void

  /// A step. Keys that `change` leaves alone stay as they are, and keys that are missing afterwards get their defaults.
  public init(_ name: String, change: @escaping @Sendable (inout JSON) -> Void = { _ in }) {
    self.name = name
    self.change = change
  }
}

extension [Migration] {
  /// Returns a state of an older version as the present one has it.
  public func bringUpToDate(_ state: JSON, from version: Int) -> JSON {
    var state = state
    // A version below the first is as good as the first.
    for migration in dropFirst(Swift.max(1, version) - 1) { migration.change(&state) }
    return state
  }
}
