import Reprise

/// The part of the root entities that a sync asks for.
enum SyncScope: Hashable, Sendable {
  /// The entities that were changed since the last sync.
  case changes
  /// All entities, as if there had been no sync.
  case everything
}

/// The progress of a sync.
struct SyncProgress: Hashable, Sendable {
  /// The number of categories that are done.
  var done: Int
  /// The number of all categories.
  var total: Int
  /// The title of the category that is being asked for; empty before the first.
  var title: String
  /// The bytes of that category's answer that have come.
  var received: Int
  /// The bytes of that whole answer; nil where the server doesn't say.
  var expected: Int?
}

/// Something that a sync tells while it goes on.
enum SyncEvent: Hashable, Sendable {
  /// A category is being asked for.
  case asking(SyncProgress)
  /// Another process syncs; this one waits for it. So many categories of all have come there.
  case elsewhere(done: Int, total: Int)
  /// The members of these categories have come, asked for by whichever process.
  case came([ResourceID])
}

/// The outcome of a sync.
struct SyncReport: Sendable {
  /// The moment of the sync, in seconds since 1970.
  let timestamp: Int
  /// The categories that failed. What was kept of them stays.
  let failures: [CategoryFailure]
  /// The number of entities that came.
  let count: Int
  /// The reason why what came can't be kept; nil if it is.
  var notKept: CacheWriteError?
  /// True if another window has brought them meanwhile, so that nothing was left to be done here.
  var isAnothers = false
}

/// A category of which a sync got no answer.
struct CategoryFailure: Sendable {
  /// The category's id.
  let id: ResourceID
  /// The category's title.
  let title: String
  /// The reason.
  let error: any Error
}

extension SyncReport {
  /// A sentence about the categories that failed, or else about what can't be kept; nil if all is well.
  var failureWords: String? {
    guard let first = failures.first else {
      return notKept.map { "Synced: \(StatusMessage(problem: "", $0).text)" }
    }
    let others = failures.count == 1 ? "" : " (and \(failures.count - 1) more)"
    return
      "\(first.title)\(others) could not be synced: \(StatusMessage(problem: "", first.error).text)"
  }
}
