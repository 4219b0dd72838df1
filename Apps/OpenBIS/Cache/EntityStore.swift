import Accounts
import Reprise
import Synchronization

/// The encrypted offline store of one instance and user, which allows browsing without the server.
///
/// It consists of a small file for the first frame, a file for each category with its members, one
/// for entities received outside a sync, and one for each entity whose details were opened. Each
/// file is replaced atomically, so an interrupted sync leaves the last complete data.
final class EntityStore: Sendable {
  let files: StoreFiles
  private let now: @Sendable () -> Int
  let state = Mutex(State())

  /// The directories in a vault.
  static let instanceDirectory = "instance"
  static let setsDirectory = "entities"
  static let detailsDirectory = "details"
  static let imagesDirectory = "images"

  /// The kinds of files, described to the user before they are erased.
  static let kinds = [
    StoredItemKind(instanceDirectory) { _ in "" },
    StoredItemKind(setsDirectory) { _ in "the entities that were synced" },
    StoredItemKind(detailsDirectory) {
      $0 == 1 ? "the details of 1 entity" : "the details of \($0) entities"
    },
    StoredItemKind(imagesDirectory) { $0 == 1 ? "1 image" : "\($0) images" },
  ]

  static let instanceName = "instance"
  static let onDemandName = "met"

  /// Creates a store; `now` returns the time in seconds since 1970.
  ///
  ///     EntityStore(.vault(vault))
  init(_ files: StoreFiles, now: @escaping @Sendable () -> Int = { .max }) {
    self.files = files
    self.now = now
  }

  /// Returns a stored timestamp, or 0 if it is in the future, because it was then written while the
  /// clock was wrong. Allows 5 minutes for clock adjustments.
  func plausibleTimestamp(_ timestamp: Int) -> Int { timestamp - 300 > now() ? 0 : timestamp }

  /// Reads a file. If that fails, returns the copy in memory with the error. Readers ignore the
  /// error, and writers report it.
  func reading<Contents>(
    or known: Contents?, _ read: () throws -> Contents?
  ) -> (Contents?, (any Error)?) {
    do {
      return (try read() ?? known, nil)
    } catch {
      return (known, error)
    }
  }
}

extension EntityStore {
  /// The part of the store that is in memory: everything read or written so far.
  struct State {
    var instance: StoredInstance?
    var isInstanceRead = false
    /// The reason why the instance's file couldn't be read.
    var instanceProblem: (any Error)?
    var sets: [ResourceID: PackedEntities] = [:]
    /// The entities received outside a sync, for example as search results.
    var onDemand: PackedEntities?
    var isOnDemandRead = false
    /// The reason why the file with the entities in `onDemand` couldn't be read.
    var onDemandProblem: (any Error)?
    /// The times of the members that couldn't be stored, and are used from memory.
    var unsaved: [ResourceID: Int] = [:]
    /// The stamps of all files read or written.
    var stamps = FileStamps()
  }
}

/// The small file with an instance's categories, preferences and timestamps.
extension EntityStore {
  /// The categories, preferences and timestamps; `nil` if none are stored.
  var instance: StoredInstance? { state.withLock { read(&$0) } }

  func read(_ state: inout State) -> StoredInstance? {
    if !state.isInstanceRead {
      state.isInstanceRead = true
      state.stamps.note(Self.instanceName, Self.instanceDirectory, in: files)
      // If the file can no longer be read, the copy in memory is used.
      (state.instance, state.instanceProblem) = reading(or: state.instance) {
        try files.read(Self.instanceName, Self.instanceDirectory) { bytes in
          (try? JSON(bytes)).flatMap { StoredInstance($0) }
        }
      }
    }
    return state.instance
  }

  /// Updates the small file, after rereading it if another process changed it. Throws
  /// `VaultError`; this run then uses the changes from memory.
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
          // Durable, because all other files are found through this one.
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

/// The details of entities, and their images.
extension EntityStore {
  // MARK: Details

  /// Returns an entity with its details, and the time of the response with the details.
  func detail(of id: ResourceID) -> (entity: Entity, timestamp: Int)? {
    guard let bytes = try? files.read(Self.detailName(id), Self.detailsDirectory),
      let json = try? JSON(bytes),
      let timestamp = json["moment"]?.int.map({ plausibleTimestamp($0) }),
      let detail = json["entity"].flatMap({ Entity(stored: $0) }), detail.id == id
    else { return nil }
    guard let row = entity(id) else { return (detail, timestamp) }
    let isLater = row.timestamp > timestamp
    let whole = isLater ? detail.updated(with: row.entity) : row.entity.updated(with: detail)
    return (whole, timestamp)
  }

  /// Stores an entity with its details. Throws `VaultError`.
  func saveDetail(_ entity: Entity, at timestamp: Int) throws {
    let json = JSON.object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member("entity", entity.json),
    ])
    try files.write(json.bytes, Self.detailName(entity.id), Self.detailsDirectory, false)
  }

  private static func detailName(_ id: ResourceID) -> String { "detail \(id.text)" }

  // MARK: Images

  /// Returns the image of an address; `nil` if it isn't stored.
  func image(_ address: String) -> TimestampedResponse<ImageFile>? {
    guard let bytes = try? files.read("image \(address)", Self.imagesDirectory),
      let end = bytes.firstIndex(of: 0x0A), let head = try? JSON(Array(bytes[..<end])),
      let timestamp = head["moment"]?.int.map({ plausibleTimestamp($0) }),
      let type = head["type"]?.string
    else { return nil }
    let file = ImageFile(
      bytes: Array(bytes[(end + 1)...]), type: type, name: head["name"]?.string ?? "image")
    return TimestampedResponse(file, at: timestamp)
  }

  /// Stores an image. Throws `VaultError`.
  func save(_ image: ImageFile, from address: String, at timestamp: Int) throws {
    let head = JSON.object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member("type", .string(image.type)),
      JSON.Member("name", .string(image.name)),
    ])
    try files.write(
      head.bytes + [0x0A] + image.bytes, "image \(address)", Self.imagesDirectory, false)
  }
}

/// Coordination with other processes that use the same files.
extension EntityStore {
  /// Starts a sync; returns `nil` while another one is running in any process.
  func turnToSync() -> StoreLock? { tryLock("sync") }

  /// Starts an update of a category; returns `nil` while another one is running in any process.
  func tryLock(at category: ResourceID) -> StoreLock? { tryLock(Self.name(category)) }

  private func tryLock(_ name: String) -> StoreLock? {
    do {
      return try files.turn(name)
    } catch {
      // If nothing can be written, processes can't conflict.
      return StoreLock {}
    }
  }

  /// Invalidates what other processes have replaced, so that it is read again when needed. Returns
  /// the categories with newly stored responses.
  @discardableResult func noticeChanges() -> [ResourceID] {
    state.withLock { state in
      let before = state.instance
      if state.stamps.isOutdated(Self.instanceName, Self.instanceDirectory, in: files) {
        state.isInstanceRead = false
      }
      if state.stamps.isOutdated(Self.onDemandName, Self.setsDirectory, in: files) {
        state.isOnDemandRead = false
      }
      for category in state.sets.keys
      where state.stamps.isOutdated(Self.name(category), Self.setsDirectory, in: files) {
        state.sets[category] = nil
      }
      let after = read(&state)
      return (after?.categories ?? []).filter { category in
        let known = before?.index(of: category.entity.id).flatMap { before?.categories[$0] }
        return known?.syncedAt != category.syncedAt
      }
      .map(\.entity.id)
    }
  }
}
