import Accounts
import Reprise
import Synchronization

extension ServerSource {
  nonisolated(nonsending) func root(_ policy: FetchPolicy) async throws -> TimestampedResponse<
    InstanceRoot
  > {
    var failure: (any Error)?
    if policy == .server { failure = try await refreshNavigation(server()) }
    guard let instance = store.instance else { throw EntitySourceError.notStored }
    return TimestampedResponse(
      InstanceRoot(
        entities: EntityList(instance.root), preferences: instance.preferences,
        syncedAt: instance.syncedAt, isDue: isDue(instance), note: instance.note,
        unreadableCount: instance.unreadableCount),
      at: store.plausibleTimestamp(instance.timestamp), despite: failure)
  }

  func isDue(_ instance: StoredInstance) -> Bool {
    guard let synced = instance.syncedAt, instance.openSince == nil else { return true }
    let age = now - synced
    // A future timestamp was written while the clock was wrong.
    return age < 0 || age >= instance.preferences.refreshInterval
  }

  /// Returns the error of the preferences, which then keep their old values, or of storing.
  nonisolated(nonsending) func refreshNavigation(
    _ server: any EntityServer
  ) async throws -> (any Error)? {
    var failure: (any Error)?
    var preferences: ClientPreferences?
    do {
      preferences = try await server.preferences()
    } catch {
      if error.cancelsRemainingRequests { throw error }
      failure = error
    }
    var rows = try await server.navigation()
    // Without categories, the service is asked for everything at once, as an unnamed category.
    if rows.entities.isEmpty, server.mode == .service {
      rows.entities = [Entity(ResourceID(""))]
    }
    let timestamp = now
    let (categories, mode, found) = (rows, server.mode, preferences)
    let cacheWriteError = await updateStore { store in
      try store.change { instance in
        instance.browse(in: mode)
        if let found { instance.preferences = found }
        instance.setCategories(categories, at: timestamp)
      }
    }
    if failure == nil, cacheWriteError == nil { state.withLock { $0.navigatedAt = timestamp } }
    return failure ?? cacheWriteError
  }

  func isRecent(_ timestamp: Int, _ refreshed: Int) -> Bool {
    (0..<ServerSource.reuseInterval).contains(now - timestamp) && timestamp > refreshed
  }

  /// Sends no request; `nil` if the entity isn't stored.
  func title(of id: ResourceID) -> String? {
    (store.entity(id)?.entity ?? store.detail(of: id)?.entity)?.title
  }

