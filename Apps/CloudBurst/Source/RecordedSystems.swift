import Reprise
import Synchronization

/// The virtual systems of recorded answers, with the last good list kept: a detail doesn't read 39 MB again.
///
/// It is a class with a lock and not an actor, because the built-in fixture has to be there without a suspension: the first
/// painted frame shows it. The lock is held for an assignment, never while reading.
final class RecordedSystems: Sendable {
  private let answers: @Sendable () -> RecordedAnswers
  private let lastGood = Mutex<SystemList?>(nil)

  /// The answers are asked for at each reading: a file may have become a folder.
  init(answers: @escaping @Sendable () -> RecordedAnswers) {
    self.answers = answers
  }

  /// The last list that could be read. A refresh that fails leaves it as it was.
  var known: SystemList? { lastGood.withLock { $0 } }

  func list(isRefresh: Bool) throws(SourceProblem) -> SystemList {
    if !isRefresh, let known { return known }
    let list = try answers().systemList()
    lastGood.withLock { $0 = list }
    return list
  }

  func detail(_ id: ResourceID, isRefresh: Bool) throws(SourceProblem) -> SystemDetail {
    guard let system = try list(isRefresh: isRefresh)[id] else { throw .noSuchSystem(id) }
    return answers().detail(of: system)
  }
}

/// The same off the caller's actor, for files.
extension RecordedSystems {
  @concurrent func listInBackground(isRefresh: Bool) async throws(SourceProblem) -> SystemList {
    try list(isRefresh: isRefresh)
  }

  @concurrent func detailInBackground(
    _ id: ResourceID, isRefresh: Bool
  ) async throws(SourceProblem) -> SystemDetail {
    try detail(id, isRefresh: isRefresh)
  }
}
