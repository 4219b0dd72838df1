import Reprise
import Synchronization

/// Coordination with other processes that use the same files.
extension EntityStore {
  /// Starts a sync; returns `nil` while another one is running in any process.
  func turnToSync() -> StoreTurn? { turn("sync") }

  /// Starts an update of a category; returns `nil` while another one is running in any process.
  func turn(at category: ResourceID) -> StoreTurn? { turn(Self.name(category)) }

  private func turn(_ name: String) -> StoreTurn? {
    do {
      return try files.turn(name)
    } catch {
      // If nothing can be written, processes can't conflict.
      return StoreTurn {}
    }
  }

  /// Invalidates what other processes have replaced, so that it is read again when needed. Returns
  /// the categories with newly stored responses.
  @discardableResult func noticeChanges() -> [ResourceID] {
    state.withLock { state in
      let before = state.instance
      if state.stamps.isOutdated(Self.instanceName, Self.instanceDirectory, in: files) {
        state.isInstanceRead = false
      }
      if state.stamps.isOutdated(Self.metName, Self.setsDirectory, in: files) {
        state.isMetRead = false
      }
      for category in state.sets.keys
      where state.stamps.isOutdated(Self.name(category), Self.setsDirectory, in: files) {
        state.sets[category] = nil
      }
      let after = read(&state)
      return (after?.categories ?? []).filter { category in
        let known = before?.place(of: category.entity.id).flatMap { before?.categories[$0] }
        return known?.syncedAt != category.syncedAt
      }
      .map(\.entity.id)
    }
  }
}
