import Reprise
import Synchronization

/// Finding entities among all that is kept.
extension EntityStore {
  /// The most entities that a search through what is kept returns.
  private static let mostFound = 1_000

  /// Returns the entities that a filter lets through, wherever they are named, without those that
  /// the server no longer has.
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

  /// Returns the id of the entity that a user names by an id, a permId or an identifier; nil if none
  /// is kept.
  func id(named name: String) -> ResourceID? {
    let ids = [ResourceID(name)] + V3Kind.allCases.map { $0.id(name) }
    if let id = ids.first(where: { entity($0) != nil || detail(of: $0) != nil }) { return id }
    guard name.contains("/") else { return nil }
    return entities(FilterQuery("\"\(name)\"")).first { $0.isNamed(name) }?.id
  }
}
