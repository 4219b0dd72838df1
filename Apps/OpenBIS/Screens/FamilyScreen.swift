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
    if let rows = PackedRows(family) {
      self.init(source: rows, noun: Self.noun, summary: summary, note: note)
    } else {
      self.init(
        rows: [EntityRow(family.parent, isParent: true)] + family.children.map { EntityRow($0) },
        summary: summary, note: note)
    }
    unreadableCount = family.unreadableCount
  }
}

/// The rows of a long list, created when they are drawn: the parent, then its packed children.
private struct PackedRows: RowSource {
  /// The number of entities above which a list creates its rows when they are drawn.
  private static let many = 2_000

  private let parent: EntityRow
  private let parentTexts: [String]
  private let children: EntityList
  private let entities: PackedEntities
  private let numbers: [UInt32]

  init?(_ family: EntityFamily) {
    guard let (entities, numbers) = family.children.packed, numbers.count > Self.many else {
      return nil
    }
    self.entities = entities
    self.numbers = numbers
    children = family.children
    let parent = EntityRow(family.parent, isParent: true)
    self.parent = parent
    parentTexts = [parent.summary, parent.searchText] + EntityRow.columns.map { $0.text(parent) }
  }

  var count: Int { numbers.count + 1 }

  func row(at index: Int) -> EntityRow {
    index == 0 ? parent : EntityRow(children[index - 1])
  }

  func id(at index: Int) -> String {
    index == 0 ? parent.id : children.id(at: index - 1).text
  }

  func index(of id: String) -> Int? {
    if id == parent.id { return 0 }
    return entities.number(of: ResourceID(id)).flatMap { numbers.sortedIndex(of: UInt32($0)) }
      .map { $0 + 1 }
  }

  func indices(matching query: FilterQuery) -> [Int]? {
    let found = numbers.indices.filter { index in
      query.includes { entities.contains($0, Int(numbers[index])) }
    }
    let isParentFound = query.includes { part in parentTexts.contains { part.matches($0) } }
    return (isParentFound ? [0] : []) + found.map { $0 + 1 }
  }

  func fingerprint(at index: Int) -> Int? {
    index == 0 ? parentTexts.hashValue : entities.fingerprint(Int(numbers[index - 1]))
  }
}
