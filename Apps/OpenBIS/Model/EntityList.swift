import Reprise

/// Entities in the order in which a list shows them.
///
/// An element is made when it is asked for; of 100,000 entities only those on the screen ever are.
struct EntityList: RandomAccessCollection, Sendable {
  private let entities: [Entity]

  /// Creates a list of entities, which are put in order.
  init(_ entities: some Sequence<Entity>) {
    self.entities = entities.map { (order: $0.order, $0) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.1)
  }

  /// Creates a list of entities that are in order.
  init(inOrder entities: [Entity]) { self.entities = entities }

  var startIndex: Int { 0 }
  var endIndex: Int { entities.count }

  subscript(place: Int) -> Entity { entities[place] }

  /// Returns the id at a place.
  func id(at place: Int) -> ResourceID { entities[place].id }
}
