/// A kind of search, or a location to search in.
public struct SearchScope: Hashable, Sendable {
  /// Identifies the scope in sessions and to the source.
  public let id: String
  /// The label in front of the field.
  public let title: String

  /// Creates a scope.
  ///
  ///     SearchScope(id: "BARCODE", title: "Barcode")
  public init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}
