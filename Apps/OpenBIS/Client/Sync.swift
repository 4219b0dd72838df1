import Accounts
import Reprise

/// Which entities a sync requests.
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

/// An event during a sync.
enum SyncEvent: Hashable, Sendable {
  case requesting(SyncProgress)
  /// This process waits for another one. The counts are of categories.
  case runningElsewhere(done: Int, total: Int)
  /// By this or another process.
  case stored([ResourceID])
}

/// The result of a sync.
struct SyncReport: Sendable {
  let failures: [CategoryFailure]
  /// Of entities received.
  let count: Int
  var cacheWriteError: CacheWriteError?
  var wasCompletedElsewhere = false
}

/// A category that a sync failed to request.
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
