import Reprise

extension EntityStore {
  /// The part of what is kept that is in memory: all that was read or written so far.
  struct State {
    var instance: StoredInstance?
    var isInstanceRead = false
    /// The reason why the instance's file couldn't be read.
    var instanceProblem: (any Error)?
    var sets: [ResourceID: PackedEntities] = [:]
    /// The entities that were met on the way: below others, in searches.
    var met: PackedEntities?
    var isMetRead = false
    /// The reason why the file of those that were met couldn't be read.
    var metProblem: (any Error)?
    /// The moments of members that this run alone knows, because they couldn't be kept.
    var unkept: [ResourceID: Int] = [:]
    /// The stamps of the files that the above was read from or written to.
    var stamps = FileStamps()
  }
}
