import Reprise

extension EntityStore {
  /// The part of the store that is in memory: everything read or written so far.
  struct State {
    var instance: StoredInstance?
    var isInstanceRead = false
    /// The reason why the instance's file couldn't be read.
    var instanceProblem: (any Error)?
    var sets: [ResourceID: PackedEntities] = [:]
    /// The entities received outside a sync, for example as search results.
    var met: PackedEntities?
    var isMetRead = false
    /// The reason why the file with the entities in `met` couldn't be read.
    var metProblem: (any Error)?
    /// The times of the members that couldn't be stored, and are used from memory.
    var unkept: [ResourceID: Int] = [:]
    /// The stamps of all files read or written.
    var stamps = FileStamps()
  }
}
