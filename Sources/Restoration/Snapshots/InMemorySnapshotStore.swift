import Files

/// A store that outlives the application under test, but not the test.
public final class InMemorySnapshotStore: SnapshotStore {
  /// The body that was saved last; nil if none was.
  public private(set) var body: [UInt8]?
  /// The number of saves.
  public private(set) var saveCount = 0
  /// The bodies that were put aside, oldest first.
  public private(set) var asides: [[UInt8]] = []
  /// The problem that every `save` throws while it is set: a full disk.
  public var failure: SnapshotError?
  /// The `saveCount` at the last body put aside.
  private var lastAside: Int?

  /// A store that holds a body.
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
