import Accounts
import Reprise
import Synchronization

/// Syncs the offline store. One process syncs at a time, and requests for a category are coalesced.
extension ServerSource {
  /// Each category is replaced atomically, so a cancelled sync loses at most the one in progress.
  /// One that fails doesn't stop the others, and is in the report. Throws errors that affect all
  /// categories, and if the task is cancelled.
  nonisolated(nonsending) func sync(
    _ scope: SyncScope, onEvent: @escaping @Sendable (SyncEvent) -> Void
  ) async throws -> SyncReport {
    guard let turn = try await turnToSync(scope, onEvent) else {
      return SyncReport(failures: [], count: 0, wasCompletedElsewhere: true)
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
    var cacheWriteError: CacheWriteError?
    for (index, category) in categories.enumerated() {
      let id = category.entity.id
      let step = SyncProgress(
        done: index, total: categories.count, title: category.entity.title, received: 0,
        expected: nil)
      onEvent(.requesting(step))
      if let synced = category.syncedAt, synced >= since, since < began { continue }
      do {
        let received = try await refresh(id, of: server, scope, waits: true) { bytes in
          var step = step
          (step.received, step.expected) = (bytes.received, bytes.expected)
          onEvent(.requesting(step))
        }
        count += received.count
        cacheWriteError = cacheWriteError ?? received.cacheWriteError
        onEvent(.stored([id]))
      } catch {
        if error.cancelsRemainingRequests || Task.isCancelled { throw error }
        failures.append(CategoryFailure(id: id, title: category.entity.title, error: error))
      }
    }
    var report = SyncReport(failures: failures, count: count)
    let (failureText, isWhole, mode) = (report.failureText, failures.isEmpty, server.mode)
    let noteWriteError = await updateStore { store in
      try store.change { instance in
        // Another process may have found the service available in the meantime.
        guard instance.mode == mode else { return }
        instance.note = failureText
        instance.begunAt = nil
        instance.incompleteSince = isWhole ? nil : since
        guard isWhole else { return }
        // The oldest response may have this timestamp.
        instance.syncedAt = since
        instance.requestsEverything = false
      }
    }
    report.cacheWriteError = cacheWriteError ?? noteWriteError
    return report
  }

  /// In seconds; another process may be suspended.
  private static let timeout = 60

  /// Returns `nil` if nothing remains to be done after another process has synced. Throws
  /// `EntitySourceError.heldUp` if that one makes no progress.
  private nonisolated(nonsending) func turnToSync(
    _ scope: SyncScope, _ onEvent: @Sendable (SyncEvent) -> Void
  ) async throws -> StoreLock? {
    let before = store.instance?.syncedAt
    var hasWaited = false
    var lastProgressAt = now
    while true {
      let turn = store.turnToSync()
      let changedIDs = store.noticeChanges()
      if !changedIDs.isEmpty {
        onEvent(.stored(changedIDs))
        lastProgressAt = now
      }
      if let turn {
        guard hasWaited, scope == .changes, let instance = store.instance,
          instance.syncedAt != before, !isDue(instance)
        else { return turn }
        return nil
      }
      hasWaited = true
      let instance = store.instance ?? StoredInstance()
      let done = instance.categories.count { $0.syncedAt ?? .min >= instance.openSince ?? .max }
      onEvent(.runningElsewhere(done: done, total: instance.categories.count))
      if now - lastProgressAt >= Self.timeout { throw EntitySourceError.heldUp }
      try await pause()
    }
  }

  /// Resumes an interrupted sync, or an automatic one that retries failed categories, without those
  /// that it completed. `since` is the time since which a category counts as completed.
  @concurrent private func open(
    _ scope: SyncScope, at timestamp: Int
  ) async -> (since: Int, scope: SyncScope) {
    var (since, open) = (timestamp, scope)
    let refreshed = state.withLock(\.refreshedAt)
    // If nothing can be stored, each category reports that.
    try? store.change { instance in
      let incompleteSince = instance.incompleteSince.flatMap { $0 < refreshed ? nil : $0 }
      if let begun = instance.begunAt ?? incompleteSince, begun <= timestamp,
        timestamp - begun < instance.preferences.refreshInterval,
        instance.requestsEverything || scope == .changes
      {
        since = begun
        open = instance.requestsEverything ? .everything : .changes
      } else {
        (instance.begunAt, instance.incompleteSince) = (timestamp, nil)
        // Data received in this second came before the sync. Without this, a sync resumed after a
        // kill would treat it as completed.
        for index in instance.categories.indices
        where instance.categories[index].syncedAt == timestamp {
          instance.categories[index].syncedAt = timestamp - 1
        }
        instance.requestsEverything = scope == .everything
      }
    }
    return (since, open)
  }

  /// Returns the reason why the members couldn't be stored, or `nil`. With `waits`, uses the
  /// members that another process or task requests, or sends its own request after a timeout;
  /// without it, uses the stored ones meanwhile.
  @discardableResult nonisolated(nonsending) func refresh(
    _ id: ResourceID, of server: any EntityServer, _ scope: SyncScope, waits: Bool,
    progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> (count: Int, cacheWriteError: CacheWriteError?) {
    let before = store.syncedAt(of: id)
    var hasWaited = false
    let began = now
    var turn = store.tryLock(at: id)
    while turn == nil, now - began < Self.timeout {
      guard waits else { return (0, nil) }
      hasWaited = true
      try await pause()
      turn = store.tryLock(at: id)
    }
    defer { turn?.end() }
    store.noticeChanges()
    if hasWaited, scope == .changes, store.syncedAt(of: id) != before { return (0, nil) }
    guard let instance = store.instance, let index = instance.index(of: id) else {
      return (0, nil)
    }
    // Entities of the other browsing mode are missing in this one, but not deleted.
    guard instance.mode == server.mode else {
      throw OpenBISError.otherMode(server.mode)
    }
    let category = instance.categories[index].entity
    let requestedAt = now
    let known = store.set(of: id)
    let synced = store.syncedAt(of: id)
    // With only its changes, the category would count as completed in a full sync.
    let isOwed = instance.requestsEverything && synced ?? .min < instance.openSince ?? .min
    // Without stored members, the changes alone would be incomplete.
    let isAll = scope == .everything || known == nil || isOwed
    let since = isAll ? 0 : max(0, store.plausibleTimestamp(synced ?? 0) - Self.margin)
    let builder = try await server.members(
      of: category, since: since, progress: progress, into: PackedEntities.Builder(over: known))
    if Task.isCancelled { throw HTTPError.cancelled }
    guard let builder else {
      // The category is gone or not visible to this user, which says nothing about its members.
      return (0, await updateStore { try $0.change { $0.noteMissing(id) } })
    }
    return await save(builder, of: category, at: requestedAt)
  }

  /// If storing fails, this run uses the response from memory. The builder is released before the
  /// file is written, because both need the same memory.
  @concurrent private func save(
    _ builder: consuming PackedEntities.Builder, of category: Entity, at timestamp: Int
  ) async -> (count: Int, cacheWriteError: CacheWriteError?) {
    // The response may lack the category's own row. Its members are then those received, and the
    // earlier ones unless the response was complete.
    var category = category
    if !builder.contains(category.id) {
      let before = store.set(of: category.id)?.entity(of: category.id)?.entity.children ?? []
      let known = builder.isComplete && builder.unreadableCount == 0 ? [] : before
      category.children = known + Set(builder.ids).subtracting(known).sorted { $0.text < $1.text }
      builder.addIfAbsent(category, at: timestamp)
    }
    let (count, deleted, id) = (builder.count, builder.deletedElsewhere, category.id)
    let unreadable = builder.unreadableCount
    guard let set = builder.finished(category: id) else { return (0, nil) }
    let cacheWriteError = CacheWriteError.catching {
      try store.save(set, of: id, at: timestamp, unreadable: unreadable)
      try store.saveDeleted(deleted, at: timestamp)
    }
    return (count, cacheWriteError)
  }
}

enum SyncScope: Hashable, Sendable {
  case changes
  case everything
}

struct SyncProgress: Hashable, Sendable {
  var done: Int
  var total: Int
  /// Of the category being requested; empty before the first.
  var title: String
  var received: Int
  var expected: Int?
}

enum SyncEvent: Hashable, Sendable {
  case requesting(SyncProgress)
  /// This process waits for another one. With the numbers of complete and of all categories.
  case runningElsewhere(done: Int, total: Int)
  /// With the ids of the categories, stored by this process or by the one for which it waits.
  case stored([ResourceID])
}

struct SyncReport: Sendable {
  let failures: [CategoryFailure]
  let count: Int
  var cacheWriteError: CacheWriteError?
  var wasCompletedElsewhere = false
}

struct CategoryFailure: Sendable {
  let id: ResourceID
  let title: String
  let error: any Error
}

extension SyncReport {
  var failureText: String? {
    guard let first = failures.first else {
      return cacheWriteError.map { "Synced: \(StatusMessage(problem: "", $0).text)" }
    }
    let others = failures.count == 1 ? "" : " (and \(failures.count - 1) more)"
    return
      "\(first.title)\(others) could not be synced: \(StatusMessage(problem: "", first.error).text)"
  }
}
