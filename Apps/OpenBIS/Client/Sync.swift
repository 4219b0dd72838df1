import Accounts
import Reprise

enum SyncScope: Hashable, Sendable {
  case changes
  case everything
}

struct SyncProgress: Hashable, Sendable {
  var done: Int
  var total: Int
  /// Of the category being requested; empty before the first.
  var title: String
  var received: Int
  var expected: Int?
}

enum SyncEvent: Hashable, Sendable {
  case requesting(SyncProgress)
  /// This process waits for another one. With the numbers of complete and of all categories.
  case runningElsewhere(done: Int, total: Int)
  /// With the ids of the categories, stored by this process or by the one for which it waits.
  case stored([ResourceID])
}

struct SyncReport: Sendable {
  let failures: [CategoryFailure]
  let count: Int
  var cacheWriteError: CacheWriteError?
  var wasCompletedElsewhere = false
}

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
