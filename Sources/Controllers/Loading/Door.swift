import Screens

/// What a controller is opened with, whatever it shows: its title until that is known, whose data it is, where they come from, the
/// application's own keys, and what comes of them.
@MainActor struct Door<Content: Sendable> {
  let title: String
  let provenance: Provenance?
  let bindings: [KeyBinding]
  /// True if another load can bring anything new.
  var isRefreshable = true
  /// The number of seconds after which the data are loaded anew by themselves; nil for never.
  var refreshInterval: Int?
  let answered: @MainActor (Answer, Navigator) -> Void
  let source: @MainActor (Load<Content>) async throws -> Void
}
