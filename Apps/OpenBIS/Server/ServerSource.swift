import Reprise
import Synchronization

/// An openBIS server as the screens' source, with all that is kept of it.
///
/// Once in a run the instance is asked for a service of its own; without one the V3 API answers, until the person refreshes. An answer that
/// can't be kept is shown all the same, with `NotKept`.
final class ServerSource: EntitySource {
  struct State {
    var server: (any EntityServer)?
    /// The moment at which a person last asked for a refresh.
    var refreshedAt = 0
    var stores = DataStores.unasked
  }

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

  let session: OpenBISSession
  let store: EntityStore
  private let connect: @Sendable (ServerAddress, _ hasUser: Bool) async -> Connection
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

  var manner: BrowsingManner {
    state.withLock { $0.server?.manner } ?? store.instance?.manner ?? .unknown
  }

  var now: Int { session.connection.moment }

  func noteRefresh() {
    session.connection.askSourcesAgain()
    state.withLock { state in
      state.refreshedAt = now
      // The service may be there by now.
      if state.server?.manner == .general { state.server = nil }
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
      if let service { ServiceServer(session: session, service: service) } else {
        GeneralServer(session: session) { [connect] address in await connect(address, true) }
      }
    state.withLock { $0.server = server }
    return server
  }

  // MARK: The root

  nonisolated(nonsending) func root(_ asking: Asking) async throws -> Dated<InstanceRoot> {
    var failure: (any Error)?
    if asking == .server { failure = try await refreshNavigation(server()) }
    guard let instance = store.instance else { throw SourceLack.notKept }
    return Dated(
      InstanceRoot(
        entities: EntityList(instance.root), preferences: instance.preferences,
        syncedAt: instance.syncedAt, isDue: isDue(instance), note: instance.note),
      at: store.believed(instance.moment), despite: failure)
  }

  func isDue(_ instance: StoredInstance) -> Bool {
    guard let synced = instance.syncedAt, instance.openSince == nil else { return true }
    let age = now - synced
    // A moment still to come was written while the clock was wrong.
    return age < 0 || age >= instance.preferences.refreshInterval
  }

  /// Asks for preferences and categories. Returns the failure of the preferences, in whose place those of before hold, or the reason why the
  /// answer can't be kept.
  nonisolated(nonsending) func refreshNavigation(
    _ server: any EntityServer
  ) async throws -> (any Error)? {
    var failure: (any Error)?
    var preferences: ClientPreferences?
    do {
      preferences = try await server.preferences()
    } catch {
      if error.endsEverything { throw error }
      failure = error
    }
    var rows = try await server.navigation()
    // Without categories the service is asked for everything at once: a category without a name, which is shown nowhere.
    if rows.isEmpty, server.manner == .service { rows = [Entity(ResourceID(""))] }
    let moment = now
    let (categories, manner, found) = (rows, server.manner, preferences)
    let notKept = await keeping { store in
      try store.change { instance in
        instance.browse(in: manner)
        if let found { instance.preferences = found }
        instance.setCategories(categories, at: moment)
      }
    }
    return failure ?? notKept
  }

  /// Writes what has come, apart from the caller's thread. Returns the problem if it can't be kept.
  @concurrent func keeping(
    _ keep: @Sendable (EntityStore) throws -> Void
  ) async -> NotKept? {
    NotKept.catching { try keep(store) }
  }

  // MARK: Entities

  func title(of id: ResourceID) -> String? {
    (store.entity(id)?.entity ?? store.detail(of: id)?.entity)?.title
  }

  nonisolated(nonsending) func family(
    of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<EntityFamily> {
    let notKept = asking == .server ? try await refreshFamily(of: id) : nil
    guard let known = store.entity(id) else { throw SourceLack.notKept }
    if known.entity.isDeleted { throw SourceLack.noEntity(id) }
    let (children, undescribed, oldest) = store.children(of: known.entity)
    let instance = store.instance
    let place = instance?.place(of: id)
    if asking == .kept, known.entity.children == nil { throw SourceLack.notKept }
    let moment = place == nil ? known.moment : store.syncedAt(of: id) ?? known.moment
    return Dated(
      EntityFamily(parent: known.entity, children: children, undescribed: undescribed),
      at: store.believed(min(moment, oldest ?? moment)), despite: notKept)
  }

  /// Asks for the entities below one. Returns the reason why the answer can't be kept.
  private nonisolated(nonsending) func refreshFamily(
    of id: ResourceID
  ) async throws -> NotKept? {
    let server = try await server()
    if let instance = store.instance, instance.manner != server.manner,
      store.entity(id) == nil
    {
      // Another start has found the service away; what it had shown is known once the categories are.
      _ = try await refreshNavigation(server)
    }
    if let instance = store.instance, instance.place(of: id) != nil {
      let known = store.syncedAt(of: id)
      let refreshed = state.withLock(\.refreshedAt)
      if let synced = known, synced >= refreshed, synced <= now,
        now - synced < instance.preferences.refreshInterval
      {
        return nil
      }
      // What is being asked for already isn't asked for twice. What is kept will do until then.
      // A person who asks wants the server's.
      let isWanted = store.set(of: id) == nil || (known ?? 0) < refreshed
      return try await refresh(id, of: server, .changes, waits: isWanted) { _ in }.notKept
    }
    guard let known = store.entity(id)?.entity ?? store.detail(of: id)?.entity else {
      throw SourceLack.noEntity(id)
    }
    var rows = try await server.drill(known)
    if !rows.contains(where: { $0.id == id }), server.asks(for: known) {
      var missing = known
      missing.isMissing = true
      rows.append(missing)
    }
    return await keepMet(rows)
  }

  private nonisolated(nonsending) func keepMet(_ rows: [Entity]) async -> NotKept? {
    let moment = now
    return await keeping { try $0.keepMet(rows, at: moment) }
  }

  nonisolated(nonsending) func detail(
    of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<Entity> {
    let kept = store.detail(of: id)
    guard asking == .server else {
      if let kept { return Dated(kept.entity, at: kept.moment) }
      // Nothing of a category is in its details: they are whole without.
      guard let row = store.entity(id), row.entity.properties != nil else {
        throw SourceLack.notKept
      }
      return Dated(row.entity, at: row.moment)
    }
    guard let known = store.entity(id)?.entity ?? kept?.entity else {
      throw SourceLack.noEntity(id)
    }
    let server = try await server()
    let rows = try await server.detail(known)
    var entity = kept.map { known.updated(with: $0.entity) } ?? known
    // Rows may be about others, too, or there may be none: then nothing new was heard.
    let own = rows.filter { $0.id == id }
    for row in own { entity = entity.updated(with: row) }
    if own.isEmpty, server.asks(for: known) { entity.isMissing = true }
    if entity.properties == nil { entity.properties = [] }
    let moment = own.isEmpty ? kept?.moment ?? store.entity(id)?.moment ?? now : now
    let (detail, others) = (entity, rows.filter { $0.id != id || $0.isDeleted })
    let notKept = await keeping { try $0.keepDetail(detail, at: moment) }
    let othersNotKept = await keepMet(others)
    return Dated(detail, at: moment, despite: notKept ?? othersNotKept)
  }

  nonisolated(nonsending) func search(_ search: EntitySearch) async throws -> Dated<EntityList> {
    guard !search.sent.isEmpty else { return Dated(EntityList([]), at: now) }
    let (rows, total) = try await server().search(search)
    let notKept = await keepMet(rows)
    let ids = Set(rows.map(\.id))
    let found = ids.compactMap { store.entity($0)?.entity }
    let list = EntityList(found.filter { !$0.isDeleted }, firstOf: total)
    return Dated(list, at: now, despite: notKept)
  }

  // MARK: Images

  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<ImageFile> {
    switch image {
    case .content(let bytes, let format):
      return Dated(ImageFile(bytes: bytes, format: format, of: id), at: now)
    case .address(let address):
      if let kept = store.image(address) {
        if asking == .kept || kept.moment >= state.withLock(\.refreshedAt) { return kept }
      } else if asking == .kept {
        throw SourceLack.notKept
      }
      let file = try await download(address)
      let moment = now
      let notKept = await keeping { try $0.keep(file, from: address, at: moment) }
      return Dated(file, at: moment, despite: notKept)
    }
  }

  private nonisolated(nonsending) func download(_ address: String) async throws -> ImageFile {
    let file = DataStoreFile(address)
    guard let file, let server = file.server else {
      throw OpenBISProblem.noFile("“\(address)” is no address")
    }
    if try await isDataStore(server) {
      let connection = await connect(server, true)
      return try await session.tokens.withToken { token in
        try await file.download(over: connection, token)
      }
    }
    // The token is the data store's own: any other server gets neither it nor the user's name.
    return try await file.download(over: connect(server, false), nil)
  }

  /// Tells whether a server is one of the instance's data stores. The service names its own; the others are asked for when a file wants one.
  private nonisolated(nonsending) func isDataStore(_ server: ServerAddress) async throws -> Bool {
    var stores = state.withLock(\.stores)
    if case .unasked = stores { stores = .named(try await self.server().dataStores()) }
    if case .named(let named) = stores, !stores.contains(server) {
      do {
        stores = .all(named + (try await session.dataStores()))
      } catch OpenBISProblem.unknownMethod, OpenBISProblem.noServer {
        // A server from before V3 has no more than the service's.
        stores = .all(named)
      } catch let error where !error.endsEverything && !Task.isCancelled {
        // An image elsewhere doesn't wait for it.
      }
    }
    state.withLock { [stores] in $0.stores = stores }
    return stores.contains(server)
  }
}
