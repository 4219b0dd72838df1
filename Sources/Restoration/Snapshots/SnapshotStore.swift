import Core

/// A store of a session's snapshots.
///
/// The law: after `save` returns, `load` in another process returns that body, however this process
/// ends. If the process ends during `save`, `load` returns that body or the previous one.
/// `SnapshotFile` is tested with kills; `InMemorySnapshotStore` behaves the same in memory.
public protocol SnapshotStore: AnyObject {
  /// Reads the newest valid body, and reports damaged files that were quarantined. Must be called
  /// once, before the other methods.
  func load() throws -> StoredSnapshot

  /// Saves a body. If it throws `SnapshotError`, the previous body is retained.
  func save(_ body: [UInt8]) throws

  /// Waits until the saved bodies are on disk. Called before the process exits or is suspended.
  func flush() throws

  /// Quarantines a copy of the saved body and returns its name. `SnapshotFile` stores the copy next
  /// to its file.
  func quarantine() throws -> String
}

/// The contents of a store.
public struct StoredSnapshot: Hashable, Sendable {
  /// The newest valid body; `nil` if there is none.
  public var body: [UInt8]?
  /// A sentence about damage and where the damaged bytes are; `nil` if there is none.
  public var damage: String?

  /// Creates the contents of a store.
  ///
  ///     StoredSnapshot(body: snapshot.body)
  public init(body: [UInt8]?, damage: String? = nil) {
    self.body = body
    self.damage = damage
  }
}

/// Encrypts and authenticates the bodies of a session's file. Implemented by `SealedBodies` in
/// Vaults.
///
/// The session's name and the generation are authenticated: another session's body or an older body
/// can't be substituted.
public protocol SnapshotSealing: Sendable {
  /// Encrypts a body of the given session and generation.
  func seal(_ body: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
  /// Decrypts a body. Throws `SnapshotError.unreadable` unless `seal` made the bytes for the same
  /// session and generation.
  func open(_ sealed: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
}

/// A store in memory, for tests that restart the application under test.
public final class InMemorySnapshotStore: SnapshotStore {
  /// The body that was saved last; `nil` if there is none.
  public private(set) var body: [UInt8]?
  /// The number of saves.
  public private(set) var saveCount = 0
  /// The quarantined bodies, oldest first.
  public private(set) var quarantinedBodies: [[UInt8]] = []
  /// An error that `save` and `flush` throw while it is set, to simulate a full disk.
  public var failure: SnapshotError?
  private var lastQuarantinedSave: Int?

  /// Creates a store with an optional body.
  ///
  ///     InMemorySnapshotStore(body: snapshot.body)
  public init(body: [UInt8]? = nil) { self.body = body }

  public func load() -> StoredSnapshot { StoredSnapshot(body: body) }

  public func save(_ body: [UInt8]) throws {
    if let failure { throw failure }
    let slot = Slot(generation: UInt64(saveCount + 1), body: body)
    guard slot.isStorable else { throw SnapshotError.tooLarge(bytes: body.count) }
    self.body = body
    saveCount += 1
  }

  public func flush() throws {
    if let failure { throw failure }
  }

  public func quarantine() throws -> String {
    guard let body else { throw SnapshotError.unreadable("nothing was saved yet") }
    if lastQuarantinedSave != saveCount {
      guard quarantinedBodies.count < Quarantine.maximumCount else {
        throw SnapshotError.file(.unsafe(path: "memory", Quarantine.isFull))
      }
      quarantinedBodies.append(body)
      lastQuarantinedSave = saveCount
    }
    return "aside \(quarantinedBodies.count)"
  }
}
