import Accounts
import Reprise

/// Requests entities from a server: through the instance's own service, or through the V3 API.
///
/// A row contains what the response says about an entity, and `nil` for everything else. Rows may
/// arrive in any order, may describe entities that weren't requested, and may lack requested ones.
protocol EntityServer: Sendable {
  /// The browsing mode of the instance.
  var mode: BrowsingMode { get }
  nonisolated(nonsending) func preferences() async throws -> ClientPreferences
  /// Returns the root categories.
  nonisolated(nonsending) func navigation() async throws -> EntityRows
  /// Adds a category and its members to a builder. Returns `nil` if the category doesn't exist or
  /// this user may not see it.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - since: The time since which changes are requested, in seconds since 1970; 0 for
  ///     everything.
  ///   - progress: Called repeatedly with the number of bytes received.
  ///   - builder: The builder.
  nonisolated(nonsending) func members(
    of category: Entity, since: Int, progress: @escaping @Sendable (HTTPProgress) -> Void,
    into builder: PackedEntities.Builder
  ) async throws -> PackedEntities.Builder?
  /// Returns the entities below an entity, and possibly the entity itself.
  nonisolated(nonsending) func drill(_ entity: Entity) async throws -> EntityRows
  /// Returns an entity with its identifier, images and properties; empty if there are no details.
  nonisolated(nonsending) func detail(_ entity: Entity) async throws -> EntityRows
  /// Returns whether a missing row in the response of `detail` means that the entity was removed.
  func absenceMeansRemoval(of entity: Entity) -> Bool
  /// Returns the entity with this id, permId or identifier, and possibly others.
  nonisolated(nonsending) func find(_ name: String) async throws -> [Entity]
  /// Returns search results from index `start`, with the related entities that the server sends.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int
  ) async throws -> SearchResult
  /// Returns the addresses of the data stores, which require the token.
  nonisolated(nonsending) func dataStores() async throws -> [ServerAddress]
}

/// An instance's settings for its clients.
struct ClientPreferences: Hashable, Sendable {
  /// The seconds after which the root entities should be requested again.
  var refreshInterval = 3600
  /// The instance's kinds of search; the first one is the default.
  var searchDomains: [SearchDomain] = []
}

struct SearchDomain: Hashable, Sendable {
  /// The key, for example "GLOBAL".
  let key: String
  /// The label, for example "Search".
  let label: String
}
