import Accounts
import FoundationEssentials
import Reprise

/// Whether a response is requested from the server and stored, or only read from the offline store.
/// The latter sends no request, and throws `EntitySourceError.notStored`.
enum FetchPolicy: Hashable, Sendable {
  case cacheOnly, server
}

enum BrowsingMode: String, Hashable, Sendable, Codable {
  case unknown
  case service
  /// Without a service, the viewer shows the spaces, projects and other entities of the V3 API.
  case general
}

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

struct InstanceRoot: Sendable {
  let entities: EntityList
  let preferences: ClientPreferences
  /// In seconds since 1970; `nil` if no sync was complete.
  let syncedAt: Int?
  /// Whether a sync is due: there was none, or it is older than the instance's interval.
  let isDue: Bool
  var note: String?
  var unreadableCount = 0
}

struct EntityFamily: Sendable {
  let parent: Entity
  /// Without the parent itself.
  let children: EntityList
  /// The number of children whose ids are known, but not their descriptions.
  let undescribed: Int
  var unreadableCount = 0
}

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
