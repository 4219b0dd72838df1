import Reprise

extension ServerSource {
  /// The instance's data stores, as far as they are known.
  enum DataStores {
    case unasked
    /// The stores that the server in use names.
    case named([ServerAddress])
    /// All stores that the application server has.
    case all([ServerAddress])

    func contains(_ server: ServerAddress) -> Bool {
      switch self {
      case .unasked: false
      case .named(let known), .all(let known): known.contains { $0.origin == server.origin }
      }
    }
  }
}
