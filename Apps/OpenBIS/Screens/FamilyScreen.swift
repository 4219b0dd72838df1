import Reprise

/// An entity, followed by the entities below it.
@MainActor func familyScreen(of id: ResourceID, _ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, emptyText: "There is nothing here.", named: { viewer.title(of: id) }, parent: id,
    source: { load in
      try await viewer.reader.show(load) { client in
        try await viewer.goOnSyncing(client, load)
        let family = try await client.family(of: id)
        viewer.note(family.parent)
        if client.asking == .kept, family.undescribed > 0 {
          // The server describes the others next; they aren't marked as new then.
          load.show(
            ListContent(family), from: viewer.reader.provenance(client.ages, isKept: true),
            moreFollows: true)
          client.ages.noteMissing()
        }
        return ListContent(family)
      }
    })
}

extension ListContent where Row == EntityRow {
  /// Creates the list of a family, headed by its parent.
  fileprivate init(_ family: EntityFamily) {
    let summary = family.children.count.counted(Self.noun) + " below"
    let undescribed =
      family.undescribed == 0
      ? nil
      : "\(family.undescribed.grouped) more \(family.undescribed == 1 ? "is" : "are") named "
        + "here, but the instance doesn't describe them."
    let notes = [family.unreadableCount.unreadableRowsWords, undescribed].compactMap(\.self)
    let note = notes.isEmpty ? nil : notes.joined(separator: " ")
    if let rows = LazyRows(family) {
      self.init(lazily: rows, noun: Self.noun, summary: summary, note: note)
    } else {
      self.init(
        rows: [EntityRow(family.parent, isParent: true)] + family.children.map { EntityRow($0) },
        summary: summary, note: note)
    }
    unreadableCount = family.unreadableCount
  }
}
