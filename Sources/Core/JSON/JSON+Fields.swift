/// Lenient access to a resource's fields, for servers that write null or "" for a missing value.
extension JSON {
  /// Returns the text under a key, or `nil` if it is missing, null or "". Numbers are returned as
  /// written.
  public func text(_ key: String) -> String? {
    switch self[key] {
    case .string(let text) where !text.isEmpty: text
    case .number(let text): text
    default: nil
    }
  }

  /// Returns the whole number under a key, even if it is written as text.
  public func wholeNumber(_ key: String) -> Int? {
    guard let value = self[key] else { return nil }
    return value.int ?? value.string.flatMap { Int($0) }
  }
}
