import Accounts
import Reprise

@MainActor func familyScreen(of id: ResourceID, _ viewer: Viewer) -> any Screen {
  entitySplit(
    viewer, emptyText: "There is nothing here.", named: { viewer.title(of: id) }, parent: id,
    source: { load in
      try await viewer.reader.show(load) { client in
        try await viewer.resumeSync(client, load)
        let family = try await client.family(of: id)
        viewer.note(family.parent)
        if client.policy == .cacheOnly, family.undescribed > 0 {
          // The server describes the others next; they aren't marked as new then.
          load.show(
            ListContent(family), from: viewer.reader.provenance(client.ages, isCached: true),
            moreFollows: true)
          client.ages.noteMissing()
        }
        return ListContent(family)
      }
    })
}

extension ListContent where Row == EntityRow {
  fileprivate init(_ family: EntityFamily) {
    let summary = family.children.count.counted(Self.noun) + " below"
    let undescribed =
      family.undescribed == 0
      ? nil
      : "\(family.undescribed.grouped) more \(family.undescribed == 1 ? "is" : "are") named "
        + "here, but the instance doesn't describe them."
    let notes = [family.unreadableCount.unreadableRowsText, undescribed].compactMap(\.self)
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

extension LazyRows where Row == EntityRow {
  /// The number of entities above which a list creates its rows lazily.
  private static var many: Int { 2_000 }

  init?(_ family: EntityFamily) {
    guard let (entities, numbers) = family.children.packed, numbers.count > Self.many else {
      return nil
    }
    let children = family.children
    let parent = EntityRow(family.parent, isParent: true)
    let parentID = family.parent.id.text
    let texts = [parent.summary, parent.searchText] + EntityRow.columns.map { $0.text(parent) }
    let parentFingerprint = texts.hashValue
    self.init(
      count: numbers.count + 1,
      row: { $0 == 0 ? parent : EntityRow(children[$0 - 1]) },
      id: { $0 == 0 ? parentID : children.id(at: $0 - 1).text },
      index: { id in
        if id == parentID { return 0 }
        return entities.number(of: ResourceID(id)).flatMap {
          numbers.sortedIndex(of: UInt32($0))
        }
        .map { $0 + 1 }
      },
      matchingIndices: { query in
        let found = numbers.indices.filter { number in
          query.includes { entities.contains($0, Int(numbers[number])) }
        }
        let isParentFound = query.includes { part in texts.contains { part.matches($0) } }
        return (isParentFound ? [0] : []) + found.map { $0 + 1 }
      },
      fingerprint: { $0 == 0 ? parentFingerprint : entities.fingerprint(Int(numbers[$0 - 1])) })
  }
}
