import Foundation

/// A source that has returned without showing anything: without this the screen would say “Loading…” for ever.
struct NothingShown: LocalizedError {
  var errorDescription: String? { "Nothing was loaded, and no reason was given." }
  var recoverySuggestion: String? {
    "It is a fault of the application: its source neither showed anything nor threw an error."
  }
}
