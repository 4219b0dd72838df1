import Core

/// A JSON text, for tests.
func json(_ text: String) throws -> JSON {
  try JSON(Array(text.utf8))
}
