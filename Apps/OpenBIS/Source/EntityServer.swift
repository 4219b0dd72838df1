import Reprise

/// A server's answers as entities: by the instance's own service, or by the V3 API, which every instance has.
///
/// Its answers are rows: an entity in them has what the answer says of it, and nil for all else. Rows may come in any order, may be about
/// entities that nobody asked for, and may lack those that were asked for.
protocol EntityServer: Sendable {
  /// The way in which the instance is browsed.
  var mode: BrowsingMode { get }
  /// Returns the instance's preferences.
  nonisolated(nonsending) func preferences() async throws -> ClientPreferences
  /// Returns the categories of the first level.
  nonisolated(nonsending) func navigation() async throws -> EntityRows
  /// Adds a category and its members to a builder. Returns nil if there is no such category, or not for this user.
  ///
  /// - Parameters:
  ///   - category: The category.
  ///   - since: The moment since which changes are wanted, in seconds since 1970; 0 for everything.
  ///   - progress: Called now and then with the bytes that have come.
  ///   - builder: The builder.
  nonisolated(nonsending) func members(
    of category: Entity, since: Int, progress: @escaping @Sendable (HTTPProgress) -> Void,
    into builder: PackedEntities.Builder
  ) async throws -> PackedEntities.Builder?
  /// Returns the entities below one, and perhaps itself.
  nonisolated(nonsending) func drill(_ entity: Entity) async throws -> EntityRows
  /// Returns an entity with its identifier, images and properties; nothing if there is no more to say of it.
  nonisolated(nonsending) func detail(_ entity: Entity) async throws -> EntityRows
  /// Tells whether `detail` has a row about an entity as long as the server has it: without one it is gone.
  func asks(for entity: Entity) -> Bool
  /// Returns the entity that a user names by an id, a permId or an identifier, and perhaps others;
  /// nothing if there is none.
  nonisolated(nonsending) func find(_ name: String) async throws -> [Entity]
  /// Returns the entities that match a search, behind the first `start` of them, and those that the
  /// server sends along with them.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int
  ) async throws -> SearchResult
  /// Returns the addresses of the data stores, whose files want the token.
  nonisolated(nonsending) func dataStores() async throws -> [ServerAddress]
}
