import Reprise
import Synchronization

/// Entities from the files of categories, and from other responses such as search results.
extension EntityStore {
  /// Returns an entity merged from all lists, with the time of the last response.
  func entity(_ id: ResourceID) -> (entity: Entity, timestamp: Int)? {
    state.withLock { entity(id, &$0) }
  }

  func entity(_ id: ResourceID, _ state: inout State) -> (entity: Entity, timestamp: Int)? {
    var found: [(entity: Entity, timestamp: Int)] = []
    if let met = met(&state)?.entity(of: id) { found.append(met) }
    let instance = read(&state)
    if instance?.place(of: id) != nil, let own = set(of: id, &state)?.entity(of: id) {
      // A category's own file is complete. Reading the other files would be wasted.
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
    // The members of a category that is no longer listed aren't requested.
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

  /// Stores entities received outside a sync, merged with their stored data. Throws `VaultError`;
  /// this run then uses them from memory.
  func keepMet(_ rows: [Entity], at timestamp: Int) throws {
    guard !rows.isEmpty else { return }
    func merged(over before: PackedEntities?) -> PackedEntities? {
      var builder = PackedEntities.Builder(over: before)
      for row in rows {
        // The builder ignores deletions of entities it doesn't know, so an entity known only from a
        // category is added first.
        if let known = entity(row.id)?.entity { builder.addKept(known, at: timestamp) }
        builder.add(row, at: timestamp)
      }
      return builder.finished()
    }
    var all: PackedEntities?
    do {
      try files.whileLocked(Self.setsDirectory) {
        // Another process may have stored others in the meantime.
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

  /// Marks entities received outside a sync as deleted, if a category's response reports their
  /// deletion. Throws `VaultError`.
  func keepDeleted(_ rows: [Entity], at timestamp: Int) throws {
    guard !rows.isEmpty, let met = state.withLock({ met(&$0) }) else { return }
    try keepMet(
      rows.filter { met.entity(of: $0.id)?.entity.isDeleted == false }, at: timestamp)
  }

  /// Returns the entities below an entity, the number of those without a description, and the time
  /// of the oldest response with one of them. The time is `nil` for a category.
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
