public import Files

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A session's file: two slots, written in turn, in place, each with one `pwrite`.
///
/// This outlives a kill: a finished `pwrite` is in the kernel's hands. A slot is only ever overwritten while the other one holds the
/// newest whole snapshot, and nothing is painted before the write has returned; so a slot torn by a kill was never on the screen, and
/// the other one was. In place costs a hundredth of a temporary file and rename. For a power cut there is a `DurableCopy`; the
/// newest whole generation counts, in whichever of the two files it is.
///
/// Not thread-safe: one thread saves.
public final class SnapshotFile: SnapshotStore {
  /// The path of the file.
  public let path: String
  private let files: FileAccess
  /// The folder that is made again if it was removed; nil if it is to stay so, as one that was named, or a vault's.
  private let directory: SessionDirectory?
  private let sealing: (any SnapshotSealing)?
  /// The name of the session, with which its bodies are sealed.
  private let session: String
  /// The open file; nil if there is none, or it was left.
  private var descriptor: Int32?
  private var slotSize = Slot.minimumSize
  /// The slot that holds the newest whole snapshot.
  private var current = 1
  private var generation: UInt64 = 0
  /// The newest generation that could be read, or was saved.
  private var readable: UInt64?
  /// The number of bytes in each slot's last write, so that a shorter one leaves nothing of it behind.
  private var lengths = [0, 0]
  /// The copy, if that was loaded, until something is saved.
  private var copied: Slot?
  /// True if the copy is newer than the file's slots, whoever can read it.
  private var isCopyNewest = false
  /// True if the file may be written into. One that is damaged or older than its copy is replaced by the next save.
  private var isSound = true
  private var durable: DurableCopy?
  /// The session's lock. As long as nothing was saved, it alone tells that another process has taken the session over.
  var lock: SessionLock?

  /// The session's file; with `directory`, one whose folder is made again by a save that finds it removed; with `sealing`, one whose bodies
  /// are sealed, and nothing is ever read or written in the clear.
  ///
  ///     let file = SnapshotFile(path: "demo.snapshot")
  ///     let stored = try file.load()
  public init(
    path: String, in directory: SessionDirectory? = nil, sealing: (any SnapshotSealing)? = nil,
    system: any FileSystem = SystemFiles()
  ) {
    self.path = path
    self.directory = directory
    self.sealing = sealing
    session = SnapshotFile.session(of: path)
    files = FileAccess(system)
  }

  deinit {
    durable?.abandon()
    if let descriptor { files.closeUnlocking(descriptor) }
  }

