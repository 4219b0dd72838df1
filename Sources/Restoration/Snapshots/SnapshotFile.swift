public import Core
import Glibc

/// Stores the snapshots of a session in a file. It has two slots, which are overwritten alternately
/// in place, each with one `pwrite`.
///
/// A snapshot survives if the process is killed, because a completed `pwrite` is in the kernel's
/// page cache. While one slot is overwritten, the other one holds the previous snapshot. So if a
/// kill interrupts the write, that snapshot is restored; the incomplete one was never shown,
/// because frames are painted only after the write.
///
/// A `DurableCopy` in a second file protects against power cuts; the newest valid snapshot of both
/// files is used. Writing in place takes a hundredth of the time of a temporary file and a rename.
///
/// Not thread-safe: only one thread may save.
public final class SnapshotFile: SnapshotStore {
  /// The path of the session's file, which usually ends in `.snapshot`.
  public let path: String
  private let files: FileAccess
  /// The store whose directory is recreated if it was removed; `nil` if it must not be, because the
  /// user named it or it belongs to a vault.
  private let store: SessionStore?
  private let sealing: (any SnapshotSealing)?
  /// The session's name, which is authenticated with encrypted bodies.
  private let session: String
  /// The open file; `nil` if there is none, or it was abandoned.
  private var descriptor: Int32?
  private var slotSize = Slot.minimumSize
  /// The index of the slot with the newest valid snapshot.
  private var current = 1
  private var generation: UInt64 = 0
  /// The newest generation that could be read or was saved.
  private var readable: UInt64?
  /// The length of each slot's last write, so that a shorter write clears the rest.
  private var lengths = [0, 0]
  /// The copy, if it was loaded and nothing was saved since.
  private var copied: Slot?
  /// Whether the copy is newer than the file's slots, even if it can't be decrypted.
  private var isCopyNewest = false
  /// Whether the file can be overwritten in place. A file that is damaged or older than its copy is
  /// replaced by the next save.
  private var isSound = true
  private var durable: DurableCopy?
  /// The header of the slot that was loaded or saved last, to which a launch image belongs.
  private var header: [UInt8] = []
  /// The session's lock. Before the first save, it is the only way to notice that another process
  /// has taken over the session.
  var lock: SessionLock?

  /// Creates a reference to the file of a session without opening it.
  ///
  ///     let file = SnapshotFile(path: "demo.snapshot")
  ///     let stored = try file.load()
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - store: The store whose directory is recreated when saving if it is missing; `nil` for
  ///     none.
  ///   - sealing: Encrypts the bodies. With it, unencrypted bodies are neither read nor written.
  ///     `nil` for a session that isn't encrypted.
  ///   - system: The system calls to use.
  public init(
    path: String, in store: SessionStore? = nil, sealing: (any SnapshotSealing)? = nil,
    system: any FileSystem = SystemFiles()
  ) {
    self.path = path
    self.store = store
    self.sealing = sealing
    session = SnapshotFile.session(of: path)
    files = FileAccess(system)
  }

  deinit {
    durable?.abandon()
    if let descriptor { files.closeUnlocking(descriptor) }
  }

  /// Locks the session's file until this object is released. Throws `SnapshotError.inUse` if
  /// another process has locked it. Does nothing if there is no file, or if it can't be opened;
  /// `load` throws that error.
  ///
  /// It complements the session's lock file, which a cleanup tool might delete.
  ///
  /// - Parameter waitsForHolder: Whether to wait briefly for a process that may be exiting.
  public func hold(waitsForHolder: Bool) throws {
    guard let descriptor = (try? openFile()) ?? nil else { return }
    // A process that exits may release its lock file slightly earlier.
    // If the file system has no locks, the machine's lock file is used.
    guard files.lock(descriptor, tries: waitsForHolder ? SessionLock.patience : 1) != .heldElsewhere
    else {
      throw SnapshotError.inUse(by: SessionOwner.unnamed)
    }
  }

