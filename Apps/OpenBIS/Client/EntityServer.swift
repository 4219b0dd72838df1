import Accounts
import Reprise

/// Requests entities through the instance's own service, or through the V3 API. A row has `nil` for
/// everything that the response doesn't say. Rows may arrive in any order, may describe entities
/// that weren't requested, and may lack requested ones.
protocol EntityServer: Sendable {
  var mode: BrowsingMode { get }
  nonisolated(nonsending) func preferences() async throws -> ClientPreferences
  nonisolated(nonsending) func navigation() async throws -> EntityRows
  /// Returns `nil` if the category doesn't exist or this user may not see it. `since` is in seconds
  /// since 1970; 0 requests everything. `progress` receives the number of bytes.
  nonisolated(nonsending) func members(
    of category: Entity, since: Int, progress: @escaping @Sendable (HTTPProgress) -> Void,
    into builder: PackedEntities.Builder
  ) async throws -> PackedEntities.Builder?
  /// Returns the entities below an entity, and possibly the entity itself.
  nonisolated(nonsending) func drill(_ entity: Entity) async throws -> EntityRows
  /// With identifier, images and properties; empty if there are no details.
  nonisolated(nonsending) func detail(_ entity: Entity) async throws -> EntityRows
  /// Returns whether a missing row in the response of `detail` means that the entity was removed.
  func absenceMeansRemoval(of entity: Entity) -> Bool
  /// By id, permId or identifier; the result may contain others.
  nonisolated(nonsending) func find(_ name: String) async throws -> [Entity]
  /// With the related entities that the server sends.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int
  ) async throws -> SearchResult
  /// The data stores require the token.
  nonisolated(nonsending) func dataStores() async throws -> [ServerAddress]
}

struct ClientPreferences: Hashable, Sendable {
  /// In seconds; afterwards the root entities should be requested again.
  var refreshInterval = 3600
  var searchDomains: [SearchDomain] = []
}

struct SearchDomain: Hashable, Sendable {
  let key: String
  let label: String
}
