/// A kind of search, or a place to search in, among those that a source has.
public struct SearchScope: Hashable, Sendable {
  /// Names the scope in sessions and to the source.
  public let id: String
  /// The words in front of the field.
  public let title: String

  /// Creates a scope.
  ///
  ///     SearchScope(id: "BARCODE", title: "Barcode")
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