  /// Returns whether a process holds a session's file. Takes a lock briefly, which `hold` tolerates
  /// by waiting.
  static func isHeld(_ path: String, _ files: FileAccess) -> Bool {
    // Errors of the file are reported when it is read.
    guard let opened = (try? files.openExisting(path, for: O_RDONLY)) ?? nil else { return false }
    defer { files.closeUnlocking(opened) }
    return files.lock(opened, .shared) == .heldElsewhere
  }

  public func load() throws -> StoredSnapshot {
    try SnapshotError.ofSession {
      let bytes = try open()
      let copy = copyBytes(for: O_RDWR)
      // One readable file suffices.
      if bytes == nil { _ = try copy.get() }
      let saved = SavedGenerations(file: bytes ?? [], copy: copy)
      generation = saved.highest
      isCopyNewest = saved.isCopyNewest
      if let format = saved.newerFormat {
        // If the caller saves all the same, a new file is started from the newest generation of
        // this release.
        isSound = false
        if let newest = saved.intactSlots.first { take(newest) }
        isCopyNewest = saved.isCopyNewest
        throw SnapshotError.newer(format: format)
      }
      isSound = saved.slots.isWhole
      slotSize = saved.slots.slotSize
      lengths = [slotSize, slotSize]
      var damage = Damage()
      if let reason = saved.slots.damage { try quarantineFile(reason, &damage) }
      if case .broken(let reason) = saved.copy { try quarantineCopy(reason, &damage) }
      if let problem = saved.copyProblem { damage.copy = SnapshotFile.sentence(problem) }
      for candidate in saved.intactSlots {
        do {
          let body = try open(candidate.slot)
          take(candidate)
          if candidate.slotIndex == nil { try preserveOlderFile(saved, &damage) }
          return StoredSnapshot(body: body, damage: damage.sentence)
        } catch SnapshotError.unreadable(let reason) {
          // The checksum is valid, but decrypting failed. The next candidate may be intact.
          if candidate.slotIndex == nil {
            try quarantineCopy(reason, &damage)
          } else {
            try quarantineFile(reason, &damage)
          }
        }
      }
      return StoredSnapshot(body: nil, damage: damage.sentence)
    }
  }

  /// Reads the newest valid body like `load`, but only for inspection: files are opened read-only,
  /// and damaged ones aren't quarantined. Throws `SnapshotError`.
  public func look() throws -> StoredSnapshot {
    try SnapshotError.ofSession {
      let bytes = try files.contents(of: path, limit: 2 * Slot.maximumSize)
      let copy = copyBytes(for: O_RDONLY)
      if bytes == nil { _ = try copy.get() }
      let saved = SavedGenerations(file: bytes ?? [], copy: copy)
      if let format = saved.newerFormat { throw SnapshotError.newer(format: format) }
      var damage = Damage()
      damage.file = saved.slots.damage.map { "The saved session is damaged: \($0)." }
      if case .broken(let reason) = saved.copy {
        damage.copy = "The session's copy is damaged: \(reason)."
      }
      if let problem = saved.copyProblem { damage.copy = SnapshotFile.sentence(problem) }
      for candidate in saved.intactSlots {
        do {
          let body = try open(candidate.slot)
          if candidate.slotIndex == nil, damage.file == nil {
            let isThere = saved.slots.highest > 0
            damage.file = isThere ? SnapshotFile.fileIsOlder : SnapshotFile.copyIsUsed
          }
          return StoredSnapshot(body: body, damage: damage.sentence)
        } catch SnapshotError.unreadable(let changed) {
          if candidate.slotIndex == nil {
            damage.copy = damage.copy ?? "The session's copy is damaged: \(changed)."
          } else {
            damage.file = damage.file ?? "The saved session is damaged: \(changed)."
          }
        }
      }
      return StoredSnapshot(body: nil, damage: damage.sentence)
    }
  }

  private struct Damage {
    var file: String?
    var copy: String?

