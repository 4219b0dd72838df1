import Reprise

extension ServerSource {
  /// The known data stores of the instance.
  enum DataStores {
    case unasked
    /// The stores that the server in use names.
    case named([ServerAddress])
    /// All stores of the application server.
    case all([ServerAddress])

    func contains(_ server: ServerAddress) -> Bool {
      switch self {
      case .unasked: false
      case .named(let known), .all(let known): known.contains { $0.origin == server.origin }
      }
    }
  }
}
