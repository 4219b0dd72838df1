import Foundation

/// The source returned without showing anything. Without this error the screen would show
/// “Loading…” forever.
struct NothingShown: LocalizedError {
  var errorDescription: String? { "Nothing was loaded, and no reason was given." }
  var recoverySuggestion: String? {
    "It is a fault of the application: its source neither showed anything nor threw an error."
  }
}
