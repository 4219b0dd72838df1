import Reprise
import Synchronization

/// All that is kept of one instance for one user, sealed: it can be browsed without the server.
///
/// There is a small file for the first frame, one file for each category with its members, one for the entities that were met elsewhere, and
/// one for each entity whose details were read. Each is replaced whole or not at all, so a sync that breaks off leaves the last whole set.
final class EntityStore: Sendable {
  private struct State {
    var instance: StoredInstance?
    var isInstanceRead = false
    var sets: [ResourceID: PackedEntities] = [:]
    /// The entities that were met on the way: below others, in searches.
    var met: PackedEntities?
    var isMetRead = false
  }

  private let files: StoreFiles
  private let state = Mutex(State())

  /// The folders in a vault.
  static let instanceFolder = "instance"
  static let setsFolder = "entities"
  static let detailsFolder = "details"
  static let imagesFolder = "images"

  /// The kinds of files, named before they are erased.
  static let kinds = [
    KeptKind(instanceFolder) { _ in "" },
    KeptKind(setsFolder) { _ in "the entities that were synced" },
    KeptKind(detailsFolder) {
      $0 == 1 ? "the details of 1 entity" : "the details of \($0) entities"
    },
    KeptKind(imagesFolder) { $0 == 1 ? "1 image" : "\($0) images" },
  ]

  private static let instanceName = "instance"
  private static let metName = "met"

  /// Creates a store with the files of a place.
  ///
  ///     EntityStore(.vault(vault))
  init(_ files: StoreFiles) { self.files = files }

  // MARK: The instance

  /// The categories, preferences and moments; nil if nothing is kept.
  var instance: StoredInstance? { state.withLock { read(&$0) } }

  private func read(_ state: inout State) -> StoredInstance? {
    if !state.isInstanceRead {
      state.isInstanceRead = true
      let bytes = try? files.read(Self.instanceName, Self.instanceFolder)
      state.instance = bytes.flatMap { try? JSON($0) }.flatMap { StoredInstance($0) }
    }
    return state.instance
  }

  /// Changes the small file. Throws `VaultProblem`, and then what was changed still holds for this run.
  func change(_ change: (inout StoredInstance) -> Void) throws {
    try state.withLock { state in
      var instance = read(&state) ?? StoredInstance()
      change(&instance)
      state.instance = instance
      try files.write(instance.json.bytes, Self.instanceName, Self.instanceFolder, false)
    }
  }

  // MARK: Categories

  /// Returns the members of a category, with itself; nil if they aren't kept.
  func set(of category: ResourceID) -> PackedEntities? {
    state.withLock { set(of: category, &$0) }
  }

  private func set(of category: ResourceID, _ state: inout State) -> PackedEntities? {
    if let known = state.sets[category] { return known }
    let bytes = try? files.read(Self.name(category), Self.setsFolder)
    let set = bytes.flatMap { PackedEntities($0) }
    if let set { state.sets[category] = set }
    return set
  }

  /// Replaces the members of a category, and notes the moment of the answer. Throws `VaultProblem`; then those of before are still there.
  func keep(_ set: PackedEntities, of category: ResourceID, at moment: Int) throws {
    try files.write(set.data, Self.name(category), Self.setsFolder, true)
    state.withLock { $0.sets[category] = set }
    var roots: [Entity] = []
    // Without categories everything is in one that has no name.
    let numbers = category.text.isEmpty ? (0..<UInt32(set.count)).map { $0 } : set.members
    for number in numbers {
      let entity = set.rootEntity(Int(number))
      if let entity { roots.append(entity) }
    }
    try change { instance in
      if let place = instance.place(of: category) {
        instance.categories[place].syncedAt = moment
        if let entity = set.entity(of: category)?.entity {
          instance.categories[place].entity =
            instance.categories[place].entity
            .updated(with: entity).brief
        }
      }
      for root in roots where instance.place(of: root.id) == nil {
        instance.others.removeAll { $0.id == root.id }
        instance.others.append(root.brief)
      }
    }
  }

  private static func name(_ category: ResourceID) -> String { "category \(category.text)" }

  // MARK: Entities

  /// Returns what is known of an entity from lists, with the moment of the last answer; nil if nothing is.
  func entity(_ id: ResourceID) -> (entity: Entity, moment: Int)? {
    state.withLock { entity(id, &$0) }
  }