    var sentence: String? {
      let sentences = [file, copy].compactMap(\.self)
      return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
  }

  private static let copyIsUsed = "The session's file was missing; this is its copy."
  private static let fileIsOlder =
    "The session's file was older than its copy, as after a power cut; this is the copy."

  private static func sentence(_ problem: FileError) -> String {
    "The session's copy can't be read: \(problem.reason)"
  }

  private func take(_ candidate: SavedGenerations.IntactSlot) {
    readable = candidate.slot.generation
    header = candidate.slot.header
    if let index = candidate.slotIndex {
      current = index
      copied = nil
    } else {
      copied = candidate.slot
    }
    isCopyNewest = isCopyNewest && candidate.slotIndex == nil
  }

  /// Uses the copy instead of the file, which the next save replaces. The file may have been
  /// restored on purpose, so a backup is made under a fixed name that the next power cut reuses.
  private func preserveOlderFile(_ saved: SavedGenerations, _ damage: inout Damage) throws {
    isSound = false
    guard damage.file == nil else { return }
    guard let descriptor, saved.slots.highest > 0 else {
      damage.file = SnapshotFile.copyIsUsed
      return
    }
    let bytes = try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize)
    try files.replaceDurably(path + SnapshotFile.olderEnding, with: bytes)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    damage.file =
      "\(SnapshotFile.fileIsOlder) The file is kept as \(name)\(SnapshotFile.olderEnding)."
  }

