import Accounts
import Reprise

/// Which entities a sync requests.
enum SyncScope: Hashable, Sendable {
  /// The entities that changed since the last sync.
  case changes
  /// All entities, as in a first sync.
  case everything
}

struct SyncProgress: Hashable, Sendable {
  /// The number of completed categories.
  var done: Int
  /// The number of all categories.
  var total: Int
  /// The title of the category being requested; empty before the first.
  var title: String
  /// The bytes received of that category's response.
  var received: Int
  /// The size of that response in bytes; `nil` if the server doesn't send it.
  var expected: Int?
}

/// An event during a sync.
enum SyncEvent: Hashable, Sendable {
  /// A category is being requested.
  case requesting(SyncProgress)
  /// Another process is syncing, and this one waits for it. The counts are of categories.
  case runningElsewhere(done: Int, total: Int)
  /// The members of these categories were stored, by this or another process.
  case stored([ResourceID])
}

/// The result of a sync.
struct SyncReport: Sendable {
  /// The time of the sync, in seconds since 1970.
  let timestamp: Int
  /// The categories that failed. Their stored entities remain.
  let failures: [CategoryFailure]
  /// The number of entities received.
  let count: Int
  /// The reason why the entities couldn't be stored; `nil` if they were.
  var cacheWriteError: CacheWriteError?
  /// Whether another process completed the sync, so that this one had nothing left to do.
  var wasCompletedElsewhere = false
}

/// A category that a sync failed to request.
struct CategoryFailure: Sendable {
  let id: ResourceID
  let title: String
  let error: any Error
}

extension SyncReport {
  /// A sentence on failed categories, or else on entities that couldn't be stored; otherwise `nil`.
  var failureText: String? {
    guard let first = failures.first else {
      return cacheWriteError.map { "Synced: \(StatusMessage(problem: "", $0).text)" }
    }
    let others = failures.count == 1 ? "" : " (and \(failures.count - 1) more)"
    return
      "\(first.title)\(others) could not be synced: \(StatusMessage(problem: "", first.error).text)"
  }
}
