import Accounts
import Reprise

@MainActor func navigationScreen(_ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, emptyText: "Nothing here is visible to this user.",
    groupedBy: "category", named: { viewer.modeText }, bindings: viewer.syncBindings,
    source: { load in
      try await viewer.reader.show(load) { client in
        // A running sync requests the categories itself.
        let isRequestedBySync = viewer.syncing.isUnderWay && load.loadReason != .userRefresh
        let stored = isRequestedBySync ? try await client.storedRoot() : nil
        let root = if let stored { stored } else { try await client.root() }
        if client.policy == .server { viewer.syncIfDue(root, load) }
        let notes = [root.note, root.unreadableCount.unreadableRowsText].compactMap(\.self)
        var content = ListContent(
          rows: root.entities.map { EntityRow($0) }, noun: ListContent<EntityRow>.noun,
          note: notes.isEmpty ? nil : notes.joined(separator: " "))
        content.unreadableCount = root.unreadableCount
        return content
      }
    })
}

extension Viewer {
  fileprivate var modeText: String? {
    reader.client.source.mode == .general ? "Spaces (V3, no service)" : nil
  }

  fileprivate var syncBindings: [KeyBinding] {
    guard reader.usesServer else { return [] }
    let sync = KeyBinding("R", help: "Sync all entities, not only what has changed") { navigator in
      self.syncing.wantsEverything = true
      navigator.refresh()
    }
    guard server != nil else { return [sync] }
    return [sync, KeyBinding("o", help: "Log out") { $0.push(Route.logOut) }]
  }
}
