import Reprise
import Synchronization

/// Bringing what is kept up to date: one process does it at a time, and each category is asked for once at a time.
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
    // The first list, which begins most syncs, has just asked, perhaps in the second of the
    // refresh. One sync may use that; the next asks itself.
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
        // Somebody may have found the service again meanwhile.
        guard instance.mode == mode else { return }
        instance.note = words
        instance.begunAt = nil
        instance.lackingSince = isWhole ? nil : since
        guard isWhole else { return }
        // The oldest answer may be of then.
        instance.syncedAt = since
        instance.asksEverything = false
      }
    }
    report.notKept = notKept ?? notNoted
    return report
  }

  /// The seconds without anything new after which another process isn't waited for any longer: it may have been stopped.
  private static let patience = 60

  /// Waits until no other process syncs, and tells what comes there. Returns nil if nothing is left to be done then. Throws
  /// `SourceLack.heldUp` if nothing comes there for too long.
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

  /// Notes that a sync is open. Returns the moment since which a category counts as done, and what is asked for: one that broke off is gone
  /// on with, and what it has done isn't asked for again. Nor is it, unless a person asks, by one that comes by itself for what is lacking.
  @concurrent private func open(
    _ scope: SyncScope, at timestamp: Int
  ) async -> (since: Int, scope: SyncScope) {
    var (since, open) = (timestamp, scope)
    let refreshed = state.withLock(\.refreshedAt)
    // Where nothing can be kept each category says so.
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
        // What came in this very second came before it: after a kill it would count as done.
        for place in instance.categories.indices
        where instance.categories[place].syncedAt == timestamp {
          instance.categories[place].syncedAt = timestamp - 1
        }
        instance.asksEverything = scope == .everything
      }
    }
    return (since, open)
  }

  /// Asks for a category's members and keeps them. Returns their number, and why they can't be kept; nil if they are.
  ///
  /// - Parameter waits: True to wait while somebody else asks for them, here or in another process, and then to take what came there, or to
  ///   ask beside them if nothing comes; false to leave it at what is kept.
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
    // Nothing of the one way of browsing is there in the other, which isn't to say that it is gone.
    guard instance.mode == server.mode else {
      throw OpenBISError.shownOtherwise(server.mode)
    }
    let category = instance.categories[place].entity
    let asked = now
    let known = store.set(of: id)
    let synced = store.syncedAt(of: id)
    // Asked for its changes it would count as done in a sync of everything.
    let isOwed = instance.asksEverything && synced ?? .min < instance.openSince ?? .min
    // Without what is kept the changes alone would be all there is.
    let isAll = scope == .everything || known == nil || isOwed
    let since = isAll ? 0 : max(0, store.believed(synced ?? 0) - Self.margin)
    let builder = try await server.members(
      of: category, since: since, progress: progress, into: PackedEntities.Builder(over: known))
    if Task.isCancelled { throw HTTPError.cancelled }
    guard let builder else {
      // Nobody has said anything of its members: they stay as they were heard.
      return (0, await keeping { try $0.change { $0.noteMissing(id) } })
    }
    return await keep(builder, of: category, at: asked)
  }

  /// Keeps a category's answer. What can't be kept is known to this run alone.
  ///
  /// The builder is given up before anything is written: of 100,000 entities it takes as much memory as their file.
  @concurrent private func keep(
    _ builder: consuming PackedEntities.Builder, of category: Entity, at timestamp: Int
  ) async -> (count: Int, notKept: CacheWriteError?) {
    // An answer that doesn't name the category again still has it: its members are those that came, and those it had before unless all were
    // asked for.
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
