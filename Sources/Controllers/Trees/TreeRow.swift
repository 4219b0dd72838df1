import Screens

/// A row at its place in a tree.
public struct TreeRow<Row: Sendable & Equatable>: Sendable, Equatable {
  /// The row.
  public let row: Row
  /// The ids from the first level down to this row, its own included.
  public let path: [String]
  /// True if there is a branch below the row that can be opened.
  public let isExpandable: Bool
  /// True if the branch is open.
  public let isExpanded: Bool

  /// The number of rows above this one, up to the first level.
  public var depth: Int { path.count - 1 }

  /// The path as one text, different for different paths.
  var id: String { TreeRow.id(path) }

  static func id(_ path: [String]) -> String { path.map { "\($0.utf8.count):\($0)" }.joined() }

  /// The sign of an open branch, a closed one, or none, moved to the right as the row is.
  var prefix: String {
    String(repeating: "  ", count: depth) + (isExpanded ? "▼ " : isExpandable ? "› " : "  ")
  }
}

/// The branches of a tree that are open, for the source that fetches their rows.
@MainActor public struct TreeBranches<Row: Sendable & Equatable> {
  let expanded: Set<[String]>
  let id: @Sendable (Row) -> String
  let isExpandable: @Sendable (Row) -> Bool
  let failure = Failure()

  /// The first failure of a branch when the rows were fetched last.
  @MainActor final class Failure {
    fileprivate(set) var error: (any Error)?
  }

  /// The most rows above another. Nobody sees where deeper ones stand.
  static var maximumDepth: Int { 24 }

  /// Returns the rows of all open branches, in their order.
  ///
  /// A row that stands above itself is shown there, and can't be opened again: no source can lead in circles. A branch whose rows can't be
  /// had is shown closed, and the person is told the first such error; errors of the first level are thrown, and those that a screen
  /// remedies.
  ///
  /// - Parameter children: Returns the rows below one; for nil those of the first level. Asked for open branches alone.
  public func rows(
    _ children: @MainActor (Row?) async throws -> [Row]
  ) async throws -> [TreeRow<Row>] {
    failure.error = nil
    var rows: [TreeRow<Row>] = []
    try await add(to: &rows, below: nil, [], children)
    return rows
  }

  private func add(
    to rows: inout [TreeRow<Row>], below parent: Row?, _ path: [String],
    _ children: @MainActor (Row?) async throws -> [Row]
  ) async throws {
    for child in try await children(parent) {
      let id = id(child)
      let own = path + [id]
      let isExpandable =
        isExpandable(child) && !path.contains(id) && own.count < Self.maximumDepth
      let isExpanded = isExpandable && expanded.contains(own)
      rows.append(
        TreeRow(row: child, path: own, isExpandable: isExpandable, isExpanded: isExpanded))
      guard isExpanded else { continue }
      let place = rows.count - 1
      do {
        try await add(to: &rows, below: child, own, children)
      } catch {
        // What another screen remedies is asked for there.
        let isTold = error is CancellationError || error is any Recoverable || Task.isCancelled
        guard !isTold else { throw error }
        failure.error = failure.error ?? error
        rows[place] = TreeRow(row: child, path: own, isExpandable: true, isExpanded: false)
      }
    }
  }
}
