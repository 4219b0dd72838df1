import Accounts
import Reprise

typealias EntityReader = DataReader<EntityClient>

struct EntityClient: DatedClient {
  let source: ServerSource
  private(set) var policy: FetchPolicy
  private(set) var ages = ResponseAges()
  /// Searches the demo data; `nil` for a server.
  private let searchDemo: (@Sendable (EntitySearch) -> EntityList)?

  init(
    _ source: ServerSource, policy: FetchPolicy = .server,
    searchDemo: (@Sendable (EntitySearch) -> EntityList)? = nil
  ) {
    self.source = source
    self.policy = policy
    self.searchDemo = searchDemo
  }

  func forOneLoad(_ loadReason: LoadReason) -> EntityClient {
    if loadReason == .userRefresh { source.noteRefresh() }
    var client = self
    client.ages = ResponseAges()
    return client
  }

  func cacheOnly() -> EntityClient? {
    var client = forOneLoad(.appear)
    client.policy = .cacheOnly
    return client
  }

  nonisolated(nonsending) func root() async throws -> InstanceRoot {
    noted(try await source.root(policy))
  }

  /// Sends no request; `nil` if no root entities are stored.
  nonisolated(nonsending) func storedRoot() async throws -> InstanceRoot? {
    do {
      return noted(try await source.root(.cacheOnly))
    } catch EntitySourceError.notStored {
      return nil
    }
  }

  nonisolated(nonsending) func family(of id: ResourceID) async throws -> EntityFamily {
    let family = noted(try await source.family(of: id, policy))
    noteIfGone(family.parent)
    return family
  }

  nonisolated(nonsending) func detail(of id: ResourceID) async throws -> Entity {
    let entity = noted(try await source.detail(of: id, policy))
    noteIfGone(entity)
    return entity
  }

  nonisolated(nonsending) func find(_ name: String) async throws -> ResourceID? {
    try await source.find(name, policy)
  }

  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int = 0
  ) async throws -> EntityList {
    if let searchDemo { return searchDemo(search) }
    return noted(try await source.search(search, from: start, policy))
  }

  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID
  ) async throws -> ImageFile {
    noted(try await source.image(image, of: id, policy))
  }

  /// The status of an entity that the server no longer has must not be LIVE.
  private func noteIfGone(_ entity: Entity) {
    if entity.isDeleted || entity.isMissing { ages.noteFailure(EntitySourceError.gone) }
  }

  private func noted<Content>(_ response: TimestampedResponse<Content>) -> Content {
    ages.note(response.timestamp)
    if let failure = response.failure { ages.noteFailure(failure) }
    return response.content
  }
}
