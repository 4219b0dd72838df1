import Core

/// A store for the snapshots of a session. Each snapshot is saved as a body, the bytes of a JSON
/// text.
///
/// After `save` returns, `load` in another process must return that body, even if this process was
/// killed. If the process is killed during `save`, `load` returns either that body or the previous
/// one.
public protocol SnapshotStore: AnyObject {
  /// Reads the newest valid body. If files are damaged, quarantines them and describes the damage
  /// in the result. Call it once, before the other methods.
  func load() throws -> StoredSnapshot

  /// Saves a body in place of the previous one. If it throws `SnapshotError`, the store still
  /// contains the previous body.
  func save(_ body: [UInt8]) throws

  /// Waits until all saved bodies are on disk. Call it before the process exits or is suspended.
  func flush() throws

  /// Copies the saved body, so that it isn't lost when the session is saved again. Returns the name
  /// of the copy, which `SnapshotFile` stores next to its file.
  func quarantine() throws -> String

  /// Keeps an image of the screen whose state was saved last, for the next start. `image` returns
  /// its bytes and may be called later, on another thread. The image isn't essential: it may be
  /// lost, and errors aren't reported.
  func keepLaunchImage(_ image: @escaping @Sendable () -> [UInt8])

  /// The image that was kept for the loaded body; `nil` if there is none, or if it was kept for
  /// another one.
  var launchImage: [UInt8]? { get }
}

extension SnapshotStore {
  /// Keeps nothing. A store whose bodies are encrypted never keeps an image.
  public func keepLaunchImage(_ image: @escaping @Sendable () -> [UInt8]) {}

  /// No image.
  public var launchImage: [UInt8]? { nil }
}

/// The newest body that a `SnapshotStore` has read, and a description of any damage.
public struct StoredSnapshot: Hashable, Sendable {
  /// The newest valid body, the bytes of a JSON text; `nil` if the store has none.
  public var body: [UInt8]?
  /// Sentences about damaged, missing or outdated files, and about the copies that were made of
  /// them; `nil` if there is nothing to report.
  public var damage: String?

  /// Creates the result of reading a store from a body and a description of damage.
  ///
  ///     StoredSnapshot(body: snapshot.body)
  public init(body: [UInt8]?, damage: String? = nil) {
    self.body = body
    self.damage = damage
  }
}

/// Encrypts and authenticates the bodies of a session. `SealedBodies` in Encryption implements it.
///
/// The name of the session and the generation of the body are authenticated too. Therefore the body
/// of another session, or an older one, can't be substituted.
public protocol SnapshotSealing: Sendable {
  /// Encrypts a body for the session of the given name and for the given generation, a number that
  /// increases with each save.
  func seal(_ body: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
  /// Decrypts a body. Throws `SnapshotError.unreadable` unless `seal` has encrypted it for the
  /// session of the given name and for the given generation.
  func open(_ sealed: [UInt8], of session: String, generation: UInt64) throws -> [UInt8]
}

/// A store in memory, with which tests restart an application without files.
public final class InMemorySnapshotStore: SnapshotStore {
  /// The body that was saved last; `nil` if there is none.
  public private(set) var body: [UInt8]?
  /// The number of bodies that have been saved.
  public private(set) var saveCount = 0
  /// The bodies that `quarantine` has copied, oldest first.
  public private(set) var quarantinedBodies: [[UInt8]] = []
  /// An error that `save` and `flush` throw while it is set, to simulate a full disk.
  public var failure: SnapshotError?
  private var lastQuarantinedSave: Int?
  private var image: (body: [UInt8]?, bytes: @Sendable () -> [UInt8])?

  /// Creates a store that contains a body, or is empty by default.
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

  public func keepLaunchImage(_ image: @escaping @Sendable () -> [UInt8]) {
    self.image = (body, image)
  }

  public var launchImage: [UInt8]? { image.flatMap { $0.body == body ? $0.bytes() : nil } }

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
