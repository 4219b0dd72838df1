/// Reading of a resource's fields that forgives servers for writing null or "" where they have no value.
extension JSON {
  /// Returns the text under a key; nil if it is missing, null or "". A number counts as the text that it was written as.
  public func text(_ key: String) -> String? {
    switch self[key] {
    case .string(let text) where !text.isEmpty: text
    case .number(let text): text
    default: nil
    }
  }

  /// Returns the whole number under a key, which may be written as text.
  public func wholeNumber(_ key: String) -> Int? {
    guard let value = self[key] else { return nil }
    return value.int ?? value.string.flatMap { Int($0) }
  }
}
