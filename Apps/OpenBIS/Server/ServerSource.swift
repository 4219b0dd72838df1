import Reprise
import Synchronization

/// An openBIS server as the source of screens, with its offline store.
///
/// Each run checks once whether the instance has a service of its own. If not, the V3 API is used
/// until the user refreshes. A response that couldn't be stored is still shown, with
/// `CacheWriteError`.
final class ServerSource: EntitySource {
  struct State {
    var server: (any EntityServer)?
    /// The time at which the user last requested a refresh.
    var refreshedAt = 0
    var stores = DataStores.unasked
    /// The second in which the categories last arrived.
    var navigatedAt = -1
  }

  /// The seconds for which a response is reused for the same request, unless the user refreshes,
  /// for example when the user returns to a screen or a sync follows the first list.
  static let memory = 30

  let session: OpenBISSession
  let store: EntityStore
  let connect: @Sendable (ServerAddress, _ hasUser: Bool) async -> Connection
  let pause: @Sendable () async throws -> Void
  let state = Mutex(State())

  /// The seconds subtracted from the time since which changes are requested, because the clocks of
  /// the two machines may differ.
  static let margin = 900

  /// Creates a source. Nothing is sent yet.
  ///
  /// - Parameters:
  ///   - session: The session at the application server.
  ///   - store: The offline store.
  ///   - connect: Returns a connection to another server, which is a data store or has images.
  ///     Without a user, if that server must not learn the user's name.
  ///   - pause: Waits briefly before the next check whether another process still syncs.
  init(
    _ session: OpenBISSession, _ store: EntityStore,
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(500))
    },
    connect: @escaping @Sendable (ServerAddress, _ hasUser: Bool) async -> Connection
  ) {
    self.session = session
    self.store = store
    self.connect = connect
    self.pause = pause
  }

  var mode: BrowsingMode {
    state.withLock { $0.server?.mode } ?? store.instance?.mode ?? .unknown
  }

  var now: Int { session.connection.timestamp }

  var refreshInterval: Int {
    (store.instance?.preferences ?? ClientPreferences()).refreshInterval
  }

  func noteRefresh() {
    session.connection.askSourcesAgain()
    state.withLock { state in
      state.refreshedAt = now
      // The service may have become available.
      if state.server?.mode == .general { state.server = nil }
    }
  }

  nonisolated(nonsending) func logOut() async throws {
    try await session.tokens.end()
    await session.connection.forgetPassword()
    state.withLock { $0.server = nil }
  }

  /// Returns the instance's own service if it has one, and otherwise the V3 API.
  nonisolated(nonsending) func server() async throws -> any EntityServer {
    if let known = state.withLock(\.server) { return known }
    let service = try await session.readingService()
    let server: any EntityServer =
      if let service { ServiceServer(session: session, service: service) } else { general }
    state.withLock { $0.server = server }
    return server
  }

  /// Returns the server for an entity: the service doesn't know those that V3 returned.
  nonisolated(nonsending) func server(for entity: Entity) async throws -> any EntityServer {
    if let (kind, permID) = V3Kind.of(entity), kind.id(permID) == entity.id { return general }
    return try await server()
  }

  /// The V3 API, which every instance has.
  var general: GeneralServer {
    GeneralServer(session: session) { [connect] address in await connect(address, true) }
  }

  /// Writes to the store, off the caller's thread. Returns the error if that fails.
  @concurrent func keeping(
    _ keep: @Sendable (EntityStore) throws -> Void
  ) async -> CacheWriteError? {
    CacheWriteError.catching { try keep(store) }
  }
}
