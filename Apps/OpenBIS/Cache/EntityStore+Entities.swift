import Reprise
import Synchronization

extension EntityStore {
  /// Merges all lists, and returns the time of the last response.
  func entity(_ id: ResourceID) -> (entity: Entity, timestamp: Int)? {
    state.withLock { entity(id, &$0) }
  }

  func entity(_ id: ResourceID, _ state: inout State) -> (entity: Entity, timestamp: Int)? {
    var found: [(entity: Entity, timestamp: Int)] = []
    if let onDemand = state.onDemand.read(files)?.entity(of: id) { found.append(onDemand) }
    let instance = state.instance.read(files)
    if instance?.index(of: id) != nil, let own = set(of: id, &state)?.entity(of: id) {
      // A category's own file is complete. Reading the other files would be wasted.
      found.append(own)
    } else {
      for category in instance?.categories ?? [] {
        if let own = set(of: category.entity.id, &state)?.entity(of: id) { found.append(own) }
      }
    }
    if let index = instance?.index(of: id), let category = instance?.categories[index].entity,
      found.isEmpty
    {
      found.append((category, instance?.timestamp ?? 0))
    }
    for index in found.indices {
      found[index].timestamp = plausibleTimestamp(found[index].timestamp)
    }
    found.sort { $0.timestamp < $1.timestamp }
    guard let first = found.first else { return nil }
    var known = found.dropFirst().reduce(first) {
      ($0.entity.updated(with: $1.entity), $1.timestamp)
    }
    // The members of a category that is no longer listed aren't requested.
    if let index = instance?.index(of: id), instance?.categories[index].entity.isMissing == true {
      known.entity.isMissing = true
    }
    return known
  }

  /// For entities received outside a sync. If they can't be stored, this run uses them from memory.
  func saveOnDemand(_ rows: [Entity], at timestamp: Int) throws {
    guard !rows.isEmpty else { return }
    func merged(over before: PackedEntities?) -> PackedEntities? {
      var builder = PackedEntities.Builder(over: before)
      for row in rows {
        // The builder ignores deletions of entities it doesn't know, so an entity known only from a
        // category is added first.
        if let known = entity(row.id)?.entity { builder.addIfAbsent(known, at: timestamp) }
        builder.add(row, at: timestamp)
      }
      return builder.finished()
    }
    var all: PackedEntities?
    do {
      try files.whileLocked(Self.setsDirectory) {
        // Another process may have stored others in the meantime.
        all = merged(over: try state.withLock { try $0.onDemand.readForChange(files) })
        guard let all else { return }
        try files.write(all.data, Self.onDemandName, Self.setsDirectory, true)
        state.withLock { $0.onDemand.noteWritten(all, files) }
      }
    } catch {
      if let all = all ?? merged(over: state.withLock { $0.onDemand.read(files) }) {
        state.withLock { $0.onDemand.use(all) }
      }
      throw error
    }
  }

  /// Marks only entities received outside a sync. Throws `VaultError`.
  func saveDeleted(_ rows: [Entity], at timestamp: Int) throws {
    guard !rows.isEmpty, let onDemand = state.withLock({ $0.onDemand.read(files) }) else { return }
    try saveOnDemand(
      rows.filter { onDemand.entity(of: $0.id)?.entity.isDeleted == false }, at: timestamp)
  }

  /// `oldest` is the time of the oldest response with a child; `nil` for a category.
  func children(
    of parent: Entity
  ) -> (children: EntityList, undescribed: Int, oldest: Int?) {
    state.withLock { state in
      if state.instance.read(files)?.index(of: parent.id) != nil,
        let set = set(of: parent.id, &state)
      {
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

  func set(of category: ResourceID) -> PackedEntities? {
    state.withLock { set(of: category, &$0) }
  }

  /// Members that can't be read are requested again and replaced.
  func set(of category: ResourceID, _ state: inout State) -> PackedEntities? {
    state.sets[category, default: Self.file(of: category)].read(files)
  }

  private static func file(of category: ResourceID) -> CachedFile<PackedEntities> {
    CachedFile(name(category), in: setsDirectory) { PackedEntities($0) }
  }

  func syncedAt(of category: ResourceID) -> Int? {
    state.withLock { state in
      if let unsaved = state.unsaved[category] { return unsaved }
      let instance = state.instance.read(files)
      return instance?.index(of: category).flatMap { instance?.categories[$0].syncedAt }
    }
  }

  /// Throws `VaultError`; the earlier members then stay stored, and this run uses the new ones.
  func save(
    _ set: PackedEntities, of category: ResourceID, at timestamp: Int, unreadable: Int = 0
  ) throws {
    // Written before it becomes visible, so that everything shown is still there after a kill.
    let file = Self.file(of: category)
    do {
      try files.write(set.data, Self.name(category), Self.setsDirectory, true)
    } catch {
      state.withLock { state in
        state.sets[category, default: file].use(set)
        state.unsaved[category] = timestamp
      }
      throw error
    }
    state.withLock { state in
      state.sets[category, default: file].noteWritten(set, files)
      state.unsaved[category] = nil
    }
    // Without categories, a single unnamed one contains everything.
    let numbers = category.text.isEmpty ? (0..<UInt32(set.count)).map { $0 } : set.members
    let roots = numbers.filter { set.isRootLevel(Int($0)) }.map { set.entity(Int($0)).entity }
    let gone = (instance?.others ?? []).map(\.id).filter { isGone($0, accordingTo: set) }
    try change { instance in
      if let index = instance.index(of: category) {
        instance.categories[index].syncedAt = timestamp
        instance.categories[index].unreadableCount = unreadable
        if let entity = set.entity(of: category)?.entity {
          instance.categories[index].entity =
            instance.categories[index].entity
            .updated(with: entity).brief
        }
      }
      instance.others.removeAll { gone.contains($0.id) }
      for root in roots where instance.index(of: root.id) == nil {
        instance.others.removeAll { $0.id == root.id }
        instance.others.append(root.brief)
      }
    }
  }

  /// An entity of which another category has newer data isn't gone.
  private func isGone(_ id: ResourceID, accordingTo set: PackedEntities) -> Bool {
    func isGone(_ entity: Entity?) -> Bool {
      entity.map { $0.isDeleted || $0.isMissing || $0.isRootLevel == false } ?? false
    }
    return isGone(set.entity(of: id)?.entity) && isGone(entity(id)?.entity)
  }

  static func name(_ category: ResourceID) -> String { "category \(category.text)" }

  private static let mostFound = 1_000

  func entities(_ query: FilterQuery) -> [Entity] {
    state.withLock { state in
      let categories = state.instance.read(files)?.categories.map(\.entity.id) ?? []
      let sets =
        categories.compactMap { set(of: $0, &state) }
        + [state.onDemand.read(files)].compactMap(\.self)
      var found: [Entity] = []
      var seen: Set<ResourceID> = []
      for set in sets {
        for number in 0..<set.count where query.includes({ set.contains($0, number) }) {
          let id = set.id(number)
          guard seen.insert(id).inserted, let known = entity(id, &state)?.entity,
            !known.isDeleted, !known.isMissing
          else { continue }
          found.append(known)
          if found.count == Self.mostFound { return found }
        }
      }
      return found
    }
  }

  func id(named name: String) -> ResourceID? {
    let ids = [ResourceID(name)] + V3Kind.allCases.map { $0.id(name) }
    if let id = ids.first(where: { entity($0) != nil || detail(of: $0) != nil }) { return id }
    guard name.contains("/") else { return nil }
    return entities(FilterQuery("\"\(name)\"")).first { $0.isNamed(name) }?.id
  }
}
