/// A resource's fields, read forgivingly: servers write null or "" for what they don't know.
extension JSON {
  /// The text under a key; nil if it is missing, null or "". A number counts as the text that it was written as.
  public func text(_ key: String) -> String? {
    switch self[key] {
    case .string(let text) where !text.isEmpty: text
    case .number(let text): text
    default: nil
    }
  }

  /// The whole number under a key, which may be written as text.
  public func wholeNumber(_ key: String) -> Int? {
    guard let value = self[key] else { return nil }
    return value.int ?? value.string.flatMap { Int($0) }
  }
}
