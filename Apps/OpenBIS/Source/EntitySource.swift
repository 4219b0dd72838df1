import Foundation
import Reprise

/// The source of an instance's entities, which the screens ask: a server with what is kept of it, or an instance in memory.
///
/// Every answer is dated. Asked with ``Asking/kept`` a source asks no server, answers without waiting, and throws
/// ``SourceLack/notKept`` if nothing is kept; asked with ``Asking/server`` it asks the server, keeps the answer, and throws the
/// server's problem if there is none: its caller then decides whether to show what is kept. `EntitySourceTests` hold every source to that.
protocol EntitySource: Sendable {
  /// The way in which the instance is browsed, as far as it is known.
  var mode: BrowsingMode { get }

  /// The seconds after which the instance wants its lists to be refreshed.
  var refreshInterval: Int { get }

  /// Returns the entities of the first level, and the instance's preferences.
  nonisolated(nonsending) func root(_ asking: Asking) async throws -> Dated<InstanceRoot>

  /// Returns the title of an entity as far as it is kept; nil if nothing is. Nobody is asked.
  func title(of id: ResourceID) -> String?

  /// Returns an entity and the entities below it.
  nonisolated(nonsending) func family(
    of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<EntityFamily>

  /// Returns an entity with its identifier, images and properties.
  nonisolated(nonsending) func detail(
    of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<Entity>

  /// Returns the id of the entity that a user names; nil if there is none, or not for this user.
  ///
  /// - Parameters:
  ///   - name: An id as lists print it, a permId, or an identifier such as "/PROBES/PROBE1".
  ///   - asking: The one who is asked.
  nonisolated(nonsending) func find(_ name: String, _ asking: Asking) async throws -> ResourceID?

  /// Searches on the server. The entities that come along with the hits are kept, too. Where the
  /// server finds nothing, and with ``Asking/kept``, the entities that are kept are searched: in any
  /// case and with any accents.
  ///
  /// - Parameters:
  ///   - search: The text, and the kind of search.
  ///   - start: The number of hits before those that are wanted.
  ///   - asking: The one who is asked.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int, _ asking: Asking
  ) async throws -> Dated<EntityList>

  /// Returns the contents of a data set's file, compared with what the data store lists. They
  /// aren't kept.
  ///
  /// Throws `SourceLack.noEntity` for an entity that is no file, and `OpenBISError.damagedFile`.
  ///
  /// - Parameter progress: Called now and then with the bytes that have come.
  nonisolated(nonsending) func file(
    _ id: ResourceID, progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> ImageFile

  /// Returns an image of an entity. It is kept with the entity.
  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ asking: Asking
  ) async throws -> Dated<ImageFile>

  /// Brings what is kept of the root entities up to date, one category after the other.
  ///
  /// Each category is replaced whole or not at all, so whoever breaks off loses no more than the category that was under way. A category
  /// that fails doesn't stop the others: it is named in the report. While another process syncs, this one waits for it and tells what
  /// comes; then it has most often nothing left to do. Throws what stops everything, and when the task is cancelled.
  nonisolated(nonsending) func sync(
    _ scope: SyncScope, tell: @escaping @Sendable (SyncEvent) -> Void
  ) async throws -> SyncReport

  /// Tells the source that a person asks for a refresh, so that a password command may be run again.
  func noteRefresh()

  /// Ends the server's session. What is kept stays.
  nonisolated(nonsending) func logOut() async throws
}

/// The one who is asked.
enum Asking: Hashable, Sendable {
  /// Nobody: what is kept answers.
  case kept
  /// The server.
  case server
}

/// The way in which an instance is browsed.
enum BrowsingMode: String, Hashable, Sendable, Codable {
  /// The server wasn't asked yet.
  case unknown
  /// The instance's own service decides what is shown.
  case service
  /// No such service is there: spaces, projects, collections, objects and data sets are shown, as the V3 API has them.
  case general
}

/// An answer with its moment.
struct Dated<Content: Sendable>: Sendable {
  /// The answer.
  let content: Content
  /// The moment of the answer, in seconds since 1970; of several answers, that of the oldest.
  let timestamp: Int
  /// The failure because of which a part of the answer isn't the server's latest; nil if all is.
  let failure: (any Error)?

  /// Creates a dated answer.
  init(_ content: Content, at timestamp: Int, despite failure: (any Error)? = nil) {
    self.content = content
    self.timestamp = timestamp
    self.failure = failure
  }
}

extension Dated: Equatable where Content: Equatable {
  static func == (left: Dated, right: Dated) -> Bool {
    left.content == right.content && left.timestamp == right.timestamp
  }
}

/// The beginning of an instance: the entities of the first level.
struct InstanceRoot: Sendable {
  /// The entities of the first level.
  let entities: EntityList
  /// The instance's preferences.
  let preferences: ClientPreferences
  /// The moment of the last whole sync, in seconds since 1970; nil if there was none.
  let syncedAt: Int?
  /// True if the root entities are to be asked for anew: never synced, or longer ago than the instance wants.
  let isDue: Bool
  /// A sentence about what failed in the last sync; nil if all came.
  var note: String?
  /// The number of the last answers' rows that couldn't be read.
  var unreadableCount = 0
}

/// An entity and the entities below it.
struct EntityFamily: Sendable {
  /// The entity.
  let parent: Entity
  /// The entities below it, without itself.
  let children: EntityList
  /// The number of entities below it that the instance names and hasn't described.
  let undescribed: Int
  /// The number of the last answer's rows that couldn't be read.
  var unreadableCount = 0
}

/// A lack of what is kept.
enum SourceLack: Error, Hashable, Sendable, FetchError {
  /// Nothing is kept of this, and nobody was asked.
  case notKept
  /// The instance has said that there is no such entity, or that it is deleted.
  case noEntity(ResourceID)
  /// Another window syncs, and gets no further.
  case heldUp
  /// The server no longer has an entity whose last answer is shown.
  case gone

  var absence: FetchFailure {
    switch self {
    case .notKept: .notKept
    case .noEntity, .gone: .missing
    case .heldUp: .failed
    }
  }
}

extension SourceLack: LocalizedError {
  /// The lack in a sentence, where a person is told of it.
  var errorDescription: String? {
    switch self {
    case .heldUp: "Another window is syncing, and has got no further for a minute."
    case .gone: "The server no longer has this; it may be in the instance's trash."
    case .notKept, .noEntity: nil
    }
  }

  /// The advice for the person.
  var recoverySuggestion: String? {
    switch self {
    case .heldUp: "Go on there, or quit it. What is kept stays."
    case .gone: "What is shown is its last answer."
    case .notKept, .noEntity: nil
    }
  }
}

extension SourceLack: SourceError {
  var dataStatus: Provenance.DataStatus {
    if case .gone = self { .deleted } else { .error }
  }
}
