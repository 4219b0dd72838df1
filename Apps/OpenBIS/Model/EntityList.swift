import Reprise

/// Entities in the order in which a list shows them.
///
/// An element is made when it is asked for; of 100,000 entities only those on the screen ever are.
struct EntityList: RandomAccessCollection, Sendable {
  private enum Storage: Sendable {
    case entities([Entity])
    case packed(PackedEntities, [UInt32])
  }

  private let storage: Storage
  /// The number of all that a search found, of which these are some; nil if these are all.
  private(set) var total: Int?
  /// True if the server found nothing, and these match among what is kept.
  private(set) var isInsteadOfServers = false
  /// The places at which a search found the entities whose rows don't show it.
  private(set) var places: [ResourceID: String] = [:]
  /// The number of entities that a search brought along with these because they belong to them.
  private(set) var related = 0
  /// The number of rows of the answer that couldn't be read.
  var unreadableCount = 0

  /// Creates a list of entities, which are put in order.
  init(_ entities: some Sequence<Entity>, firstOf total: Int? = nil, related: Int = 0) {
    self.total = total
    self.related = related
    let sorted = entities.map { (order: $0.order, $0) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
    storage = .entities(sorted.map(\.1))
  }

  /// Creates the list of what a search found.
  init(
    _ found: some Sequence<Entity>, of search: EntitySearch, firstOf total: Int? = nil,
    related: Int = 0
  ) {
    self.init(found, firstOf: total, related: related)
    let query = search.query
    for entity in self { places[entity.id] = search.place(in: entity, query) }
  }

  /// Creates the list of what a search found among what is kept, because the server found nothing.
  init(insteadOfServers found: some Sequence<Entity>, of search: EntitySearch) {
    self.init(found, of: search)
    isInsteadOfServers = !isEmpty
  }

  /// Notes places that the server's answer told.
  mutating func notePlaces(_ told: [ResourceID: String]) {
    places.merge(told) { known, _ in known }
  }

  /// Creates a list of entities that are in order.
  init(inOrder entities: [Entity]) { storage = .entities(entities) }

  /// Creates a list of packed entities, by their numbers in order.
  init(_ packed: PackedEntities, _ numbers: [UInt32]) { storage = .packed(packed, numbers) }

  /// Sentences about what the list leaves out of a search's answer; nil if it leaves out nothing.
  var cutWords: String? {
    let unread =
      unreadableCount == 0
      ? nil : "\(unreadableCount.counted(("row", "rows"))) of the answer can't be read."
    let words = [unread, leftOutWords].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// A sentence about what the list leaves out of what can be read; nil if it leaves out nothing.
  var leftOutWords: String? {
    if isInsteadOfServers {
      return "The server found nothing. These are stored here, and match but for case and accents."
    }
    if let total { return "These are \(count.grouped) of \(total.grouped) that match; type more." }
    guard related > 0 else { return nil }
    let more = related == 1 ? "1 entity that belongs" : "\(related.grouped) entities that belong"
    return "\(more) to \(count == 1 ? "it" : "them") came along; each stands below its own."
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

  /// The packed entities, and the numbers of those in this list, ascending; nil for entities that are all made already.
  var packed: (entities: PackedEntities, numbers: [UInt32])? {
    if case .packed(let entities, let numbers) = storage { (entities, numbers) } else { nil }
  }

  /// Returns the id at a place.
  func id(at place: Int) -> ResourceID {
    switch storage {
    case .entities(let entities): entities[place].id
    case .packed(let packed, let numbers): packed.id(Int(numbers[place]))
    }
  }
}
