import Accounts
import Reprise

/// The entities that a sync requests: those that have changed, or all.
enum SyncScope: Hashable, Sendable {
  case changes
  case everything
}

struct SyncProgress: Hashable, Sendable {
  var done: Int
  var total: Int
  /// Of the category being requested; empty before the first.
  var title: String
  /// In bytes of that category's response.
  var received: Int
  /// In bytes; `nil` if the server doesn't send it.
  var expected: Int?
}

/// An event that a sync reports while it is running.
enum SyncEvent: Hashable, Sendable {
  case requesting(SyncProgress)
  /// Another process is syncing, and this one waits for it. The values are the number of categories
  /// that are complete, and the number of all categories.
  case runningElsewhere(done: Int, total: Int)
  /// Entities were stored, by this process or by the process for which it waits. The value is their
  /// ids.
  case stored([ResourceID])
}

/// The result of a sync: the number of received entities, and the categories that failed.
struct SyncReport: Sendable {
  let failures: [CategoryFailure]
  /// Of entities received.
  let count: Int
  var cacheWriteError: CacheWriteError?
  var wasCompletedElsewhere = false
}

/// A category that a sync couldn't request, and the error.
struct CategoryFailure: Sendable {
  let id: ResourceID
  let title: String
  let error: any Error
}

extension SyncReport {
  var failureText: String? {
    guard let first = failures.first else {
      return cacheWriteError.map { "Synced: \(StatusMessage(problem: "", $0).text)" }
    }
    let others = failures.count == 1 ? "" : " (and \(failures.count - 1) more)"
    return
      "\(first.title)\(others) could not be synced: \(StatusMessage(problem: "", first.error).text)"
  }
}
