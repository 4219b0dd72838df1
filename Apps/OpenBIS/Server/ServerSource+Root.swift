import Reprise
import Synchronization

/// The root entities and the preferences, and whether they are due for a sync.
extension ServerSource {
  nonisolated(nonsending) func root(_ asking: Asking) async throws -> Dated<InstanceRoot> {
    var failure: (any Error)?
    if asking == .server { failure = try await refreshNavigation(server()) }
    guard let instance = store.instance else { throw SourceLack.notKept }
    return Dated(
      InstanceRoot(
        entities: EntityList(instance.root), preferences: instance.preferences,
        syncedAt: instance.syncedAt, isDue: isDue(instance), note: instance.note,
        unreadableCount: instance.unreadableCount),
      at: store.believed(instance.timestamp), despite: failure)
  }

  func isDue(_ instance: StoredInstance) -> Bool {
    guard let synced = instance.syncedAt, instance.openSince == nil else { return true }
    let age = now - synced
    // A future timestamp was written while the clock was wrong.
    return age < 0 || age >= instance.preferences.refreshInterval
  }

  /// Requests preferences and categories. Returns the error of the preferences, which then keep
  /// their old values, or the reason why the response couldn't be stored.
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
    let notKept = await keeping { store in
      try store.change { instance in
        instance.browse(in: mode)
        if let found { instance.preferences = found }
        instance.setCategories(categories, at: timestamp)
      }
    }
    if failure == nil, notKept == nil { state.withLock { $0.navigatedAt = timestamp } }
    return failure ?? notKept
  }

  /// Returns whether a response is recent and the user hasn't refreshed since it arrived.
  func isRecent(_ timestamp: Int, _ refreshed: Int) -> Bool {
    (0..<ServerSource.memory).contains(now - timestamp) && timestamp > refreshed
  }
}
