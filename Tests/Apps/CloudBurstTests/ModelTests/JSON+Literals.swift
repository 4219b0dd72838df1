import Core

@testable import CloudBurst

/// A JSON text, for tests.
func json(_ text: String) throws -> JSON {
  try JSON(Array(text.utf8))
}

/// A system with the id 1 and these keys.
func system(_ keys: String) throws -> VirtualSystem {
  try VirtualSystem(json("{\"id\": 1, \(keys)}"))
}
