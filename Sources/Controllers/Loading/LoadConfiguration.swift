import Screens

/// The configuration that all loading controllers share: title, key bindings, refresh policy,
/// content source, and result handler.
@MainActor struct LoadConfiguration<Content: Sendable> {
  let title: String
  let provenance: Provenance?
  let bindings: [KeyBinding]
  var isRefreshable = true
  /// Returns the number of seconds between automatic reloads; `nil` for none. Evaluated after each
  /// load, because a source may change it.
  var refreshInterval: @MainActor () -> Int? = { nil }
  let answered: @MainActor (ScreenResult, Navigator) -> Void
  let source: @MainActor (Load<Content>) async throws -> Void
}
