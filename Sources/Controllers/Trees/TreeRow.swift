import Screens

/// A row of a tree with its position: the path from the first level, and whether its branch is
/// open.
public struct TreeRow<Row: Sendable & Equatable>: Sendable, Equatable {
  /// The application's data of the row.
  public let row: Row
  /// The ids of the rows on the path from the first level down to this row, including its own.
  public let path: [String]
  /// Whether the user can open the row as a branch, to show its children.
  public let isExpandable: Bool
  /// Whether the row's branch is open, so that its children are shown.
  public let isExpanded: Bool

  /// The number of the row's ancestors; 0 on the first level.
  public var depth: Int { path.count - 1 }

  var id: String { TreeRow.id(path) }

  static func id(_ path: [String]) -> String { path.map { "\($0.utf8.count):\($0)" }.joined() }

  var prefix: String {
    String(repeating: "  ", count: depth) + (isExpanded ? "▼ " : isExpandable ? "› " : "  ")
  }
}

/// The open branches of a tree. A tree passes them to its source, which loads the rows of these
/// branches.
@MainActor public struct TreeBranches<Row: Sendable & Equatable> {
  let expanded: Set<[String]>
  let id: @Sendable (Row) -> String
  let isExpandable: @Sendable (Row) -> Bool
  let failure = Failure()

  @MainActor final class Failure {
    fileprivate(set) var error: (any Error)?
  }

  /// The maximum number of levels; users can't recognise deeper ones.
  static var maximumDepth: Int { 24 }

  /// Loads the rows of all open branches and returns them in the order of the tree.
  ///
  /// A row among its own descendants is shown but can't be opened, so that a source can't cause an
  /// endless loop. A branch whose rows can't be loaded is shown closed, and the user gets a notice
  /// about the first such error. Rethrows errors of the first level, and errors that have a
  /// recovery screen.
  ///
  /// - Parameter children: Returns the children of a row; for `nil`, the rows of the first level.
  ///   Only called for open branches.
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
      let index = rows.count - 1
      do {
        try await add(to: &rows, below: child, own, children)
      } catch {
        // The recovery screen handles the error.
        let isHandled = error is CancellationError || error is any Recoverable || Task.isCancelled
        guard !isHandled else { throw error }
        failure.error = failure.error ?? error
        rows[index] = TreeRow(row: child, path: own, isExpandable: true, isExpanded: false)
      }
    }
  }
}
