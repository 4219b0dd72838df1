import Reprise

/// Entities in display order.
/// Elements are decoded on access: of 100,000 entities, only those on the screen are created.
struct EntityList: RandomAccessCollection, Sendable {
  private enum Storage: Sendable {
    case entities([Entity])
    case packed(PackedEntities, [UInt32])
  }

  private let storage: Storage
  /// The number of all search results if the list contains only some of them; otherwise `nil`.
  private(set) var total: Int?
  /// Whether these are matches from the offline store, shown because the server found nothing.
  private(set) var isInsteadOfServers = false
  /// For entities whose rows don't show the match: where the search found it.
  private(set) var matchLocations: [ResourceID: String] = [:]
  /// The number of entities that the server sent along because they belong to the matches.
  private(set) var related = 0
  var unreadableCount = 0

  init(_ entities: some Sequence<Entity>, firstOf total: Int? = nil, related: Int = 0) {
    self.total = total
    self.related = related
    let sorted = entities.map { (order: $0.order, $0) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
    storage = .entities(sorted.map(\.1))
  }

  init(
    _ found: some Sequence<Entity>, of search: EntitySearch, firstOf total: Int? = nil,
    related: Int = 0
  ) {
    self.init(found, firstOf: total, related: related)
    let query = search.query
    for entity in self { matchLocations[entity.id] = search.matchLocation(in: entity, query) }
  }

  init(insteadOfServers found: some Sequence<Entity>, of search: EntitySearch) {
    self.init(found, of: search)
    isInsteadOfServers = !isEmpty
  }

  mutating func noteMatchLocations(_ locations: [ResourceID: String]) {
    matchLocations.merge(locations) { known, _ in known }
  }

  init(inOrder entities: [Entity]) { storage = .entities(entities) }

  init(_ packed: PackedEntities, _ numbers: [UInt32]) { storage = .packed(packed, numbers) }

  var resultsNote: String? {
    let unread =
      unreadableCount == 0
      ? nil : "\(unreadableCount.counted(("row", "rows"))) of the answer can't be read."
    let sentences = [unread, omittedNote].compactMap(\.self)
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  var omittedNote: String? {
    if isInsteadOfServers {
      return "The server found nothing. These are cached here and match, ignoring case and accents."
    }
    if let total { return "These are \(count.grouped) of \(total.grouped) that match; type more." }
    guard related > 0 else { return nil }
    let more = related == 1 ? "1 entity that belongs" : "\(related.grouped) entities that belong"
    return "\(more) to \(count == 1 ? "it" : "them") are shown too, each below its own."
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch storage {
    case .entities(let entities): entities.count
    case .packed(_, let numbers): numbers.count
    }
  }

  subscript(place: Int) -> Entity {
    switch storage {
    case .entities(let entities): entities[place]
    case .packed(let packed, let numbers): packed.entity(Int(numbers[place])).entity
    }
  }

  /// The indices ascend; `nil` if the list isn't packed.
  var packed: (entities: PackedEntities, numbers: [UInt32])? {
    if case .packed(let entities, let numbers) = storage { (entities, numbers) } else { nil }
  }

  func id(at index: Int) -> ResourceID {
    switch storage {
    case .entities(let entities): entities[index].id
    case .packed(let packed, let numbers): packed.id(Int(numbers[index]))
    }
  }
}
