import Reprise

/// An entity, and below it the entities that belong to it.
@MainActor func familyScreen(of id: ResourceID, _ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, title: id.text, emptyText: "There is nothing here.", named: { viewer.title(of: id) }
  ) { load in
    try await viewer.reader.show(load) { client in
      try await viewer.goOnSyncing(client, load)
      let family = try await client.family(of: id)
      viewer.note(family.parent)
      let count = family.children.count
      return ListContent(
        rows: [EntityRow(family.parent, isParent: true)] + family.children.map { EntityRow($0) },
        summary: count.counted(ListContent<EntityRow>.noun) + " below",
        note: family.undescribed == 0
          ? nil
          : "\(family.undescribed.grouped) more \(family.undescribed == 1 ? "is" : "are") named "
            + "here, but the instance doesn't describe them.")
    }
  }
}