  /// Keeps the file from every other process that holds it, for as long as this one has it open: the session's lock is a file of its own, and
  /// whoever deletes that, as cleaners do, would let a second process in. Throws `SnapshotError.inUse`; what else is wrong with the file is
  /// for `load` to say.
  public func hold(waitsForHolder: Bool) throws {
    guard let descriptor = (try? openFile()) ?? nil else { return }
    // Of a process that ends, the lock may go a moment earlier than this.
    var tries = waitsForHolder ? 0 : SessionLock.patience
    while files.system.lockFile(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK where tries < SessionLock.patience:
        tries += 1
        usleep(20_000)
      case EWOULDBLOCK: throw SnapshotError.inUse(by: SessionOwner.unnamed)
      // Where there are no locks, the machine's own keeps others out.
      default: return
      }
    }
  }

  /// Tells whether a process holds a session's file. It is held here for the moment of asking, which `hold` waits for.
  static func isHeld(_ path: String, _ files: FileAccess) -> Bool {
    // What is wrong with the file is for whoever reads it to say.
    guard let opened = (try? files.openExisting(path, for: O_RDONLY)) ?? nil else { return false }
    defer { files.closeUnlocking(opened) }
    return files.system.lockFile(opened, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  public func load() throws -> StoredSnapshot {
    try SnapshotError.ofSession {
      let bytes = try open()
      let copy = copyBytes(for: O_RDWR)
      // Of two files one is enough.
      if bytes == nil { _ = try copy.get() }
      let saved = SavedGenerations(file: bytes ?? [], copy: copy)
      generation = saved.highest
      isCopyNewest = saved.isCopyNewest
      if let format = saved.newerFormat {
        // Whoever saves all the same begins a new file, after what is left of this release's.
        isSound = false
        if let newest = saved.whole.first { take(newest) }
        isCopyNewest = saved.isCopyNewest
        throw SnapshotError.newer(format: format)
      }
      isSound = saved.slots.isWhole
      slotSize = saved.slots.slotSize
      lengths = [slotSize, slotSize]
      var damage = Damage()
      if let reason = saved.slots.damage { try setAsideFile(reason, &damage) }
      if case .broken(let reason) = saved.copy { try setAsideCopy(reason, &damage) }
      if let problem = saved.copyProblem { damage.copy = SnapshotFile.sentence(problem) }
      for candidate in saved.whole {
        do {
          let body = try open(candidate.slot)
          take(candidate)
          if candidate.place == nil { try passBy(saved, &damage) }
          return StoredSnapshot(body: body, damage: damage.sentence)
        } catch SnapshotError.unreadable(let reason) {
          // Whole, but not what was sealed. What the next one holds may be.
          if candidate.place == nil {
            try setAsideCopy(reason, &damage)
          } else {
            try setAsideFile(reason, &damage)
          }
        }
      }
      return StoredSnapshot(body: nil, damage: damage.sentence)
    }
  }

  /// Returns the same as `load`; but nothing is written, put aside, or opened for more than reading. Throws `SnapshotError`.
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
      for candidate in saved.whole {
        do {
          let body = try open(candidate.slot)
          if candidate.place == nil, damage.file == nil {
            let isThere = saved.slots.highest > 0
            damage.file = isThere ? SnapshotFile.fileIsOlder : SnapshotFile.copyIsUsed
          }
          return StoredSnapshot(body: body, damage: damage.sentence)
        } catch SnapshotError.unreadable(let changed) {
          if candidate.place == nil {
            damage.copy = damage.copy ?? "The session's copy is damaged: \(changed)."
          } else {
            damage.file = damage.file ?? "The saved session is damaged: \(changed)."
          }
        }
      }
      return StoredSnapshot(body: nil, damage: damage.sentence)
    }
  }

  /// The damage to either file.
  private struct Damage {
    var file: String?
    var copy: String?

    var sentence: String? {
      let sentences = [file, copy].compactMap(\.self)
      return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
  }

  private static let copyIsUsed = "The session's file was gone; this is the copy from before."
  private static let fileIsOlder =
    "The session's file was older than its copy, as after a power cut; this is the copy."

  private static func sentence(_ problem: FileError) -> String {
    "The session's copy can't be read: \(problem.reason)"
  }

  /// Takes a generation as the one that was loaded.
  private func take(_ candidate: SavedGenerations.Whole) {
    readable = candidate.slot.generation
    if let place = candidate.place {
      current = place
      copied = nil
    } else {
      copied = candidate.slot
    }
    isCopyNewest = isCopyNewest && candidate.place == nil
  }

  /// Passes the file by for its copy; the next save replaces it. Somebody may have put the file back there, so it is kept,
  /// under a name of which there is one: power cuts may be many.
  private func passBy(_ saved: SavedGenerations, _ damage: inout Damage) throws {
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

  private func setAsideFile(_ reason: String, _ damage: inout Damage) throws {
    isSound = false
    guard damage.file == nil, let descriptor else { return }
    let bytes = try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize)
    let kept = try Quarantine(of: path, files).keep(bytes)
    damage.file = "The saved session is damaged; a copy is kept as \(kept): \(reason)."
  }

  private func setAsideCopy(_ reason: String, _ damage: inout Damage) throws {
    guard damage.copy == nil else { return }
    let kept = try Quarantine(of: durablePath, files).keep(try copyBytes(for: O_RDWR).get())
    damage.copy = "The session's copy is damaged; it is kept as \(kept): \(reason)."
  }

  private func open(_ slot: Slot) throws -> [UInt8] {
    if let sealing {
      return try sealing.open(slot.body, of: session, generation: slot.generation)
    }
    // Whoever took it for a damaged one would save over it in the clear.
    if SnapshotFile.isSealed(slot.body) { throw SnapshotError.sealed }
    return slot.body
  }

  /// Tells whether a body begins as one that `SealedBodies` made.
  static func isSealed(_ body: [UInt8]) -> Bool { body.starts(with: "reprise-sealed ".utf8) }

  public func save(_ body: [UInt8]) throws {
    try SnapshotError.ofSession {
      if try write(body) { return }
      // The file was deleted or moved away, so another has the session's name now.
      _ = try write(body)
    }
  }

  /// Saves a body. Returns false if it went into a file that had lost the session's name, as it then turned out.
  private func write(_ body: [UInt8]) throws -> Bool {
    if generation + 1 >= Slot.maximumGeneration {
      try leaveIfLost()
      try countAnew()
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
      let place = 1 - current
      // Line feeds over the rest of what stood here: text that was deleted on the screen is gone from the file too.
      if length < lengths[place] {
        bytes.append(contentsOf: repeatElement(0x0A, count: lengths[place] - length))
      }
      // A write that fails may have written some of it.
      lengths[place] = max(lengths[place], length)
      try files.write(bytes, to: descriptor, at: place * slotSize, path: path)
      lengths[place] = length
      current = place
      generation = next
      // Asked behind the write: what another process took over before it is lost, and must not be painted as saved.
      if try leaveIfLost() { return false }
    } else {
      try leaveIfLost()
      if descriptor == nil, lock?.isTakenOver == true { throw SnapshotError.takenOver }
      try move(toHold: bytes)
      generation = next
    }
    readable = next
    copied = nil
    isCopyNewest = false
    keepDurable(bytes)
    return true
  }

  /// Begins with generation 1 again. No session reaches the highest by saving; but a file may claim it, and no reader would take a later
  /// save.
  private func countAnew() throws {
    // Nothing of the higher generations may be left beside what is saved next, nor come back to be; and until that is there, the file has
    // what was loaded.
    if copied != nil { try move(toHold: []) }
    try? durable?.flush()
    durable?.abandon()
    try files.remove(durablePath)
    generation = 0
    readable = nil
    isSound = false
  }

  /// Makes this process the owner: another that had the file open writes into one that has no name any more.
  ///
  /// To be called after `load`. Returns true if the other process has saved since then: what was loaded is old, and is to be loaded again.
  @discardableResult public func takeOver() throws -> Bool {
    try SnapshotError.ofSession {
      guard descriptor != nil else { return false }
      let former = try files.openExisting(path, for: O_RDONLY)
      defer { if let former { files.system.closeFile(former) } }
      try move(toHold: [])
      guard let former else { return false }
      // From the rename on it notices that the file is no more the session's; until then it saved, and showed what it saved.
      let left = SlotPair(try files.read(former, path: path, limit: 2 * Slot.maximumSize))
      guard let newest = left.newest?.slot, newest.generation > generation else { return false }
      try move(toHold: newest.bytes)
      return true
    }
  }

  /// Keeps the loaded session under the name of the release that saved it, before this one saves: `NAME.snapshot.from-0.1.0`.
  ///
  /// Such a file is a session like any other. The one of an earlier time from the same release is replaced.
  public func keepGeneration(of version: String) throws {
    try SnapshotError.ofSession {
      let kept = try newestBytes()
      guard !kept.isEmpty else { return }
      var size = slotSize
      while size < kept.count { size *= 2 }
      var contents = [UInt8](repeating: 0x0A, count: 2 * size)
      contents.replaceSubrange(0..<kept.count, with: kept)
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

  private func keepDurable(_ bytes: [UInt8]) {
    guard let descriptor else { return }
    let copy = durable ?? DurableCopy(path: durablePath, of: path, files)
    durable = copy
    copy.schedule(bytes, from: descriptor)
  }

  /// Leaves the file if it has lost the session's name; returns true if it had. If another has the name, the session is another's; if none has,
  /// it was deleted, or moved away, and is made anew.
  @discardableResult private func leaveIfLost() throws -> Bool {
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
        return try Quarantine(of: path, files).keep(bytes)
      }
      guard let copy = try files.contents(of: durablePath, limit: Slot.maximumSize) else {
        throw SnapshotError.unreadable("nothing was saved yet")
      }
      return try Quarantine(of: durablePath, files).keep(copy)
    }
  }

  /// Opens the file if there is one, and reads it.
  private func open() throws -> [UInt8]? {
    guard let opened = try openFile() else { return nil }
    return try files.read(opened, path: path, limit: 2 * Slot.maximumSize)
  }

  /// Opens the file, unless it is open; nil if there is none.
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

  /// Moves to a new file with slots large enough, the newest whole snapshot in the first and the new one in the second.
  private func move(toHold bytes: [UInt8]) throws {
    let kept = try newestBytes()
    // What is kept may need more than this file's slots: another process, or a later release, wrote it.
    var size = slotSize
    while size < max(bytes.count, kept.count) { size *= 2 }
    var contents = [UInt8](repeating: 0x0A, count: 2 * size)
    contents.replaceSubrange(0..<kept.count, with: kept)
    contents.replaceSubrange(size..<(size + bytes.count), with: bytes)
    let replaced = try replaceFile(with: contents)
    if let descriptor { files.system.closeFile(descriptor) }
    descriptor = replaced
    slotSize = size
    current = bytes.isEmpty ? 0 : 1
    lengths = [kept.count, bytes.count]
    isSound = true
    copied = nil
    isCopyNewest = false
  }

  /// Puts a new file in the session's place, and makes its folder again if somebody has removed that.
  private func replaceFile(with contents: [UInt8]) throws -> Int32 {
    do {
      return try files.replace(path, with: contents)
    } catch let problem as FileError {
      guard let directory, case .system(_, _, ENOENT) = problem else { throw problem }
      try directory.create()
      return try files.replace(path, with: contents)
    }
  }

  /// Reads the slot that was loaded or saved last; empty if there is none.
  private func newestBytes() throws -> [UInt8] {
    if let copied { return copied.bytes }
    guard let descriptor, let readable else { return [] }
    let file = SlotPair(try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize))
    // Another process may have saved twice since, and then nothing of what was loaded is left.
    let kept = file.whole.first { $0.slot.generation == readable } ?? file.newest
    return kept?.slot.bytes ?? []
  }
}
