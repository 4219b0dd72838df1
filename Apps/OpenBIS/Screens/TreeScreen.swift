import Accounts
import Reprise

@MainActor func treeScreen(_ viewer: Viewer) -> any Screen {
  TreeController(
    title: "Tree", columns: EntityRow.columns, id: \.id,
    isExpandable: { $0.entity.hasChildren }, noun: ListContent<EntityRow>.noun,
    options: {
      $0.provenance = viewer.reader.origin
      $0.emptyText = "Nothing here is visible to this user."
      $0.refreshInterval = { viewer.listInterval }
      $0.bindings = [.search]
      $0.actions = [
        RowAction("d", label: "details", help: "Go to the selected entity's details") {
          branch, navigator in
          viewer.note(branch.row.entity)
          navigator.push(Route.entity(id: branch.row.entity.id))
        }
      ]
      $0.exports = viewer.exports(\.row)
    },
    source: { load, branches in
      try await viewer.reader.show(load) { client in
        try await viewer.resumeSync(client, load)
        return try await branches.rows { row in
          guard let row else { return try await client.root().entities.map { EntityRow($0) } }
          let family = try await client.branch(of: row.entity.id, load.loadReason)
          return family.children.map { EntityRow($0) }
        }
      }
    },
    open: { row, navigator in
      viewer.note(row.entity)
      navigator.push(Route.entity(id: row.entity.id))
    })
}

extension EntityClient {
  /// A tree may have many expanded branches, so only those that aren't stored are requested.
  fileprivate nonisolated(nonsending) func branch(
    of id: ResourceID, _ loadReason: LoadReason
  ) async throws -> EntityFamily {
    guard loadReason != .userRefresh, let cachedClient = cacheOnly() else {
      return try await family(of: id)
    }
    do {
      return try await cachedClient.family(of: id)
    } catch EntitySourceError.notStored {
      return try await family(of: id)
    }
  }
}
