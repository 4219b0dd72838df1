import Reprise
import Synchronization

/// Other processes that work on the same files: what they do meanwhile, and what they have replaced.
extension EntityStore {
  /// Begins a sync, which one process does at a time; nil while another one is at it.
  func turnToSync() -> StoreTurn? { turn("sync") }

  /// Begins to bring a category up to date, which is done once at a time; nil while that goes on elsewhere.
  func turn(at category: ResourceID) -> StoreTurn? { turn(Self.name(category)) }

  private func turn(_ name: String) -> StoreTurn? {
    do {
      return try files.turn(name)
    } catch {
      // Where nothing can be written nobody is in the way of anybody.
      return StoreTurn {}
    }
  }

  /// Forgets what another process has replaced since it was read here; it is read anew when somebody wants it. Returns the categories of
  /// which another answer is kept now.
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
