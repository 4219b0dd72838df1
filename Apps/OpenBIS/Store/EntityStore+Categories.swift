import Reprise
import Synchronization

/// The members of categories. Each category has its own file.
extension EntityStore {
  /// Returns a category with its members; `nil` if they aren't stored.
  func set(of category: ResourceID) -> PackedEntities? {
    state.withLock { set(of: category, &$0) }
  }

  func set(of category: ResourceID, _ state: inout State) -> PackedEntities? {
    if let known = state.sets[category] { return known }
    state.stamps.note(Self.name(category), Self.setsDirectory, in: files)
    // Members that can't be read are requested again and replaced.
    let bytes = try? files.read(Self.name(category), Self.setsDirectory)
    let set = bytes.flatMap { PackedEntities($0) }
    if let set { state.sets[category] = set }
    return set
  }

  /// The time of the last complete response with a category's members; `nil` if there was none.
  func syncedAt(of category: ResourceID) -> Int? {
    state.withLock { state in
      if let unkept = state.unkept[category] { return unkept }
      let instance = read(&state)
      return instance?.place(of: category).flatMap { instance?.categories[$0].syncedAt }
    }
  }

  /// Replaces the members of a category and the time of the response. Throws `VaultError`; the
  /// earlier members then remain stored, and this run uses the new ones from memory.
  func keep(
    _ set: PackedEntities, of category: ResourceID, at timestamp: Int, unreadable: Int = 0
  ) throws {
    // Written before it becomes visible, so that everything shown is still there after a kill.
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
    // Without categories, a single unnamed one contains everything.
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

  /// Returns whether an entity was removed from the root, unless another category has newer data.
  private func isGone(_ id: ResourceID, accordingTo set: PackedEntities) -> Bool {
    func isGone(_ entity: Entity?) -> Bool {
      entity.map { $0.isDeleted || $0.isMissing || $0.isRootLevel == false } ?? false
    }
    return isGone(set.entity(of: id)?.entity) && isGone(entity(id)?.entity)
  }

  static func name(_ category: ResourceID) -> String { "category \(category.text)" }
}

extension PackedEntities {
  /// Returns an entity if it is a root entity. Others aren't decoded.
  fileprivate func rootEntity(_ number: Int) -> Entity? {
    isRootLevel(number) ? entity(number).entity : nil
  }
}
