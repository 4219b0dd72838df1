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
    /// The stamps of the files that the above was read from or written to, by their names.
    var stamps: [String: String] = [:]
  }

  let files: StoreFiles
  private let now: @Sendable () -> Int
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

  /// Creates a store with the files of a place; `now` tells the time, in seconds since 1970.
  ///
  ///     EntityStore(.vault(vault))
  init(_ files: StoreFiles, now: @escaping @Sendable () -> Int = { .max }) {
    self.files = files
    self.now = now
  }

  /// Returns a moment that was kept. One still to come was written while the clock was wrong: it is 0, before all that are known. Clocks that
  /// are set by some seconds make no moment one.
  func believed(_ moment: Int) -> Int { moment - 300 > now() ? 0 : moment }

  // MARK: The instance

  /// The categories, preferences and moments; nil if nothing is kept.
  var instance: StoredInstance? { state.withLock { read(&$0) } }

  private func read(_ state: inout State) -> StoredInstance? {
    if !state.isInstanceRead {
      state.isInstanceRead = true
      noteStamp(Self.instanceName, Self.instanceFolder, &state)
      // One that can't be read any more is still known here.
      (state.instance, state.instanceProblem) = reading(or: state.instance) {
        try files.read(Self.instanceName, Self.instanceFolder) { bytes in
          (try? JSON(bytes)).flatMap { StoredInstance($0) }
        }
      }
    }
    return state.instance
  }

  /// Reads a file, or returns what is known already, with the reason why it couldn't be read: whoever looks goes without, and whoever writes
  /// is told.
  private func reading<Contents>(
    or known: Contents?, _ read: () throws -> Contents?
  ) -> (Contents?, (any Error)?) {
    do {
      return (try read() ?? known, nil)
    } catch {
      return (known, error)
    }
  }

  /// Changes the small file, as it is now: another process may have changed it. Throws `VaultProblem`, and then what was changed still holds
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
      try files.whileLocked(Self.instanceFolder) {
        try state.withLock { state in
          if isOutdated(Self.instanceName, Self.instanceFolder, state)
            || state.instanceProblem != nil
          {
            state.isInstanceRead = false
          }
          _ = read(&state)
          try files.requireReadable(
            Self.instanceName, Self.instanceFolder, state.instanceProblem)
          let bytes = apply(&state).json.bytes
          // Everything else is found through it.
          try files.write(bytes, Self.instanceName, Self.instanceFolder, true)
          noteStamp(Self.instanceName, Self.instanceFolder, &state)
        }
      }
    } catch {
      if !isChanged { state.withLock { _ = apply(&$0) } }
      throw error
    }
  }

  // MARK: Other processes

  /// Begins a sync, which one process does at a time; nil while another one is at it.
  func turnToSync() -> StoreTurn? { turn("sync") }

  /// Begins to bring a category up to date, which is done once at a time; nil while that goes on elsewhere.
  func turn(at category: ResourceID) -> StoreTurn? { turn(Self.name(category)) }

  private func turn(_ name: String) -> StoreTurn? {
    do {
      return try files.turn(name)
    } catch {
      // Where nothing can be written nobody is in the way of anybody.
      return StoreTurn {}
    }
  }

  /// Forgets what another process has replaced since it was read here; it is read anew when somebody wants it. Returns the categories of
  /// which another answer is kept now.
  @discardableResult func noticeChanges() -> [ResourceID] {
    state.withLock { state in
      let before = state.instance
      if isOutdated(Self.instanceName, Self.instanceFolder, state) { state.isInstanceRead = false }
      if isOutdated(Self.metName, Self.setsFolder, state) { state.isMetRead = false }
      for category in state.sets.keys where isOutdated(Self.name(category), Self.setsFolder, state)
      {
        state.sets[category] = nil
      }
      let after = read(&state)
      return (after?.categories ?? []).filter { category in
        let known = before?.place(of: category.entity.id).flatMap { before?.categories[$0] }
        return known?.syncedAt != category.syncedAt
      }
      .map(\.entity.id)
    }
  }

  /// Tells whether another process has replaced a file that was read here. Where nobody can tell, what was read counts.
  private func isOutdated(_ name: String, _ folder: String, _ state: State) -> Bool {
    guard let known = state.stamps[name], let now = files.stamp(name, folder) else { return false }
    return known != now
  }

  /// Notes which file is about to be read, or was written.
  private func noteStamp(_ name: String, _ folder: String, _ state: inout State) {
    // A file that isn't there has a stamp, too: it is noticed when it comes.
    state.stamps[name] = files.stamp(name, folder) ?? ""
  }

  // MARK: Categories

  /// Returns the members of a category, with itself; nil if they aren't kept.
  func set(of category: ResourceID) -> PackedEntities? {
    state.withLock { set(of: category, &$0) }
  }

  private func set(of category: ResourceID, _ state: inout State) -> PackedEntities? {
    if let known = state.sets[category] { return known }
    noteStamp(Self.name(category), Self.setsFolder, &state)
    let bytes = try? files.read(Self.name(category), Self.setsFolder)
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

  /// Replaces the members of a category, and notes the moment of the answer. Throws `VaultProblem`; then those of before are still kept, and
  /// these are known to this run alone.
  func keep(_ set: PackedEntities, of category: ResourceID, at moment: Int) throws {
    // Nobody sees it before the disk has it: what was painted must be there after a kill.
    do {
      try files.write(set.data, Self.name(category), Self.setsFolder, true)
    } catch {
      state.withLock { ($0.sets[category], $0.unkept[category]) = (set, moment) }
      throw error
    }
    state.withLock { state in
      (state.sets[category], state.unkept[category]) = (set, nil)
      noteStamp(Self.name(category), Self.setsFolder, &state)
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
        instance.categories[place].syncedAt = moment
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
      found.append((category, instance?.moment ?? 0))
    }
    for place in found.indices { found[place].moment = believed(found[place].moment) }
    found.sort { $0.moment < $1.moment }
    guard let first = found.first else { return nil }
    var known = found.dropFirst().reduce(first) {
      ($0.entity.updated(with: $1.entity), $1.moment)
    }
    // A category that isn't named any more isn't asked for its members.
    if let place = instance?.place(of: id), instance?.categories[place].entity.isMissing == true {
      known.entity.isMissing = true
    }
    return known
  }

  private func met(_ state: inout State) -> PackedEntities? {
    if !state.isMetRead {
      state.isMetRead = true
      noteStamp(Self.metName, Self.setsFolder, &state)
      (state.met, state.metProblem) = reading(or: state.met) {
        try files.read(Self.metName, Self.setsFolder) { PackedEntities($0) }
      }
    }
    return state.met
  }

  /// Keeps entities that were met, merged with what is known of them. Throws `VaultProblem`, and then they are known to this run alone.
  func keepMet(_ rows: [Entity], at moment: Int) throws {
    guard !rows.isEmpty else { return }
    func merged(over before: PackedEntities?) -> PackedEntities? {
      var builder = PackedEntities.Builder(over: before)
      for row in rows {
        // A deletion of what only a category has named is none to the builder, which has what was met.
        if let known = entity(row.id)?.entity { builder.addKept(known, at: moment) }
        builder.add(row, at: moment)
      }
      return builder.finished()
    }
    var all: PackedEntities?
    do {
      try files.whileLocked(Self.setsFolder) {
        // Another window may have met others meanwhile.
        let before = try state.withLock { state in
          if isOutdated(Self.metName, Self.setsFolder, state) || state.metProblem != nil {
            state.isMetRead = false
          }
          let met = met(&state)
          try files.requireReadable(Self.metName, Self.setsFolder, state.metProblem)
          return met
        }
        all = merged(over: before)
        guard let all else { return }
        try files.write(all.data, Self.metName, Self.setsFolder, true)
        state.withLock { state in
          (state.met, state.isMetRead) = (all, true)
          noteStamp(Self.metName, Self.setsFolder, &state)
        }
      }
    } catch {
      if let all = all ?? merged(over: state.withLock { met(&$0) }) {
        state.withLock { ($0.met, $0.isMetRead) = (all, true) }
      }
      throw error
    }
  }

  /// Marks those of some entities as deleted that were met elsewhere than in the category that says so. Throws `VaultProblem`.
  func keepDeleted(_ rows: [Entity], at moment: Int) throws {
    guard !rows.isEmpty, let met = state.withLock({ met(&$0) }) else { return }
    try keepMet(
      rows.filter { met.entity(of: $0.id)?.entity.isDeleted == false }, at: moment)
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
        EntityList(shown.map(\.entity)), others.count - known.count, shown.map(\.moment).min()
      )
    }
  }
}

extension PackedEntities {
  /// Returns an entity of the first level; nil for all others, which aren't unpacked.
  fileprivate func rootEntity(_ number: Int) -> Entity? {
    isRootLevel(number) ? entity(number).entity : nil
  }
}
