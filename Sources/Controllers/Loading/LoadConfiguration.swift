import Screens

/// The opening of a controller, whatever it shows: its title until that is known, the data's provenance and source, the application's own
/// keys, and the taking of the answers that these lead to.
@MainActor struct LoadConfiguration<Content: Sendable> {
  let title: String
  let provenance: Provenance?
  let bindings: [KeyBinding]
  /// True if another load can bring anything new.
  var isRefreshable = true
  /// Returns the number of seconds after which the controller reloads the data; nil for never. A
  /// source may name another with each answer.
  var refreshInterval: @MainActor () -> Int? = { nil }
  let answered: @MainActor (ScreenResult, Navigator) -> Void
  let source: @MainActor (Load<Content>) async throws -> Void
}
