import Controllers

extension FilterQuery {
  /// Tells whether a row of one text is let through.
  func isFound(in text: String) -> Bool { includes { $0.matches(text) } }
}