  private func quarantineFile(_ reason: String, _ damage: inout Damage) throws {
    isSound = false
    guard damage.file == nil, let descriptor else { return }
    let bytes = try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize)
    let copyName = try Quarantine(of: path, files).store(bytes)
    damage.file = "The saved session is damaged; a copy is kept as \(copyName): \(reason)."
  }

  private func quarantineCopy(_ reason: String, _ damage: inout Damage) throws {
    guard damage.copy == nil else { return }
    let copyName = try Quarantine(of: durablePath, files).store(try copyBytes(for: O_RDWR).get())
    damage.copy = "The session's copy is damaged; it is kept as \(copyName): \(reason)."
  }

  private func open(_ slot: Slot) throws -> [UInt8] {
    if let sealing {
      return try sealing.open(slot.body, of: session, generation: slot.generation)
    }
    // Treated as damage, it would be overwritten unencrypted.
    if SnapshotFile.isSealed(slot.body) { throw SnapshotError.sealed }
    return slot.body
  }

  /// Returns whether a body starts like one that `SealedBodies` encrypted.
  static func isSealed(_ body: [UInt8]) -> Bool { body.starts(with: "reprise-sealed ".utf8) }

  public func save(_ body: [UInt8]) throws {
    try SnapshotError.ofSession {
      if try write(body) { return }
      // The file was deleted or moved while it was written, so the body is saved to a new one.
      _ = try write(body)
    }
  }

  /// Saves a body. Returns `false` if the file had been deleted or moved away.
  private func write(_ body: [UInt8]) throws -> Bool {
    if generation + 1 >= Slot.maximumGeneration {
      try closeIfLost()
      try restartGenerations()
    }
    let next = generation + 1
    let sealed = try sealing?.seal(body, of: session, generation: next)
    let slot = Slot(
      generation: next, body: sealed ?? body,
      format: sealed == nil ? Slot.plainFormat : Slot.sealedFormat)
    guard slot.isStorable else { throw SnapshotError.tooLarge(bytes: body.count) }
    var bytes = slot.bytes
    let length = bytes.count
    if let descriptor, isSound, length <= slotSize {
      let index = 1 - current
      // Clears the rest of the slot, so that text deleted on the screen is deleted from the file as
      // well.
      if length < lengths[index] {
        bytes.append(contentsOf: repeatElement(0x0A, count: lengths[index] - length))
      }
      // A failed write may have written a part.
      lengths[index] = max(lengths[index], length)
      try files.write(bytes, to: descriptor, at: index * slotSize, path: path)
      lengths[index] = length
      current = index
      generation = next
      // Checked after the write: a takeover before it means that the body is lost and must not be
      // shown as saved.
      if try closeIfLost() { return false }
    } else {
      try closeIfLost()
      if descriptor == nil, lock?.isTakenOver == true { throw SnapshotError.takenOver }
      try rewrite(toHold: bytes)
      generation = next
    }
    readable = next
    header = Array(bytes.prefix { $0 != 0x0A })
    copied = nil
    isCopyNewest = false
    scheduleDurableCopy(bytes)
    return true
  }

  /// Restarts at generation 1. The limit can't be reached by saving, but by a manipulated file, and
  /// then no reader would accept later saves.
  private func restartGenerations() throws {
    // No file with a higher generation may remain next to the next save. Until that is written, the
    // file holds the loaded body.
    if copied != nil { try rewrite(toHold: []) }
    try? durable?.flush()
    durable?.abandon()
    try files.remove(durablePath)
    generation = 0
    readable = nil
    isSound = false
  }

  /// Makes this process the owner by replacing the file; the previous owner then writes to an
  /// unlinked file.
  ///
  /// Call it after `load`. Does nothing if there is no file. Returns `true` if the previous owner
  /// has saved in the meantime, so that the session must be loaded again.
  @discardableResult public func takeOver() throws -> Bool {
    try SnapshotError.ofSession {
      guard descriptor != nil else { return false }
      let former = try files.openExisting(path, for: O_RDONLY)
      defer { if let former { files.system.closeFile(former) } }
      try rewrite(toHold: [])
      guard let former else { return false }
      // The previous owner notices the rename only at its next save. What it saved and showed
      // before the rename is preserved.
      let left = SlotPair(try files.read(former, path: path, limit: 2 * Slot.maximumSize))
      guard let newest = left.newest?.slot, newest.generation > generation else { return false }
      try rewrite(toHold: newest.bytes)
      return true
    }
  }

  /// Copies the session's newest snapshot to a file `NAME.snapshot.from-0.1.0`, where 0.1.0 is the
  /// release that saved it. Call it when a newer release has loaded the session, before it saves.
  ///
  /// The copy can be opened like any session. It replaces an earlier copy for the same release.
  ///
  /// - Parameter version: The release that saved the session.
  public func saveGeneration(of version: String) throws {
    try SnapshotError.ofSession {
      let newest = try newestBytes()
      guard !newest.isEmpty else { return }
      var size = slotSize
      while size < newest.count { size *= 2 }
      var contents = [UInt8](repeating: 0x0A, count: 2 * size)
      contents.replaceSubrange(0..<newest.count, with: newest)
      let name = String(
        version.unicodeScalars.prefix(32).map { scalar -> Character in
          let isPlain =
            scalar.isASCII
            && (scalar.properties.isAlphabetic || "0123456789.-".unicodeScalars.contains(scalar))
          return isPlain ? Character(scalar) : "_"
        })
      try files.replaceDurably("\(path).from-\(name)", with: contents)
    }
  }

  public func flush() throws { try durable?.flush() }

  /// Written with the durable copy, within a second. An encrypted session has none.
  public func keepLaunchImage(_ image: @escaping @Sendable () -> [UInt8]) {
    guard sealing == nil, let durable else { return }
    durable.schedule(image: { [header] in header + [0x0A] + image() })
  }

  public var launchImage: [UInt8]? {
    let path = SnapshotFile.imagePath(of: path)
    guard sealing == nil, !header.isEmpty,
      let bytes = (try? files.contents(of: path, limit: Slot.maximumSize)) ?? nil,
      bytes.starts(with: header + [0x0A])
    else { return nil }
    return Array(bytes.dropFirst(header.count + 1))
  }

  // MARK: The durable copy

  private var durablePath: String { SnapshotFile.copyPath(of: path) }

  private func copyBytes(for access: Int32) -> Result<[UInt8], FileError> {
    do {
      guard let opened = try files.openExisting(durablePath, for: access) else {
        return .success([])
      }
      defer { files.system.closeFile(opened) }
      return .success(try files.read(opened, path: durablePath, limit: Slot.maximumSize))
    } catch {
      return .failure(
        error as? FileError ?? .unsafe(path: durablePath, "\(error)"))
    }
  }

  private func scheduleDurableCopy(_ bytes: [UInt8]) {
    guard let descriptor else { return }
    let copy = durable ?? DurableCopy(path: durablePath, of: path, files)
    durable = copy
    copy.schedule(bytes, from: descriptor)
  }

  /// Closes the file if its path no longer leads to it, and returns whether that was so. Throws
  /// `takenOver` if another file is at the path. If there is none, the file was deleted or moved,
  /// and the next save creates it.
  @discardableResult private func closeIfLost() throws -> Bool {
    guard let lost = descriptor, files.hasLost(lost, path) else { return false }
    if files.exists(path) { throw SnapshotError.takenOver }
    durable?.follow(to: -1)
    files.system.closeFile(lost)
    descriptor = nil
    return true
  }

  public func quarantine() throws -> String {
    try SnapshotError.ofSession {
      if let descriptor, !isCopyNewest {
        let bytes = try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize)
        return try Quarantine(of: path, files).store(bytes)
      }
      guard let copy = try files.contents(of: durablePath, limit: Slot.maximumSize) else {
        throw SnapshotError.unreadable("nothing was saved yet")
      }
      return try Quarantine(of: durablePath, files).store(copy)
    }
  }

  private func open() throws -> [UInt8]? {
    guard let opened = try openFile() else { return nil }
    return try files.read(opened, path: path, limit: 2 * Slot.maximumSize)
  }

  private func openFile() throws -> Int32? {
    if let descriptor, !files.hasLost(descriptor, path) { return descriptor }
    if descriptor != nil, lock?.isTakenOver == true { throw SnapshotError.takenOver }
    guard let opened = try files.openExisting(path) else { return nil }
    if let descriptor {
      durable?.follow(to: opened)
      files.system.closeFile(descriptor)
    }
    descriptor = opened
    return opened
  }

  /// Moves to a new file with slots of sufficient size: the newest valid snapshot in the first, the
  /// new one in the second.
  private func rewrite(toHold bytes: [UInt8]) throws {
    let newest = try newestBytes()
    // The existing snapshot may be larger than this file's slots, if another process or a newer
    // release saved it.
    var size = slotSize
    while size < max(bytes.count, newest.count) { size *= 2 }
    var contents = [UInt8](repeating: 0x0A, count: 2 * size)
    contents.replaceSubrange(0..<newest.count, with: newest)
    contents.replaceSubrange(size..<(size + bytes.count), with: bytes)
    let replaced = try replaceFile(with: contents)
    if let descriptor { files.system.closeFile(descriptor) }
    descriptor = replaced
    slotSize = size
    current = bytes.isEmpty ? 0 : 1
    lengths = [newest.count, bytes.count]
    isSound = true
    copied = nil
    isCopyNewest = false
  }

  /// Replaces the session's file, recreating its directory if it was removed.
  private func replaceFile(with contents: [UInt8]) throws -> Int32 {
    do {
      return try files.replace(path, with: contents)
    } catch let problem as FileError {
      guard let store, case .system(_, _, ENOENT) = problem else { throw problem }
      try store.create()
      return try files.replace(path, with: contents)
    }
  }

  /// Reads the slot that was last loaded or saved; empty if there is none.
  private func newestBytes() throws -> [UInt8] {
    if let copied { return copied.bytes }
    guard let descriptor, let readable else { return [] }
    let file = SlotPair(try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize))
    // Another process may have saved twice and overwritten the loaded slot.
    let readableSlot = file.intactSlots.first { $0.slot.generation == readable } ?? file.newest
    return readableSlot?.slot.bytes ?? []
  }
}
