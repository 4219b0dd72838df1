import Accounts
import Foundation
import Reprise

/// A source of entities for the screens: a server with its offline store, or demo data in memory.
///
/// Every response has a timestamp. With ``FetchPolicy/cacheOnly``, a source sends no request,
/// returns without waiting, and throws ``EntitySourceError/notStored`` if nothing is stored. With
/// ``FetchPolicy/server``, it sends a request and stores the response, or throws the server's
/// error; the caller then decides whether to show stored entities. `EntitySourceTests` checks this
/// for every source.
protocol EntitySource: Sendable {
  /// The browsing mode of the instance, as far as it is known.
  var mode: BrowsingMode { get }

  /// The instance's preferred interval between refreshes of a list, in seconds.
  var refreshInterval: Int { get }

  /// Returns the root entities and the instance's preferences.
  nonisolated(nonsending) func root(_ policy: FetchPolicy) async throws -> TimestampedResponse<
    InstanceRoot
  >

  /// Returns the stored title of an entity, without sending a request; `nil` if it isn't stored.
  func title(of id: ResourceID) -> String?

  /// Returns an entity and the entities below it.
  nonisolated(nonsending) func family(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityFamily>

  /// Returns an entity with its identifier, images and properties.
  nonisolated(nonsending) func detail(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<Entity>

  /// Returns the id of an entity; `nil` if it doesn't exist or this user may not see it.
  ///
  /// - Parameters:
  ///   - name: An id as printed in lists, a permId, or an identifier such as "/PROBES/PROBE1".
  ///   - policy: Where the response comes from.
  nonisolated(nonsending) func find(_ name: String, _ policy: FetchPolicy) async throws
    -> ResourceID?

  /// Searches on the server, and stores both the hits and the related entities. Searches the stored
  /// entities instead with ``FetchPolicy/cacheOnly``, or if the server finds nothing, ignoring case
  /// and accents.
  ///
  /// - Parameters:
  ///   - search: The text and the kind of search.
  ///   - start: The number of hits to skip.
  ///   - policy: Where the response comes from.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityList>

  /// Returns the contents of a data set's file, after comparing its size and checksum with the data
  /// store's listing. Files aren't stored.
  ///
  /// Throws `EntitySourceError.noEntity` if the entity isn't a file, and
  /// `OpenBISError.damagedFile`.
  ///
  /// - Parameter progress: Called repeatedly with the number of bytes received.
  nonisolated(nonsending) func file(
    _ id: ResourceID, progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> ImageFile

  /// Returns an image of an entity, and stores it.
  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<ImageFile>

  /// Syncs the stored entities, one category after the other.
  ///
  /// Each category is replaced atomically, so a cancelled sync loses at most the category in
  /// progress. A category that fails doesn't stop the others, and is listed in the report. While
  /// another process syncs, this one waits for it and reports its progress; usually nothing remains
  /// to be done then. Throws errors that affect all categories, and if the task is cancelled.
  nonisolated(nonsending) func sync(
    _ scope: SyncScope, onEvent: @escaping @Sendable (SyncEvent) -> Void
  ) async throws -> SyncReport

  /// Records that the user requests a refresh, so that a password command may be run again.
  func noteRefresh()

  /// Ends the server's session. Stored entities remain.
  nonisolated(nonsending) func logOut() async throws
}

/// Where a source takes its response from.
enum FetchPolicy: Hashable, Sendable {
  /// The offline store only. No request is sent.
  case cacheOnly
  case server
}

/// How an instance is browsed.
enum BrowsingMode: String, Hashable, Sendable, Codable {
  /// The server hasn't responded yet.
  case unknown
  /// The instance's own service determines the entities to show.
  case service
  /// There is no such service; the spaces, projects, and so on of the V3 API are shown.
  case general
}

/// A response with its timestamp.
struct TimestampedResponse<Content: Sendable>: Sendable {
  let content: Content
  /// The time of the response in seconds since 1970, or that of the oldest of several responses.
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
  /// The time of the last complete sync, in seconds since 1970; `nil` if there was none.
  let syncedAt: Int?
  /// Whether a sync is due: there was none, or it is older than the instance's interval.
  let isDue: Bool
  /// A sentence on what failed in the last sync; `nil` if nothing did.
  var note: String?
  /// The number of unreadable rows in the last responses.
  var unreadableCount = 0
}

/// An entity and the entities below it.
struct EntityFamily: Sendable {
  let parent: Entity
  /// The entities below the parent, without the parent itself.
  let children: EntityList
  /// The number of children whose ids are known, but not their descriptions.
  let undescribed: Int
  /// The number of unreadable rows in the last response.
  var unreadableCount = 0
}

/// A reason why a source has no data.
enum EntitySourceError: Error, Hashable, Sendable, FetchError {
  /// The data isn't stored, and no request was sent.
  case notStored
  /// The instance reported that the entity doesn't exist or is deleted.
  case noEntity(ResourceID)
  /// Another process is syncing, but makes no progress.
  case heldUp
  /// The server no longer has the entity; its last response is shown.
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
  /// A sentence, for the cases that are shown to the user.
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
