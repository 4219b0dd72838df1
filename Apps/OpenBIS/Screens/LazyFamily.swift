import Reprise

extension LazyRows where Row == EntityRow {
  /// The number of entities above which a list creates its rows lazily.
  private static var many: Int { 2_000 }

  /// Creates the rows of a large packed family, headed by its parent; returns `nil` for any other.
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
      place: { id in
        if id == parentID { return 0 }
        return entities.number(of: ResourceID(id)).flatMap {
          numbers.ascendingPlace(of: UInt32($0))
        }
        .map { $0 + 1 }
      },
      places: { query in
        let found = numbers.indices.filter { number in
          query.includes { entities.contains($0, Int(numbers[number])) }
        }
        let isParentFound = query.includes { part in texts.contains { part.matches($0) } }
        return (isParentFound ? [0] : []) + found.map { $0 + 1 }
      },
      fingerprint: { $0 == 0 ? parentFingerprint : entities.fingerprint(Int(numbers[$0 - 1])) })
  }
}
