public import Core

/// A migration of a saved state from one version of its format to the next.
///
///     static var migrations: [Migration] {
///       [
///         Migration("a filter has a caret") { state in
///           state["filter"] = .object([.init("text", state["filter"] ?? .string(""))])
///         }
///       ]
///     }
///
/// The first migration leads from version 1 to version 2. Only append migrations, never remove
/// them: a session may come from the first release.
public struct Migration: Sendable {
  /// A description of the change.
  public let name: String
  let change: @Sendable (inout JSON) -> Void

  /// Creates a migration. Keys that `change` doesn't touch are retained, and keys missing
  /// afterwards get their default values.
  public init(_ name: String, change: @escaping @Sendable (inout JSON) -> Void = { _ in }) {
    self.name = name
    self.change = change
  }
}

extension [Migration] {
  /// Migrates a state from `version` to the current version.
  public func bringUpToDate(_ state: JSON, from version: Int) -> JSON {
    var state = state
    // Versions below 1 are treated as 1.
    for migration in dropFirst(Swift.max(1, version) - 1) { migration.change(&state) }
    return state
  }
}
