import Accounts
import FoundationEssentials
import Reprise

/// A source of entities. With ``FetchPolicy/cacheOnly`` it returns without a request, or throws
/// ``EntitySourceError/notStored``. With ``FetchPolicy/server`` it requests and stores a response,
/// or throws the server's error. `EntitySourceTests` checks this for every source.
protocol EntitySource: Sendable {
  var mode: BrowsingMode { get }

  /// In seconds, as the instance prefers.
  var refreshInterval: Int { get }

  nonisolated(nonsending) func root(_ policy: FetchPolicy) async throws -> TimestampedResponse<
    InstanceRoot
  >

  /// Sends no request; `nil` if the entity isn't stored.
  func title(of id: ResourceID) -> String?

  nonisolated(nonsending) func family(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityFamily>

  nonisolated(nonsending) func detail(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<Entity>

  /// `name` is an id, a permId, or an identifier such as "/PROBES/PROBE1". Returns `nil` if the
  /// entity doesn't exist or this user may not see it.
  nonisolated(nonsending) func find(_ name: String, _ policy: FetchPolicy) async throws
    -> ResourceID?

  /// Stores both the hits and the related entities. Searches the stored entities instead with
  /// ``FetchPolicy/cacheOnly``, or if the server finds nothing, ignoring case and accents. `start`
  /// is the number of hits to skip.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityList>

  /// Compares size and checksum with the data store's listing: throws `OpenBISError.damagedFile`,
  /// and `EntitySourceError.noEntity` if the entity isn't a file. Files aren't stored.
  nonisolated(nonsending) func file(
    _ id: ResourceID, progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> ImageFile

  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<ImageFile>

  /// Each category is replaced atomically, so a cancelled sync loses at most the one in progress.
  /// One that fails doesn't stop the others, and is in the report. While another process syncs,
  /// waits for it. Throws errors that affect all categories, and if the task is cancelled.
  nonisolated(nonsending) func sync(
    _ scope: SyncScope, onEvent: @escaping @Sendable (SyncEvent) -> Void
  ) async throws -> SyncReport

  /// A password command may be run again when the user refreshes.
  func noteRefresh()

  /// Stored entities remain.
  nonisolated(nonsending) func logOut() async throws
}

/// Whether a source requests a response from the server or only reads its offline store.
enum FetchPolicy: Hashable, Sendable {
  case cacheOnly
  case server
}

/// The way in which the entities of an instance are determined.
enum BrowsingMode: String, Hashable, Sendable, Codable {
  /// The mode isn't known yet, because the server hasn't responded.
  case unknown
  /// A service of the instance determines the entities to show.
  case service
  /// The instance has no service of its own. The viewer shows the spaces, projects and other
  /// entities of the V3 API.
  case general
}

/// The content of a response, with the time at which it was received.
struct TimestampedResponse<Content: Sendable>: Sendable {
  let content: Content
  /// In seconds since 1970; of several responses the oldest.
  let timestamp: Int
  /// The error because of which a part of the response may be outdated.
  let failure: (any Error)?

  init(_ content: Content, at timestamp: Int, despite failure: (any Error)? = nil) {
    self.content = content
    self.timestamp = timestamp
    self.failure = failure
  }
}

extension TimestampedResponse: Equatable where Content: Equatable {
  static func == (left: TimestampedResponse, right: TimestampedResponse) -> Bool {
    left.content == right.content && left.timestamp == right.timestamp
  }
}

/// The root entities of an instance.
struct InstanceRoot: Sendable {
  let entities: EntityList
  let preferences: ClientPreferences
  /// In seconds since 1970; `nil` if no sync was complete.
  let syncedAt: Int?
  /// Whether a sync is due: there was none, or it is older than the instance's interval.
  let isDue: Bool
  /// A sentence on what failed in the last sync; `nil` if nothing did.
  var note: String?
  var unreadableCount = 0
}

/// An entity and its children, the entities directly below it.
struct EntityFamily: Sendable {
  let parent: Entity
  /// Without the parent itself.
  let children: EntityList
  /// The number of children whose ids are known, but not their descriptions.
  let undescribed: Int
  var unreadableCount = 0
}

/// An error of an entity source that has no data to return.
enum EntitySourceError: Error, Hashable, Sendable, FetchError {
  case notStored
  case noEntity(ResourceID)
  /// A sync failed because another process, for which it waited, made no progress for a minute.
  case heldUp
  /// The server no longer has the entity, so the stored response is shown.
  case gone

  var fetchFailure: FetchFailure {
    switch self {
    case .notStored: .notCached
    case .noEntity, .gone: .missing
    case .heldUp: .failed
    }
  }
}

extension EntitySourceError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .heldUp: "Another window's sync has made no progress for a minute."
    case .gone: "The server no longer has this; it may be in the instance's trash."
    case .notStored, .noEntity: nil
    }
  }

  var recoverySuggestion: String? {
    switch self {
    case .heldUp: "Continue there, or quit it. Cached data stays."
    case .gone: "This is its last answer."
    case .notStored, .noEntity: nil
    }
  }
}

extension EntitySourceError: SourceError {
  var dataStatus: Provenance.DataStatus {
    if case .gone = self { .deleted } else { .error }
  }
}