  nonisolated(nonsending) func family(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityFamily> {
    let (cacheWriteError, unreadable) =
      policy == .server ? try await refreshFamily(of: id) : (nil, 0)
    guard let known = store.entity(id) else { throw EntitySourceError.notStored }
    if known.entity.isDeleted { throw EntitySourceError.noEntity(id) }
    let (children, undescribed, oldest) = store.children(of: known.entity)
    let instance = store.instance
    let index = instance?.index(of: id)
    if policy == .cacheOnly, known.entity.children == nil { throw EntitySourceError.notStored }
    let timestamp = index == nil ? known.timestamp : store.syncedAt(of: id) ?? known.timestamp
    return TimestampedResponse(
      EntityFamily(
        parent: known.entity, children: children, undescribed: undescribed,
        unreadableCount: index.flatMap { instance?.categories[$0].unreadableCount } ?? unreadable),
      at: store.plausibleTimestamp(min(timestamp, oldest ?? timestamp)), despite: cacheWriteError)
  }

  /// Returns the error of storing. The count is 0 for a category, because the store has its number.
  private nonisolated(nonsending) func refreshFamily(
    of id: ResourceID
  ) async throws -> (CacheWriteError?, unreadable: Int) {
    let server = try await server()
    if let instance = store.instance, instance.mode != server.mode,
      store.entity(id) == nil
    {
      // Another run found the service unavailable, and switched the store's browsing mode. Loading
      // the categories switches it back.
      _ = try await refreshNavigation(server)
    }
    if let instance = store.instance, instance.index(of: id) != nil {
      let known = store.syncedAt(of: id)
      let refreshed = state.withLock(\.refreshedAt)
      if let synced = known, synced >= refreshed, synced <= now,
        now - synced < instance.preferences.refreshInterval
      {
        return (nil, 0)
      }
      // A request that is already running isn't repeated, and the stored members are used
      // meanwhile. If the user refreshed, this waits for the server.
      let isWanted = store.set(of: id) == nil || (known ?? 0) < refreshed
      return (
        try await refresh(id, of: server, .changes, waits: isWanted) { _ in }.cacheWriteError, 0
      )
    }
    guard let known = store.entity(id)?.entity ?? store.detail(of: id)?.entity else {
      throw EntitySourceError.noEntity(id)
    }
    let own = try await self.server(for: known)
    var rows = try await own.drill(known)
    if !rows.entities.contains(where: { $0.id == id }), own.absenceMeansRemoval(of: known) {
      var missing = known
      missing.isMissing = true
      rows.entities.append(missing)
    }
    return (
      await saveOnDemand(rows.entities + lastSeen(in: rows, below: known)), rows.unreadableCount
    )
  }

  /// They may be among the response's unreadable rows.
  private func lastSeen(in rows: EntityRows, below parent: Entity) -> [Entity] {
    guard rows.unreadableCount > 0 else { return [] }
    let receivedIDs = Set(rows.entities.map(\.id))
    let named = rows.entities.first { $0.id == parent.id }?.children ?? parent.children ?? []
    return named.filter { !receivedIDs.contains($0) }.compactMap { id in
      guard let known = store.entity(id), !known.entity.isDeleted else { return nil }
      var entity = known.entity
      entity.lastSeen = known.timestamp
      return entity
    }
  }

  private nonisolated(nonsending) func saveOnDemand(_ rows: [Entity]) async -> CacheWriteError? {
    let timestamp = now
    return await updateStore { try $0.saveOnDemand(rows, at: timestamp) }
  }

  nonisolated(nonsending) func detail(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<Entity> {
    let stored = store.detail(of: id)
    guard policy == .server else {
      // The list's row is shown offline, and until the server has sent the details.
      guard let known = stored ?? store.entity(id) else { throw EntitySourceError.notStored }
      return TimestampedResponse(known.entity, at: known.timestamp)
    }
    guard let known = store.entity(id)?.entity ?? stored?.entity else {
      throw EntitySourceError.noEntity(id)
    }
    if let stored, isRecent(stored.timestamp, state.withLock(\.refreshedAt)) {
      return TimestampedResponse(stored.entity, at: stored.timestamp)
    }
    let server = try await server(for: known)
    let rows = try await server.detail(known)
    var entity = stored.map { known.updated(with: $0.entity) } ?? known
    // The rows may describe other entities only; this one's data are then unchanged.
    let own = rows.entities.filter { $0.id == id }
    for row in own { entity = entity.updated(with: row) }
    // An entity that was described before and is now missing counts as removed, unless it may be
    // among the unreadable rows.
    let wasDescribed = stored?.entity.properties?.isEmpty == false && rows.unreadableCount == 0
    if own.isEmpty, wasDescribed || server.absenceMeansRemoval(of: known) {
      entity.isMissing = true
    }
    let timestamp = own.isEmpty ? stored?.timestamp ?? store.entity(id)?.timestamp ?? now : now
    if own.isEmpty, rows.unreadableCount > 0 { entity.lastSeen = timestamp }
    if entity.properties == nil { entity.properties = [] }
    let (detail, others) = (entity, rows.entities.filter { $0.id != id || $0.isDeleted })
    let cacheWriteError = await updateStore { try $0.saveDetail(detail, at: timestamp) }
    let othersCacheWriteError = await saveOnDemand(others)
    return TimestampedResponse(
      detail, at: timestamp, despite: cacheWriteError ?? othersCacheWriteError)
  }

  /// Stores both the hits and the related entities. Searches the stored entities instead if the
  /// server finds nothing, ignoring case and accents. `start` is the number of hits to skip.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityList> {
    guard !search.sent.isEmpty else { return TimestampedResponse(EntityList([]), at: now) }
    guard policy == .server else {
      guard let instance = store.instance else { throw EntitySourceError.notStored }
      let found = start > 0 ? [] : store.entities(search.query)
      return TimestampedResponse(
        EntityList(found, of: search), at: store.plausibleTimestamp(instance.timestamp))
    }
    let result = try await server().search(search, from: start)
    if start == 0, result.hits.isEmpty {
      return TimestampedResponse(
        EntityList(insteadOfServers: store.entities(search.query), of: search), at: now)
    }
    let cacheWriteError = await saveOnDemand((result.hits + result.related).map { merged($0) })
    let ids = Set(result.hits.map(\.id))
    let found = ids.compactMap { store.entity($0)?.entity }.filter { !$0.isDeleted }
    var list = EntityList(found, of: search, firstOf: result.total, related: result.related.count)
    list.noteMatchLocations(result.matchLocations)
    list.unreadableCount = result.unreadableCount
    return TimestampedResponse(list, at: now, despite: cacheWriteError)
  }

  /// If a site has two plugins, one sends the other's entities with no children and its own REFCON.
  private func merged(_ row: Entity) -> Entity {
    guard let known = store.entity(row.id)?.entity, !known.isDeleted else { return row }
    var row = row
    row.refcon = known.refcon ?? row.refcon
    row.children = known.children ?? row.children
    return row
  }

  /// `name` is an id, a permId, or an identifier such as "/PROBES/PROBE1". Returns `nil` if the
  /// entity doesn't exist or this user may not see it.
  nonisolated(nonsending) func find(
    _ name: String, _ policy: FetchPolicy
  ) async throws -> ResourceID? {
    if let known = store.id(named: name) { return known }
    guard policy == .server else { return nil }
    let server = try await server()
    _ = try await refreshNavigation(server)
    if let known = store.id(named: name) { return known }
    if let id = await idAfterSaving(try await server.find(name), named: name) { return id }
    guard server.mode == .service else { return nil }
    // Materials are only sent with their category.
    let synced = try await sync(.changes) { _ in }
    if let known = store.id(named: name) { return known }
    do {
      // The service's ids are permIds, and its rows may lack identifiers.
      let rows = try await general.find(name)
      let permIDs = rows.filter { $0.isNamed(name) }.compactMap { V3Kind.of($0)?.1 }
      if let known = permIDs.lazy.compactMap({ self.store.id(named: $0) }).first { return known }
      if let id = await idAfterSaving(rows, named: name) { return id }
    } catch OpenBISError.unknownMethod, OpenBISError.noServer {
      // A server older than V3 has only the service's entities.
    }
    // A category that failed to sync may contain the entity.
    if let failure = synced.failures.first { throw failure.error }
    return nil
  }

  private nonisolated(nonsending) func idAfterSaving(
    _ rows: [Entity], named name: String
  ) async -> ResourceID? {
    _ = await saveOnDemand(rows)
    return rows.first { $0.isNamed(name) }?.id
  }
}