  private func entity(_ id: ResourceID, _ state: inout State) -> (entity: Entity, moment: Int)? {
    var found: [(entity: Entity, moment: Int)] = []
    if let met = met(&state)?.entity(of: id) { found.append(met) }
    let instance = read(&state)
    for category in instance?.categories ?? [] {
      // The category's own file first: all others would be read for nothing.
      if let own = set(of: category.entity.id, &state)?.entity(of: id) { found.append(own) }
    }
    if let place = instance?.place(of: id), let category = instance?.categories[place].entity,
      found.isEmpty
    {
      found.append((category, instance?.moment ?? 0))
    }
    found.sort { $0.moment < $1.moment }
    guard let first = found.first else { return nil }
    return found.dropFirst().reduce(first) { ($0.entity.updated(with: $1.entity), $1.moment) }
  }

  private func met(_ state: inout State) -> PackedEntities? {
    if !state.isMetRead {
      state.isMetRead = true
      state.met = readMet()
    }
    return state.met
  }

  private func readMet() -> PackedEntities? {
    (try? files.read(Self.metName, Self.setsFolder)).flatMap { PackedEntities($0) }
  }

  /// Keeps entities that were met, merged with what is known of them. Throws `VaultProblem`.
  func keepMet(_ rows: [Entity], at moment: Int) throws {
    guard !rows.isEmpty else { return }
    try files.whileLocked(Self.setsFolder) {
      // Another window may have met others meanwhile.
      var builder = PackedEntities.Builder(over: readMet())
      for row in rows {
        let known = entity(row.id)?.entity
        builder.add(known.map { $0.updated(with: row) } ?? row, at: moment)
      }
      guard let all = builder.finished() else { return }
      state.withLock { ($0.met, $0.isMetRead) = (all, true) }
      try files.write(all.data, Self.metName, Self.setsFolder, false)
    }
  }

  /// Returns the entities below one, and the number of those that nobody has described.
  func children(of parent: Entity) -> (children: EntityList, undescribed: Int) {
    state.withLock { state in
      let others = (parent.children ?? []).filter { $0 != parent.id }
      if read(&state)?.place(of: parent.id) != nil, let set = set(of: parent.id, &state) {
        return (EntityList(set, set.members), max(0, others.count - set.members.count))
      }
      let known = others.compactMap { entity($0, &state)?.entity }
      return (EntityList(known.filter { !$0.isDeleted }), others.count - known.count)
    }
  }

  // MARK: Details

  /// Returns an entity with its details, and the moment of the answer with them; nil if they aren't kept.
  func detail(of id: ResourceID) -> (entity: Entity, moment: Int)? {
    guard let bytes = try? files.read(Self.detailName(id), Self.detailsFolder),
      let json = try? JSON(bytes), let moment = json["moment"]?.int,
      let detail = json["entity"].flatMap({ Entity(kept: $0) }), detail.id == id
    else { return nil }
    guard let row = entity(id) else { return (detail, moment) }
    let isLater = row.moment > moment
    let whole = isLater ? detail.updated(with: row.entity) : row.entity.updated(with: detail)
    return (whole, moment)
  }

  /// Keeps an entity with its details. Throws `VaultProblem`.
  func keepDetail(_ entity: Entity, at moment: Int) throws {
    let json = JSON.object([
      JSON.Member("moment", .number(String(moment))), JSON.Member("entity", entity.json),
    ])
    try files.write(json.bytes, Self.detailName(entity.id), Self.detailsFolder, false)
  }

  private static func detailName(_ id: ResourceID) -> String { "detail \(id.text)" }

  // MARK: Images

  /// Returns an image by its address; nil if it isn't kept.
  func image(_ address: String) -> Dated<ImageFile>? {
    guard let bytes = try? files.read("image \(address)", Self.imagesFolder),
      let end = bytes.firstIndex(of: 0x0A), let head = try? JSON(Array(bytes[..<end])),
      let moment = head["moment"]?.int, let type = head["type"]?.string
    else { return nil }
    let file = ImageFile(
      bytes: Array(bytes[(end + 1)...]), type: type, name: head["name"]?.string ?? "image")
    return Dated(file, at: moment)
  }

  /// Keeps an image. Throws `VaultProblem`.
  func keep(_ image: ImageFile, from address: String, at moment: Int) throws {
    let head = JSON.object([
      JSON.Member("moment", .number(String(moment))), JSON.Member("type", .string(image.type)),
      JSON.Member("name", .string(image.name)),
    ])
    try files.write(
      head.bytes + [0x0A] + image.bytes, "image \(address)", Self.imagesFolder, false)
  }
}

extension Entity {
  /// The entity with the first few of its children.
  fileprivate var brief: Entity {
    var entity = self
    entity.children = children.map { Array($0.prefix(StoredInstance.fewChildren)) }
    return entity
  }
}

extension PackedEntities {
  /// Returns an entity of the first level; nil for all others, which aren't unpacked.
  fileprivate func rootEntity(_ number: Int) -> Entity? {
    isRootLevel(number) ? entity(number).entity : nil
  }
}
