import Reprise

/// Where virtual systems come from.
///
/// Both functions run where they are called, and suspend only if they have to wait: the built-in fixture and a list that
/// is known already are there at once, without a hop. They throw a `SourceProblem` where the answers are recorded.
struct VirtualSystemSource: Sendable {
  /// For the top line: "built-in", or the last component of a path.
  let name: String
  /// What is known of the codes that come from there.
  let statuses: StatusTable
  /// The list. A refresh reads it anew; otherwise what is known already will do. If a refresh fails, the old one stays known.
  let list: nonisolated(nonsending) @Sendable (_ isRefresh: Bool) async throws -> SystemList
  /// One system with what its links lead to. A refresh reads the list anew too.
  let detail:
    nonisolated(nonsending) @Sendable (_ id: ResourceID, _ isRefresh: Bool) async throws ->
      SystemDetail
}

extension VirtualSystemSource {
  /// Recorded answers: a file with a list, or a folder that mirrors a server; without a path the built-in fixture.
  ///
  /// Nothing is opened yet: what is wrong with the path is said by the first `list`.
  static func unplugged(path: String?) -> VirtualSystemSource {
    guard let path else { return builtIn }
    let systems = RecordedSystems { RecordedAnswers(at: path) }
    return VirtualSystemSource(
      name: path.split(separator: "/").last.map { String($0) } ?? path,
      statuses: .attested,
      list: { isRefresh in
        if !isRefresh, let known = systems.known { return known }
        return try await systems.listInBackground(isRefresh: isRefresh)
      },
      detail: { id, isRefresh in
        try await systems.detailInBackground(id, isRefresh: isRefresh)
      })
  }

  private static var builtIn: VirtualSystemSource {
    let systems = RecordedSystems { .builtIn }
    return VirtualSystemSource(
      name: "built-in", statuses: .builtInFixture,
      list: { isRefresh in try systems.list(isRefresh: isRefresh) },
      detail: { id, isRefresh in try systems.detail(id, isRefresh: isRefresh) })
  }
}
