import Accounts
import Reprise
import Synchronization

/// An openBIS server as the source of screens, with its offline store. Each process checks once
/// whether the instance has a service of its own; if not, the V3 API is used until the user
/// refreshes. A response that couldn't be stored is still shown, with `CacheWriteError`.
final class ServerSource: Sendable {
  struct State {
    var server: (any EntityServer)?
    var refreshedAt = 0
    /// `nil` until they are requested.
    var stores: [ServerAddress]?
    /// The second in which the categories last arrived.
    var navigatedAt = -1
  }

  /// In seconds; for a return to a screen, or for a sync after the first list.
  static let reuseInterval = 30

  let session: OpenBISSession
  let store: EntityStore
  let connect: @Sendable (ServerAddress, _ hasUser: Bool) async -> Connection
  let pause: @Sendable () async throws -> Void
  let state = Mutex(State())

  /// In seconds, for requests of changes: the clocks of the two machines may differ.
  static let margin = 900

  /// `connect` connects to a data store or a server with images, without a user if that server must
  /// not learn the user's name. `pause` waits before the next check whether another process syncs.
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

  /// A password command may be run again.
  func noteRefresh() {
    session.connection.querySourcesAgain()
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

  nonisolated(nonsending) func server() async throws -> any EntityServer {
    if let known = state.withLock(\.server) { return known }
    let service = try await session.readingService()
    let server: any EntityServer =
      if let service { IPadServiceServer(session: session, service: service) } else { general }
    state.withLock { $0.server = server }
    return server
  }

  /// The service doesn't know the entities that V3 returned.
  nonisolated(nonsending) func server(for entity: Entity) async throws -> any EntityServer {
    if let (kind, permID) = V3Kind.of(entity), kind.id(permID) == entity.id { return general }
    return try await server()
  }

  var general: V3Server {
    V3Server(session: session) { [connect] address in await connect(address, true) }
  }

  @concurrent func updateStore(
    _ body: @Sendable (EntityStore) throws -> Void
  ) async -> CacheWriteError? {
    CacheWriteError.catching { try body(store) }
  }

  /// The connections must use `OpenBISSession.configuration`. Without a vault, entities, images and
  /// the session's token stay in memory.
  @MainActor convenience init(_ account: Account, _ connections: Connections, vault: Vault?) {
    let connection = connections.connection(account)
    self.init(
      OpenBISSession(connection, keeping: vault?.tokens ?? .inMemory()),
      EntityStore(vault.map { .vault($0) } ?? .inMemory(), now: { connection.timestamp })
    ) { server, hasUser in
      await connections.connection(
        Account(server: server.text, user: hasUser ? account.user : ""))
    }
  }

  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<ImageFile> {
    switch image {
    case .content(let bytes, let format):
      return TimestampedResponse(ImageFile(bytes: bytes, format: format, of: id), at: now)
    case .address(let address):
      if let stored = store.image(address) {
        if policy == .cacheOnly || stored.timestamp >= state.withLock(\.refreshedAt) {
          return stored
        }
      } else if policy == .cacheOnly {
        throw EntitySourceError.notStored
      }
      let file = try await download(address)
      let timestamp = now
      let cacheWriteError = await updateStore { try $0.save(file, from: address, at: timestamp) }
      return TimestampedResponse(file, at: timestamp, despite: cacheWriteError)
    }
  }

  /// Compares size and checksum with the data store's listing. Files aren't stored.
  nonisolated(nonsending) func file(
    _ id: ResourceID, progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> ImageFile {
    let known = store.entity(id)?.entity ?? store.detail(of: id)?.entity
    guard let listed = known.flatMap({ DataSetFile($0) }) else {
      throw EntitySourceError.noEntity(id)
    }
    let file = try await download(listed.address, progress: progress)
    try listed.verify(file.bytes)
    return file
  }

  private nonisolated(nonsending) func download(
    _ address: String, progress: (@Sendable (HTTPProgress) -> Void)? = nil
  ) async throws -> ImageFile {
    let file = DataStoreFile(address)
    guard let file, let server = file.server else {
      throw OpenBISError.noFile("“\(address)” isn't an address")
    }
    if try await isDataStore(server) {
      let connection = await connect(server, true)
      return try await session.tokens.withToken { token in
        try await file.download(over: connection, token, progress: progress)
      }
    }
    // The token is only for data stores. No other server receives it or the user's name.
    return try await file.download(over: connect(server, false), nil, progress: progress)
  }

  private nonisolated(nonsending) func isDataStore(_ server: ServerAddress) async throws -> Bool {
    var stores = state.withLock(\.stores)
    if stores == nil {
      stores = try await self.server().dataStores()
      state.withLock { [stores] in $0.stores = stores }
    }
    return stores?.contains { $0.origin == server.origin } ?? false
  }
}
