import Reprise
import Synchronization

/// The small file with an instance's categories, preferences and timestamps.
extension EntityStore {
  /// The categories, preferences and timestamps; `nil` if none are stored.
  var instance: StoredInstance? { state.withLock { read(&$0) } }

  func read(_ state: inout State) -> StoredInstance? {
    if !state.isInstanceRead {
      state.isInstanceRead = true
      state.stamps.note(Self.instanceName, Self.instanceDirectory, in: files)
      // If the file can no longer be read, the copy in memory is used.
      (state.instance, state.instanceProblem) = reading(or: state.instance) {
        try files.read(Self.instanceName, Self.instanceDirectory) { bytes in
          (try? JSON(bytes)).flatMap { StoredInstance($0) }
        }
      }
    }
    return state.instance
  }

  /// Updates the small file, after rereading it if another process changed it. Throws
  /// `VaultError`; this run then uses the changes from memory.
  func change(_ change: (inout StoredInstance) -> Void) throws {
    var isChanged = false
    func apply(_ state: inout State) -> StoredInstance {
      var instance = read(&state) ?? StoredInstance()
      change(&instance)
      state.instance = instance
      isChanged = true
      return instance
    }
    do {
      try files.whileLocked(Self.instanceDirectory) {
        try state.withLock { state in
          if state.stamps.isOutdated(Self.instanceName, Self.instanceDirectory, in: files)
            || state.instanceProblem != nil
          {
            state.isInstanceRead = false
          }
          _ = read(&state)
          try files.requireReadable(
            Self.instanceName, Self.instanceDirectory, state.instanceProblem)
          let bytes = apply(&state).json.bytes
          // Durable, because all other files are found through this one.
          try files.write(bytes, Self.instanceName, Self.instanceDirectory, true)
          state.stamps.note(Self.instanceName, Self.instanceDirectory, in: files)
        }
      }
    } catch {
      if !isChanged { state.withLock { _ = apply(&$0) } }
      throw error
    }
  }
}
