import Reprise
import Synchronization

/// The members of categories, each in a file of its own.
extension EntityStore {
  /// Returns the members of a category, with itself; nil if they aren't kept.
  func set(of category: ResourceID) -> PackedEntities? {
    state.withLock { set(of: category, &$0) }
  }

  func set(of category: ResourceID, _ state: inout State) -> PackedEntities? {
    if let known = state.sets[category] { return known }
    state.stamps.note(Self.name(category), Self.setsDirectory, in: files)
    // Members that can't be read are asked for again, and replaced.
    let bytes = try? files.read(Self.name(category), Self.setsDirectory)
    let set = bytes.flatMap { PackedEntities($0) }
    if let set { state.sets[category] = set }
    return set
  }

  /// The moment of the last whole answer about a category's members; nil if there was none.
  func syncedAt(of category: ResourceID) -> Int? {
    state.withLock { state in
      if let unkept = state.unkept[category] { return unkept }
      let instance = read(&state)
      return instance?.place(of: category).flatMap { instance?.categories[$0].syncedAt }
    }
  }

  /// Replaces the members of a category, and notes the moment of the answer. Throws `VaultError`; then those of before are still kept, and
  /// these are known to this run alone.
  func keep(
    _ set: PackedEntities, of category: ResourceID, at timestamp: Int, unreadable: Int = 0
  ) throws {
    // Nobody sees it before the disk has it: what was painted must be there after a kill.
    do {
      try files.write(set.data, Self.name(category), Self.setsDirectory, true)
    } catch {
      state.withLock { ($0.sets[category], $0.unkept[category]) = (set, timestamp) }
      throw error
    }
    state.withLock { state in
      (state.sets[category], state.unkept[category]) = (set, nil)
      state.stamps.note(Self.name(category), Self.setsDirectory, in: files)
    }
    var roots: [Entity] = []
    // Without categories everything is in one that has no name.
    let numbers = category.text.isEmpty ? (0..<UInt32(set.count)).map { $0 } : set.members
    for number in numbers {
      let entity = set.rootEntity(Int(number))
      if let entity { roots.append(entity) }
    }
    let gone = (instance?.others ?? []).map(\.id).filter { isGone($0, accordingTo: set) }
    try change { instance in
      if let place = instance.place(of: category) {
        instance.categories[place].syncedAt = timestamp
        instance.categories[place].unreadableCount = unreadable
        if let entity = set.entity(of: category)?.entity {
          instance.categories[place].entity =
            instance.categories[place].entity
            .updated(with: entity).brief
        }
      }
      instance.others.removeAll { gone.contains($0.id) }
      for root in roots where instance.place(of: root.id) == nil {
        instance.others.removeAll { $0.id == root.id }
        instance.others.append(root.brief)
      }
    }
  }

  /// Tells whether an entity has left the first level. Another category may have heard of it later.
  private func isGone(_ id: ResourceID, accordingTo set: PackedEntities) -> Bool {
    func isGone(_ entity: Entity?) -> Bool {
      entity.map { $0.isDeleted || $0.isMissing || $0.isRootLevel == false } ?? false
    }
    return isGone(set.entity(of: id)?.entity) && isGone(entity(id)?.entity)
  }

  static func name(_ category: ResourceID) -> String { "category \(category.text)" }
}

extension PackedEntities {
  /// Returns an entity of the first level; nil for all others, which aren't unpacked.
  fileprivate func rootEntity(_ number: Int) -> Entity? {
    isRootLevel(number) ? entity(number).entity : nil
  }
}
