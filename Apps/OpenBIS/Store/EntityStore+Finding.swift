import Reprise
import Synchronization

extension EntityStore {
  /// The maximum number of results.
  private static let mostFound = 1_000

  /// Returns the entities that match a filter, without those that were deleted or are missing.
  func entities(_ query: FilterQuery) -> [Entity] {
    state.withLock { state in
      let categories = read(&state)?.categories.map(\.entity.id) ?? []
      let sets = categories.compactMap { set(of: $0, &state) } + [met(&state)].compactMap(\.self)
      var found: [Entity] = []
      var seen: Set<ResourceID> = []
      for set in sets {
        for number in 0..<set.count where query.includes({ set.contains($0, number) }) {
          let id = set.id(number)
          guard seen.insert(id).inserted, let known = entity(id, &state)?.entity,
            !known.isDeleted, !known.isMissing
          else { continue }
          found.append(known)
          if found.count == Self.mostFound { return found }
        }
      }
      return found
    }
  }

  /// Returns the id of the stored entity with this id, permId or identifier.
  func id(named name: String) -> ResourceID? {
    let ids = [ResourceID(name)] + V3Kind.allCases.map { $0.id(name) }
    if let id = ids.first(where: { entity($0) != nil || detail(of: $0) != nil }) { return id }
    guard name.contains("/") else { return nil }
    return entities(FilterQuery("\"\(name)\"")).first { $0.isNamed(name) }?.id
  }
}
