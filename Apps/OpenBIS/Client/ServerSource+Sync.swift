import Reprise
import Synchronization

/// Syncs the offline store. One process syncs at a time, and requests for a category are coalesced.
extension ServerSource {
  nonisolated(nonsending) func sync(
    _ scope: SyncScope, tell: @escaping @Sendable (SyncEvent) -> Void
  ) async throws -> SyncReport {
    guard let turn = try await turnToSync(scope, tell) else {
      return SyncReport(
        timestamp: store.instance?.syncedAt ?? now, failures: [], count: 0, isAnothers: true)
    }
    defer { turn.end() }
    let server = try await server()
    // The first list, which starts most syncs, has just requested the categories, perhaps in the
    // same second as the refresh. One sync may use that response.
    let (navigated, refreshed) = state.withLock { state in
      defer { state.navigatedAt = -1 }
      return (state.navigatedAt, state.refreshedAt)
    }
    if !isRecent(navigated, refreshed - 1) || store.instance?.mode != server.mode {
      _ = try await refreshNavigation(server)
    }
    let began = now
    let (since, scope) = await open(scope, at: began)
    let categories = (store.instance?.categories ?? [])
      .filter { !$0.entity.isDeleted && !$0.entity.isMissing }
      .sorted { Entity.precedes($0.entity, $1.entity) }
    var failures: [CategoryFailure] = []
    var count = 0
    var notKept: CacheWriteError?
    for (place, category) in categories.enumerated() {
      let id = category.entity.id
      let step = SyncProgress(
        done: place, total: categories.count, title: category.entity.title, received: 0,
        expected: nil)
      tell(.asking(step))
      if let synced = category.syncedAt, synced >= since, since < began { continue }
      do {
        let came = try await refresh(id, of: server, scope, waits: true) { bytes in
          var step = step
          (step.received, step.expected) = (bytes.received, bytes.expected)
          tell(.asking(step))
        }
        count += came.count
        notKept = notKept ?? came.notKept
        tell(.came([id]))
      } catch {
        if error.cancelsRemainingRequests || Task.isCancelled { throw error }
        failures.append(CategoryFailure(id: id, title: category.entity.title, error: error))
      }
    }
    var report = SyncReport(timestamp: began, failures: failures, count: count)
    let (words, isWhole, mode) = (report.failureWords, failures.isEmpty, server.mode)
    let notNoted = await keeping { store in
      try store.change { instance in
        // Another process may have found the service available in the meantime.
        guard instance.mode == mode else { return }
        instance.note = words
        instance.begunAt = nil
        instance.lackingSince = isWhole ? nil : since
        guard isWhole else { return }
        // The oldest response may have this timestamp.
        instance.syncedAt = since
        instance.asksEverything = false
      }
    }
    report.notKept = notKept ?? notNoted
    return report
  }

  /// The timeout in seconds for waiting on another process, which may be suspended.
  private static let patience = 60

  /// Waits until no other process syncs, and reports what that one stores. Returns `nil` if nothing
  /// remains to be done. Throws `SourceLack.heldUp` if the other process makes no progress.
  private nonisolated(nonsending) func turnToSync(
    _ scope: SyncScope, _ tell: @Sendable (SyncEvent) -> Void
  ) async throws -> StoreTurn? {
    let before = store.instance?.syncedAt
    var hasWaited = false
    var heard = now
    while true {
      let turn = store.turnToSync()
      let came = store.noticeChanges()
      if !came.isEmpty {
        tell(.came(came))
        heard = now
      }
      if let turn {
        guard hasWaited, scope == .changes, let instance = store.instance,
          instance.syncedAt != before, !isDue(instance)
        else { return turn }
        return nil
      }
      hasWaited = true
      if let instance = store.instance {
        let done = instance.categories.count { $0.syncedAt ?? .min >= instance.openSince ?? .max }
        tell(.elsewhere(done: done, total: instance.categories.count))
      } else {
        tell(.elsewhere(done: 0, total: 0))
      }
      if now - heard >= Self.patience { throw SourceLack.heldUp }
      try await pause()
    }
  }

