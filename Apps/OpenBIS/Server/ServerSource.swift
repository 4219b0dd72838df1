import Reprise
import Synchronization

/// An openBIS server as the screens' source, with all that is kept of it.
///
/// Once in a run the instance is asked for a service of its own; without one the V3 API answers, until the person refreshes. An answer that
/// can't be kept is shown all the same, with `CacheWriteError`.
final class ServerSource: EntitySource {
  struct State {
    var server: (any EntityServer)?
    /// The moment at which a person last asked for a refresh.
    var refreshedAt = 0
    var stores = DataStores.unasked
    /// The second in which the categories last came.
    var navigatedAt = -1
  }

  /// The seconds for which an answer stands for the next question of the same kind, unless the user
  /// refreshes: a screen that is uncovered again, or a sync that follows the first list, needn't
  /// ask once more.
  static let memory = 30

  let session: OpenBISSession
  let store: EntityStore
  let connect: @Sendable (ServerAddress, _ hasUser: Bool) async -> Connection
  /// Waits a moment for another process that syncs.
  let pause: @Sendable () async throws -> Void
  let state = Mutex(State())

  /// The seconds that are subtracted from the moment since which changes are asked for: the clocks of the two machines may differ.
  static let margin = 900

  /// Creates a source; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - session: The session at the application server.
  ///   - store: All that is kept.
  ///   - connect: Returns a connection to another server: a data store, or one that has images. Without a user where none is meant to be
  ///     known there.
  ///   - pause: Waits a moment for another process that syncs, before it is looked for again.
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
      // The service may be there by now.
      if state.server?.mode == .general { state.server = nil }
    }
  }

  nonisolated(nonsending) func logOut() async throws {
    try await session.tokens.end()
    await session.connection.forgetPassword()
    state.withLock { $0.server = nil }
  }

  /// The server's answers, by the instance's own service or by V3.
  nonisolated(nonsending) func server() async throws -> any EntityServer {
    if let known = state.withLock(\.server) { return known }
    let service = try await session.readingService()
    let server: any EntityServer =
      if let service { ServiceServer(session: session, service: service) } else { general }
    state.withLock { $0.server = server }
    return server
  }

  /// Returns the server's answers for an entity: by V3 for one that V3 has named, also where the
  /// instance has a service, which doesn't know it.
  nonisolated(nonsending) func server(for entity: Entity) async throws -> any EntityServer {
    if let (kind, permID) = V3Kind.of(entity), kind.id(permID) == entity.id { return general }
    return try await server()
  }

  /// The server's answers by V3, which every instance has.
  var general: GeneralServer {
    GeneralServer(session: session) { [connect] address in await connect(address, true) }
  }

  /// Writes what has come, apart from the caller's thread. Returns the problem if it can't be kept.
  @concurrent func keeping(
    _ keep: @Sendable (EntityStore) throws -> Void
  ) async -> CacheWriteError? {
    CacheWriteError.catching { try keep(store) }
  }
}
