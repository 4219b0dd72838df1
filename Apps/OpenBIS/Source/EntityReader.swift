import Reprise

/// The data of the screens: an instance's entities with their age, and what is kept until there are any.
///
/// ```swift
/// source: { load in
///   try await reader.show(load) { client in
///     ListContent(rows: try await client.family(of: id).children.map { EntityRow($0) }, …)
///   }
/// }
/// ```
typealias EntityReader = DataReader<EntityClient>

/// A client of an entity source for one load: it asks the server, or for what is kept, and notes the ages of the answers.
struct EntityClient: DatedClient {
  /// The source.
  let source: any EntitySource
  /// The one who is asked.
  private(set) var asking = Asking.server
  private(set) var ages = ResponseAges()

  /// Creates a client that asks a source's server.
  init(_ source: any EntitySource) { self.source = source }

  func forOneLoad(_ loadReason: LoadReason) -> EntityClient {
    if loadReason == .userRefresh { source.noteRefresh() }
    var client = self
    client.ages = ResponseAges()
    return client
  }

  func cacheOnly() -> EntityClient? {
    var client = self
    client.asking = .kept
    client.ages = ResponseAges()
    return client
  }

  /// Returns the entities of the first level, and the instance's preferences.
  nonisolated(nonsending) func root() async throws -> InstanceRoot {
    noted(try await source.root(asking))
  }

  /// Returns the entities of the first level without asking anybody; nil if nothing is kept.
  nonisolated(nonsending) func keptRoot() async throws -> InstanceRoot? {
    do {
      return noted(try await source.root(.kept))
    } catch SourceLack.notKept {
      return nil
    }
  }

  /// Returns an entity and the entities below it.
  nonisolated(nonsending) func family(of id: ResourceID) async throws -> EntityFamily {
    let family = noted(try await source.family(of: id, asking))
    noteIfGone(family.parent)
    return family
  }

  /// Returns an entity with its identifier, images and properties.
  nonisolated(nonsending) func detail(of id: ResourceID) async throws -> Entity {
    let entity = noted(try await source.detail(of: id, asking))
    noteIfGone(entity)
    return entity
  }

  /// Returns the id of the entity that a user names; nil if there is none.
  nonisolated(nonsending) func find(_ name: String) async throws -> ResourceID? {
    try await source.find(name, asking)
  }

  /// Searches on the server, or offline among the stored entities.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int = 0
  ) async throws -> EntityList {
    noted(try await source.search(search, from: start, asking))
  }

  /// Returns an image of an entity.
  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID
  ) async throws -> ImageFile {
    noted(try await source.image(image, of: id, asking))
  }

  /// Notes that the server no longer has the entity, so that it isn't shown as LIVE.
  private func noteIfGone(_ entity: Entity) {
    if entity.isDeleted || entity.isMissing { ages.noteFailure(SourceLack.gone) }
  }

  private func noted<Content>(_ answer: Dated<Content>) -> Content {
    ages.note(answer.timestamp)
    if let failure = answer.failure { ages.noteFailure(failure) }
    return answer.content
  }
}
