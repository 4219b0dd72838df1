import Accounts
import Reprise
import Synchronization

/// The encrypted offline store of one instance and user: a small file for the first frame, one per
/// category, one for entities received outside a sync, and one per opened entity. Each file is
/// replaced atomically, so an interrupted sync leaves the last complete data.
final class EntityStore: Sendable {
  let files: StoreFiles
  private let now: @Sendable () -> Int
  let state = Mutex(State())

  static let instanceDirectory = "instance"
  static let setsDirectory = "entities"
  static let detailsDirectory = "details"
  static let imagesDirectory = "images"

  /// Described to the user before they are erased.
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

  /// `now` returns the time in seconds since 1970.
  init(_ files: StoreFiles, now: @escaping @Sendable () -> Int = { .max }) {
    self.files = files
    self.now = now
  }

  /// 0 for a time in the future, stored while the clock was wrong; allows 5 minutes of adjustment.
  func plausibleTimestamp(_ timestamp: Int) -> Int { timestamp - 300 > now() ? 0 : timestamp }

  struct State {
    var instance = CachedFile<StoredInstance>(
      EntityStore.instanceName, in: EntityStore.instanceDirectory
    ) { bytes in (try? JSON(bytes)).flatMap { StoredInstance($0) } }
    var sets: [ResourceID: CachedFile<PackedEntities>] = [:]
    /// Received outside a sync, for example as search results.
    var onDemand = CachedFile<PackedEntities>(
      EntityStore.onDemandName, in: EntityStore.setsDirectory
    ) { PackedEntities($0) }
    /// The times of the members that couldn't be stored, and are used from memory.
    var unsaved: [ResourceID: Int] = [:]
  }

  var instance: StoredInstance? { state.withLock { $0.instance.read(files) } }

  /// Rereads a file that another process changed. If writing fails, changes stay in memory.
  func change(_ change: (inout StoredInstance) -> Void) throws {
    var changed: StoredInstance?
    func apply(_ state: inout State) -> StoredInstance {
      var instance = state.instance.read(files) ?? StoredInstance()
      change(&instance)
      changed = instance
      return instance
    }
    do {
      try files.whileLocked(Self.instanceDirectory) {
        try state.withLock { state in
          _ = try state.instance.readForChange(files)
          let instance = apply(&state)
          // Durable, because all other files are found through this one.
          try files.write(
            instance.json.bytes, Self.instanceName, Self.instanceDirectory, true)
          state.instance.noteWritten(instance, files)
        }
      }
    } catch {
      state.withLock { state in
        let instance = changed ?? apply(&state)
        state.instance.use(instance)
      }
      throw error
    }
  }

  // MARK: Details

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

  func saveDetail(_ entity: Entity, at timestamp: Int) throws {
    let json = JSON.object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member("entity", entity.json),
    ])
    try files.write(json.bytes, Self.detailName(entity.id), Self.detailsDirectory, false)
  }

  private static func detailName(_ id: ResourceID) -> String { "detail \(id.text)" }

  // MARK: Images

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

  func save(_ image: ImageFile, from address: String, at timestamp: Int) throws {
    let head = JSON.object([
      JSON.Member("moment", .number(String(timestamp))), JSON.Member("type", .string(image.type)),
      JSON.Member("name", .string(image.name)),
    ])
    try files.write(
      head.bytes + [0x0A] + image.bytes, "image \(address)", Self.imagesDirectory, false)
  }

  /// `nil` while another sync is running in any process.
  func turnToSync() -> StoreLock? { tryLock("sync") }

  /// `nil` while another update of the category is running in any process.
  func tryLock(at category: ResourceID) -> StoreLock? { tryLock(Self.name(category)) }

  private func tryLock(_ name: String) -> StoreLock? {
    do {
      return try files.turn(name)
    } catch {
      // If nothing can be written, processes can't conflict.
      return StoreLock {}
    }
  }

  /// Replaced files are read again when needed. Returns categories with newly stored responses.
  @discardableResult func noticeChanges() -> [ResourceID] {
    state.withLock { state in
      let before = state.instance.contents
      state.instance.noticeChange(files)
      state.onDemand.noticeChange(files)
      for category in state.sets.keys { state.sets[category]?.noticeChange(files, drops: true) }
      return (state.instance.read(files)?.categories ?? []).filter { category in
        let known = before?.index(of: category.entity.id).flatMap { before?.categories[$0] }
        return known?.syncedAt != category.syncedAt
      }
      .map(\.entity.id)
    }
  }
}
