import Core

/// A store in memory, for tests that restart the application under test.
public final class InMemorySnapshotStore: SnapshotStore {
  /// The body that was saved last; `nil` if there is none.
  public private(set) var body: [UInt8]?
  /// The number of saves.
  public private(set) var saveCount = 0
  /// The quarantined bodies, oldest first.
  public private(set) var asides: [[UInt8]] = []
  /// An error that `save` and `flush` throw while it is set, to simulate a full disk.
  public var failure: SnapshotError?
  private var lastAside: Int?

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
    if lastAside != saveCount {
      guard asides.count < Quarantine.maximumCount else {
        throw SnapshotError.file(.unsafe(path: "memory", Quarantine.isFull))
      }
      asides.append(body)
      lastAside = saveCount
    }
    return "aside \(asides.count)"
  }
}
