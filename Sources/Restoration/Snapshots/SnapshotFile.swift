#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

public import Files

/// A session's file: two slots, written in turn, in place, each with one `pwrite`.
///
/// Why this outlives a kill: a finished `pwrite` is in the kernel's hands. A slot is only ever overwritten while the other one holds the
/// newest whole snapshot, and nothing is painted before the write has returned; so a slot torn by a kill was never on the screen, and
/// the other one is what was. In place costs a hundredth of a temporary file and rename. For a power cut there is a `DurableCopy`.
///
/// Not thread-safe: one thread saves.
public final class SnapshotFile: SnapshotStore {
  public let path: String
  private let files: FileAccess
  private let sealing: (any SnapshotSealing)?
  private var descriptor: Int32 = -1
  private var slotSize = Slot.minimumSize
  /// The slot that holds the newest whole snapshot.
  private var current = 1
  private var generation: UInt64 = 0
  /// The newest generation that could be read, or was saved.
  private var readable: UInt64?
  /// How many bytes each slot's last write had, so that a shorter one leaves nothing of it behind.
  private var lengths = [0, 0]
  /// Whether the file is as it should be. One that isn't is replaced by the next save, not written into.
  private var isSound = true
  private var durable: DurableCopy?

  /// The session's file; with `sealing`, one whose bodies are sealed, and nothing is ever read or written in the clear.
  public init(
    path: String, sealing: (any SnapshotSealing)? = nil, system: any FileSystem = SystemFiles()
  ) {
    self.path = path
    self.sealing = sealing
    files = FileAccess(system)
  }

  deinit {
    durable?.abandon()
    if descriptor >= 0 { files.system.closeFile(descriptor) }
  }

  public func load() throws -> StoredSnapshot {
    try SnapshotProblem.ofSession {
      guard let bytes = try open() else { return try loadDurable(damage: nil) }
      let file = SlotPair(bytes)
      if let format = file.newerFormat {
        // Whoever saves all the same begins a new file, after what is left of this release's.
        isSound = false
        readable = file.newest?.slot.generation
        generation = readable ?? 0
        throw SnapshotProblem.newer(format: format)
      }
      var damage: String?
      if let reason = file.damage {
        damage = "The saved session is damaged; a copy is kept as \(try setAside()): \(reason)."
      }
      isSound = file.isWhole && damage == nil
      slotSize = file.slotSize
      lengths = [slotSize, slotSize]
      for (slot, place) in file.whole {
        do {
          let body = try open(slot)
          current = place
          readable = slot.generation
          generation = max(generation, slot.generation)
          return StoredSnapshot(body: body, damage: damage)
        } catch SnapshotProblem.unreadable(let reason) {
          // Whole, but not what was sealed. What the other slot holds may be.
          generation = max(generation, slot.generation)
          isSound = false
          if damage == nil {
            damage =
              "The saved session is damaged; a copy is kept as \(try setAside()): \(reason)."
          }
        }
      }
      return try loadDurable(damage: damage)
    }
  }

  /// What `load` would give; but nothing is written, put aside, or opened for more than reading. Throws `SnapshotProblem`.
  public func look() throws -> StoredSnapshot {
    try SnapshotProblem.ofSession {
      let slots = SlotPair(try files.contents(of: path, limit: 2 * Slot.maximumSize) ?? [])
      if let format = slots.newerFormat { throw SnapshotProblem.newer(format: format) }
      var reason = slots.damage
      for (slot, _) in slots.whole {
        do {
          return StoredSnapshot(body: try open(slot), damage: SnapshotFile.sentence(reason))
        } catch SnapshotProblem.unreadable(let changed) {
          reason = reason ?? changed
        }
      }
      let copy = try files.contents(of: durablePath, limit: Slot.maximumSize) ?? []
      switch Slot.read(copy[...]) {
      case .blank: break
      case .newer(let format): throw SnapshotProblem.newer(format: format)
      case .broken(let broken): reason = reason ?? broken
      case .valid(let slot):
        do {
          return StoredSnapshot(
            body: try open(slot), damage: SnapshotFile.sentence(reason) ?? SnapshotFile.copyIsUsed)
        } catch SnapshotProblem.unreadable(let changed) {
          reason = reason ?? changed
        }
      }
      return StoredSnapshot(body: nil, damage: SnapshotFile.sentence(reason))
    }
  }

  private static let copyIsUsed = "The session's file was gone; this is the copy from before."

  private static func sentence(_ reason: String?) -> String? {
    reason.map { "The saved session is damaged: \($0)." }
  }

  private func open(_ slot: Slot) throws -> [UInt8] {
    if let sealing { return try sealing.open(slot.body, generation: slot.generation) }
    // Whoever took it for a damaged one would save over it in the clear.
    if SnapshotFile.isSealed(slot.body) { throw SnapshotProblem.sealed }
    return slot.body
  }

  /// Whether a body begins as one that `SealedBodies` made.
  static func isSealed(_ body: [UInt8]) -> Bool { body.starts(with: "reprise-sealed ".utf8) }

