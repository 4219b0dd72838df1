import Reprise

/// The first screen: the entities of the first level, category by category, each under its heading.
@MainActor func navigationScreen(_ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, emptyText: "The instance shows nothing to this user.",
    groupedBy: "category", named: { viewer.modeWords }, bindings: viewer.syncBindings
  ) { load in
    try await viewer.reader.show(load) { client in
      // While a sync goes on it asks for the categories itself.
      let isAsked = viewer.syncing.isUnderWay && load.loadReason != .userRefresh
      let kept = isAsked ? try await client.keptRoot() : nil
      let root = if let kept { kept } else { try await client.root() }
      if client.asking == .server { viewer.syncIfDue(root, load) }
      let notes = [root.note, root.unreadableCount.unreadableRowsWords].compactMap(\.self)
      var content = ListContent(
        rows: root.entities.map { EntityRow($0) }, noun: ListContent<EntityRow>.noun,
        note: notes.isEmpty ? nil : notes.joined(separator: " "))
      content.unreadableCount = root.unreadableCount
      return content
    }
  }
}

extension Viewer {
  /// The words for an instance without a service of its own, which is browsed as the V3 API has it; nil for all others.
  fileprivate var modeWords: String? {
    reader.client.source.mode == .general ? "Spaces (V3, no service)" : nil
  }

  /// The keys for syncing, and for leaving. The demo data never change, and nobody is logged in.
  fileprivate var syncBindings: [KeyBinding] {
    guard reader.asksServer else { return [] }
    let sync = KeyBinding("R", help: "Sync all entities, not only what has changed") { navigator in
      self.syncing.wantsEverything = true
      navigator.refresh()
    }
    guard server != nil else { return [sync] }
    return [sync, KeyBinding("o", help: "Log out") { $0.push(Route.logOut) }]
  }
}