  /// Marks a sync as running. An interrupted sync is resumed, and categories that it completed
  /// aren't requested again. The same applies to an automatic sync that retries failed categories.
  /// Returns the time since which a category counts as completed, and the scope of the sync.
  @concurrent private func open(
    _ scope: SyncScope, at timestamp: Int
  ) async -> (since: Int, scope: SyncScope) {
    var (since, open) = (timestamp, scope)
    let refreshed = state.withLock(\.refreshedAt)
    // If nothing can be stored, each category reports that.
    try? store.change { instance in
      let lacking = instance.lackingSince.flatMap { $0 < refreshed ? nil : $0 }
      if let begun = instance.begunAt ?? lacking, begun <= timestamp,
        timestamp - begun < instance.preferences.refreshInterval,
        instance.asksEverything || scope == .changes
      {
        since = begun
        open = instance.asksEverything ? .everything : .changes
      } else {
        (instance.begunAt, instance.lackingSince) = (timestamp, nil)
        // Data received in this second came before the sync. Without this, a sync resumed after a
        // kill would treat it as completed.
        for place in instance.categories.indices
        where instance.categories[place].syncedAt == timestamp {
          instance.categories[place].syncedAt = timestamp - 1
        }
        instance.asksEverything = scope == .everything
      }
    }
    return (since, open)
  }

  /// Requests a category's members and stores them. Returns their number, and the reason why they
  /// couldn't be stored, or `nil`.
  ///
  /// - Parameter waits: If true, waits while another process or task requests the members, and then
  ///   uses those, or sends its own request after a timeout. If false, uses the stored members
  ///   meanwhile.
  @discardableResult nonisolated(nonsending) func refresh(
    _ id: ResourceID, of server: any EntityServer, _ scope: SyncScope, waits: Bool,
    progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> (count: Int, notKept: CacheWriteError?) {
    let before = store.syncedAt(of: id)
    var hasWaited = false
    let began = now
    var turn = store.turn(at: id)
    while turn == nil, now - began < Self.patience {
      guard waits else { return (0, nil) }
      hasWaited = true
      try await pause()
      turn = store.turn(at: id)
    }
    defer { turn?.end() }
    store.noticeChanges()
    if hasWaited, scope == .changes, store.syncedAt(of: id) != before { return (0, nil) }
    guard let instance = store.instance, let place = instance.place(of: id) else {
      return (0, nil)
    }
    // Entities of the other browsing mode are missing in this one, but not deleted.
    guard instance.mode == server.mode else {
      throw OpenBISError.shownOtherwise(server.mode)
    }
    let category = instance.categories[place].entity
    let asked = now
    let known = store.set(of: id)
    let synced = store.syncedAt(of: id)
    // With only its changes, the category would count as completed in a full sync.
    let isOwed = instance.asksEverything && synced ?? .min < instance.openSince ?? .min
    // Without stored members, the changes alone would be incomplete.
    let isAll = scope == .everything || known == nil || isOwed
    let since = isAll ? 0 : max(0, store.believed(synced ?? 0) - Self.margin)
    let builder = try await server.members(
      of: category, since: since, progress: progress, into: PackedEntities.Builder(over: known))
    if Task.isCancelled { throw HTTPError.cancelled }
    guard let builder else {
      // The category is gone or not visible to this user, which says nothing about its members.
      return (0, await keeping { try $0.change { $0.noteMissing(id) } })
    }
    return await keep(builder, of: category, at: asked)
  }

  /// Stores a category's response. If that fails, this run uses it from memory.
  ///
  /// The builder is released before the file is written, because both need the same memory.
  @concurrent private func keep(
    _ builder: consuming PackedEntities.Builder, of category: Entity, at timestamp: Int
  ) async -> (count: Int, notKept: CacheWriteError?) {
    // The response may lack the category's own row. Its members are then those received, and the
    // earlier ones unless the response was complete.
    var category = category
    if !builder.contains(category.id) {
      let before = store.set(of: category.id)?.entity(of: category.id)?.entity.children ?? []
      let known = builder.isComplete && builder.unreadableCount == 0 ? [] : before
      category.children = known + Set(builder.ids).subtracting(known).sorted { $0.text < $1.text }
      builder.addKept(category, at: timestamp)
    }
    let (count, deleted, id) = (builder.count, builder.deletedElsewhere, category.id)
    let unreadable = builder.unreadableCount
    guard let set = builder.finished(category: id) else { return (0, nil) }
    let notKept = CacheWriteError.catching {
      try store.keep(set, of: id, at: timestamp, unreadable: unreadable)
      try store.keepDeleted(deleted, at: timestamp)
    }
    return (count, notKept)
  }
}
