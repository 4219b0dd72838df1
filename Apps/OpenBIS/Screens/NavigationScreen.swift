import Reprise

/// The first screen: the entities of the first level, category by category.
///
/// Here what is kept of the root entities is brought up to date: when the instance wants it, when the person refreshes, and all of it
/// with R. Whoever goes on browsing meanwhile doesn't disturb that.
@MainActor func navigationScreen(_ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, title: "", emptyText: "The instance shows nothing to this user.", named: { nil }
  ) { load in
    try await viewer.reader.show(load) { client in
      let root = try await client.root()
      viewer.searchDomains = root.preferences.searchDomains
      return ListContent(
        rows: root.entities.map { EntityRow($0) }, noun: ListContent<EntityRow>.noun)
    }
  }
}
