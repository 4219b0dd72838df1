import Reprise
import Synchronization

/// The small file: an instance's categories, preferences and moments.
extension EntityStore {
  /// The categories, preferences and moments; nil if nothing is kept.
  var instance: StoredInstance? { state.withLock { read(&$0) } }

  func read(_ state: inout State) -> StoredInstance? {
    if !state.isInstanceRead {
      state.isInstanceRead = true
      state.stamps.note(Self.instanceName, Self.instanceDirectory, in: files)
      // One that can't be read any more is still known here.
      (state.instance, state.instanceProblem) = reading(or: state.instance) {
        try files.read(Self.instanceName, Self.instanceDirectory) { bytes in
          (try? JSON(bytes)).flatMap { StoredInstance($0) }
        }
      }
    }
    return state.instance
  }

  /// Changes the small file, as it is now: another process may have changed it. Throws `VaultError`, and then what was changed still holds
  /// for this run.
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
          // Everything else is found through it.
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
