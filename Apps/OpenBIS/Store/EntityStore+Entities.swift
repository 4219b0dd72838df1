import Reprise
import Synchronization

/// Entities, wherever they are named: in a category's file, or among those that were met elsewhere.
extension EntityStore {
  /// Returns what is known of an entity from lists, with the moment of the last answer; nil if nothing is.
  func entity(_ id: ResourceID) -> (entity: Entity, timestamp: Int)? {
    state.withLock { entity(id, &$0) }
  }

  func entity(_ id: ResourceID, _ state: inout State) -> (entity: Entity, timestamp: Int)? {
    var found: [(entity: Entity, timestamp: Int)] = []
    if let met = met(&state)?.entity(of: id) { found.append(met) }
    let instance = read(&state)
    if instance?.place(of: id) != nil, let own = set(of: id, &state)?.entity(of: id) {
      // A category's own file has all of it: the others would be read for nothing.
      found.append(own)
    } else {
      for category in instance?.categories ?? [] {
        if let own = set(of: category.entity.id, &state)?.entity(of: id) { found.append(own) }
      }
    }
    if let place = instance?.place(of: id), let category = instance?.categories[place].entity,
      found.isEmpty
    {
      found.append((category, instance?.timestamp ?? 0))
    }
    for place in found.indices { found[place].timestamp = believed(found[place].timestamp) }
    found.sort { $0.timestamp < $1.timestamp }
    guard let first = found.first else { return nil }
    var known = found.dropFirst().reduce(first) {
      ($0.entity.updated(with: $1.entity), $1.timestamp)
    }
    // A category that isn't named any more isn't asked for its members.
    if let place = instance?.place(of: id), instance?.categories[place].entity.isMissing == true {
      known.entity.isMissing = true
    }
    return known
  }

  func met(_ state: inout State) -> PackedEntities? {
    if !state.isMetRead {
      state.isMetRead = true
      state.stamps.note(Self.metName, Self.setsDirectory, in: files)
      (state.met, state.metProblem) = reading(or: state.met) {
        try files.read(Self.metName, Self.setsDirectory) { PackedEntities($0) }
      }
    }
    return state.met
  }

  /// Keeps entities that were met, merged with what is known of them. Throws `VaultError`, and then they are known to this run alone.
  func keepMet(_ rows: [Entity], at timestamp: Int) throws {
    guard !rows.isEmpty else { return }
    func merged(over before: PackedEntities?) -> PackedEntities? {
      var builder = PackedEntities.Builder(over: before)
      for row in rows {
        // A deletion of what only a category has named is none to the builder, which has what was met.
        if let known = entity(row.id)?.entity { builder.addKept(known, at: timestamp) }
        builder.add(row, at: timestamp)
      }
      return builder.finished()
    }
    var all: PackedEntities?
    do {
      try files.whileLocked(Self.setsDirectory) {
        // Another window may have met others meanwhile.
        let before = try state.withLock { state in
          if state.stamps.isOutdated(Self.metName, Self.setsDirectory, in: files)
            || state.metProblem != nil
          {
            state.isMetRead = false
          }
          let met = met(&state)
          try files.requireReadable(Self.metName, Self.setsDirectory, state.metProblem)
          return met
        }
        all = merged(over: before)
        guard let all else { return }
        try files.write(all.data, Self.metName, Self.setsDirectory, true)
        state.withLock { state in
          (state.met, state.isMetRead) = (all, true)
          state.stamps.note(Self.metName, Self.setsDirectory, in: files)
        }
      }
    } catch {
      if let all = all ?? merged(over: state.withLock { met(&$0) }) {
        state.withLock { ($0.met, $0.isMetRead) = (all, true) }
      }
      throw error
    }
  }

  /// Marks those of some entities as deleted that were met elsewhere than in the category that says so. Throws `VaultError`.
  func keepDeleted(_ rows: [Entity], at timestamp: Int) throws {
    guard !rows.isEmpty, let met = state.withLock({ met(&$0) }) else { return }
    try keepMet(
      rows.filter { met.entity(of: $0.id)?.entity.isDeleted == false }, at: timestamp)
  }

  /// Returns the entities below one, the number of those that nobody has described, and the moment of the oldest answer about one; nil for a
  /// category, whose members came in one answer.
  func children(
    of parent: Entity
  ) -> (children: EntityList, undescribed: Int, oldest: Int?) {
    state.withLock { state in
      if read(&state)?.place(of: parent.id) != nil, let set = set(of: parent.id, &state) {
        let named = (parent.children ?? []).count { $0 != parent.id }
        return (EntityList(set, set.members), max(0, named - set.members.count), nil)
      }
      let others = (parent.children ?? []).filter { $0 != parent.id }
      let known = others.compactMap { entity($0, &state) }
      let shown = known.filter { !$0.entity.isDeleted }
      return (
        EntityList(shown.map(\.entity)), others.count - known.count, shown.map(\.timestamp).min()
      )
    }
  }
}