  public func save(_ body: [UInt8]) throws {
    try SnapshotProblem.ofSession {
      let next = generation + 1
      let slot = Slot(
        generation: next, body: try sealing.map { try $0.seal(body, generation: next) } ?? body)
      guard slot.isStorable else { throw SnapshotProblem.tooLarge(bytes: body.count) }
      var bytes = slot.bytes
      let length = bytes.count
      if descriptor >= 0, !files.isNamed(descriptor) { try leaveNameless() }
      if descriptor < 0 || !isSound || length > slotSize {
        try move(toHold: bytes)
      } else {
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
      }
      generation = next
      readable = next
      keepDurable(bytes)
    }
  }

  /// Makes this process the owner: whoever had the file open writes into one that has no name any more.
  ///
  /// Call it after `load`.
  public func takeOver() throws {
    try SnapshotProblem.ofSession {
      guard descriptor >= 0 else { return }
      try move(toHold: [])
    }
  }

  /// Keeps what was loaded under the name of the release that saved it, before this one saves: `NAME.snapshot.from-0.1.0`.
  ///
  /// Such a file is a session like any other. The one of an earlier time from the same release is replaced.
  public func keepGeneration(of version: String) throws {
    try SnapshotProblem.ofSession {
      guard descriptor >= 0 else { return }
      let bytes = try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize)
      let slots = SlotPair(bytes)
      guard let newest = slots.whole.first(where: { $0.slot.generation == readable })?.slot.bytes
      else { return }
      var contents = [UInt8](repeating: 0x0A, count: 2 * slots.slotSize)
      contents.replaceSubrange(0..<newest.count, with: newest)
      let name = String(
        version.unicodeScalars.prefix(32).map { scalar -> Character in
          let isPlain =
            scalar.isASCII
            && (scalar.properties.isAlphabetic || "0123456789.-".unicodeScalars.contains(scalar))
          return isPlain ? Character(scalar) : "_"
        })
      files.system.closeFile(try files.replace("\(path).from-\(name)", with: contents))
    }
  }

  public func flush() throws { try durable?.flush() }

  // MARK: The durable copy

  private var durablePath: String {
    (path.hasSuffix(".snapshot") ? String(path.dropLast(9)) : path) + ".durable"
  }

  private func loadDurable(damage: String?) throws -> StoredSnapshot {
    guard let opened = try files.openExisting(durablePath) else {
      return StoredSnapshot(body: nil, damage: damage)
    }
    defer { files.system.closeFile(opened) }
    let bytes = try files.read(opened, path: durablePath, limit: Slot.maximumSize)
    let reason: String
    switch Slot.read(bytes[...]) {
    case .blank: return StoredSnapshot(body: nil, damage: damage)
    case .newer(let format): throw SnapshotProblem.newer(format: format)
    case .broken(let broken): reason = broken
    case .valid(let slot):
      do {
        generation = max(generation, slot.generation)
        return StoredSnapshot(
          body: try open(slot),
          damage: damage ?? SnapshotFile.copyIsUsed)
      } catch SnapshotProblem.unreadable(let changed) {
        reason = changed
      }
    }
    let kept = try SetAside(of: durablePath, files).keep(bytes)
    return StoredSnapshot(
      body: nil,
      damage: damage ?? "The session's copy is damaged; it is kept as \(kept): \(reason).")
  }

  private func keepDurable(_ bytes: [UInt8]) {
    let copy = durable ?? DurableCopy(path: durablePath, of: path, files)
    durable = copy
    copy.schedule(bytes, from: descriptor)
  }

  /// The file lost its name. If another has it, the session is another's; if none has, it was deleted and is made anew.
  private func leaveNameless() throws {
    if files.exists(path) { throw SnapshotProblem.takenOver }
    files.system.closeFile(descriptor)
    descriptor = -1
  }

  public func setAside() throws -> String {
    try SnapshotProblem.ofSession {
      if descriptor >= 0 {
        let bytes = try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize)
        return try SetAside(of: path, files).keep(bytes)
      }
      guard let copy = try files.contents(of: durablePath, limit: Slot.maximumSize) else {
        throw SnapshotProblem.unreadable("nothing was saved yet")
      }
      return try SetAside(of: durablePath, files).keep(copy)
    }
  }

  /// Opens the file if there is one, and reads it.
  private func open() throws -> [UInt8]? {
    guard let opened = try files.openExisting(path) else { return nil }
    descriptor = opened
    return try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize)
  }

  /// Moves to a new file with slots large enough, the newest whole snapshot in the first and the new one in the second.
  private func move(toHold bytes: [UInt8]) throws {
    var kept: [UInt8] = []
    if descriptor >= 0 {
      let old = SlotPair(try files.read(descriptor, path: path, limit: 2 * Slot.maximumSize))
      kept = old.whole.first { $0.slot.generation == readable }?.slot.bytes ?? []
    }
    // What is kept may need more than this file's slots: another process, or a later release, wrote it.
    var size = slotSize
    while size < max(bytes.count, kept.count) { size *= 2 }
    var contents = [UInt8](repeating: 0x0A, count: 2 * size)
    contents.replaceSubrange(0..<kept.count, with: kept)
    contents.replaceSubrange(size..<(size + bytes.count), with: bytes)
    let replaced = try files.replace(path, with: contents)
    if descriptor >= 0 { files.system.closeFile(descriptor) }
    descriptor = replaced
    slotSize = size
    current = bytes.isEmpty ? 0 : 1
    lengths = [kept.count, bytes.count]
    isSound = true
  }
}
