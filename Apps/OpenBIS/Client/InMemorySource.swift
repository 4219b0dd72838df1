import Accounts
import FoundationEssentials
import Reprise
import Synchronization

/// An instance in memory: a source without a server, for the demo and for tests.
/// All of its data counts as stored, so both cases of `FetchPolicy` give the same result.
/// `fail(with:)` simulates a failing server.
final class InMemorySource: EntitySource {
  private struct State {
    var entities: [ResourceID: Entity]
    var failure: (any Error)?
    var requests: [String] = []
  }

  private let state: Mutex<State>
  private let preferences: ClientPreferences
  private let images: [String: ImageFile]
  private let timestamp: Int

  /// `timestamp` is the time of every response, in seconds since 1970.
  init(
    _ entities: [Entity], preferences: ClientPreferences = ClientPreferences(),
    images: [String: ImageFile] = [:], timestamp: Int = 0
  ) {
    state = Mutex(
      State(entities: Dictionary(entities.map { ($0.id, $0) }) { $0.updated(with: $1) }))
    self.preferences = preferences
    self.images = images
    self.timestamp = timestamp
  }

  let mode = BrowsingMode.service

  var refreshInterval: Int { preferences.refreshInterval }

  func fail(with error: (any Error)?) { state.withLock { $0.failure = error } }

  func set(_ entity: Entity) {
    state.withLock { $0.entities[entity.id] = entity }
  }

  /// For example "family PROBES".
  var requests: [String] { state.withLock(\.requests) }

  nonisolated(nonsending) func root(_ policy: FetchPolicy) async throws -> TimestampedResponse<
    InstanceRoot
  > {
    try respond(policy, "root") { entities in
      InstanceRoot(
        entities: EntityList(
          entities.values.filter { $0.isRootLevel == true && !$0.isDeleted }),
        preferences: preferences, syncedAt: timestamp, isDue: false)
    }
  }

  func title(of id: ResourceID) -> String? { state.withLock { $0.entities[id]?.title } }

  nonisolated(nonsending) func family(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityFamily> {
    try respond(policy, "family \(id)") { entities in
      guard let parent = entities[id] else { throw EntitySourceError.noEntity(id) }
      let others = (parent.children ?? []).filter { $0 != id }
      let known = others.compactMap { entities[$0] }
      return EntityFamily(
        parent: parent, children: EntityList(known.filter { !$0.isDeleted }),
        undescribed: others.count - known.count)
    }
  }

  nonisolated(nonsending) func detail(
    of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<Entity> {
    try respond(policy, "detail \(id)") { entities in
      guard let entity = entities[id] else { throw EntitySourceError.noEntity(id) }
      return entity
    }
  }

  nonisolated(nonsending) func find(
    _ name: String, _ policy: FetchPolicy
  ) async throws -> ResourceID? {
    try respond(policy, "find \(name)") { entities in
      entities[ResourceID(name)]?.id ?? entities.values.first { $0.isNamed(name) }?.id
    }.content
  }

  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<EntityList> {
    let pattern = SearchPattern(search.sent)
    return try respond(policy, "search \(search.sent)") { entities in
      let all = start > 0 ? [] : entities.values.filter { !$0.isDeleted }
      let exact = all.filter { pattern.matches($0) }
      guard exact.isEmpty else { return EntityList(exact, of: search) }
      let query = search.query
      return EntityList(
        insteadOfServers: all.filter { entity in
          let texts = entity.searchedTexts
          return query.includes { part in texts.contains { part.matches($0) } }
        }, of: search)
    }
  }

  nonisolated(nonsending) func image(
    _ image: EntityImage, of id: ResourceID, _ policy: FetchPolicy
  ) async throws -> TimestampedResponse<ImageFile> {
    try respond(policy, "image \(id)") { _ in
      switch image {
      case .address(let address):
        guard let file = images[address] else { throw EntitySourceError.notStored }
        return file
      case .content(let bytes, let format):
        return ImageFile(bytes: bytes, format: format, of: id)
      }
    }
  }

  nonisolated(nonsending) func file(
    _ id: ResourceID, progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> ImageFile {
    try respond(.server, "file \(id)") { entities in
      guard let file = entities[id].flatMap({ DataSetFile($0) }) else {
        throw EntitySourceError.noEntity(id)
      }
      guard let contents = images[file.address] else {
        throw OpenBISError.noFile("“\(file.address)”")
      }
      return contents
    }.content
  }

  nonisolated(nonsending) func sync(
    _ scope: SyncScope, onEvent: @escaping @Sendable (SyncEvent) -> Void
  ) async throws -> SyncReport {
    try respond(.server, "sync") { entities in
      let categories = EntityList(entities.values.filter { $0.isRootLevel == true })
      for (index, category) in categories.enumerated() {
        onEvent(
          .requesting(
            SyncProgress(
              done: index, total: categories.count, title: category.title, received: 0,
              expected: nil)))
      }
      return SyncReport(failures: [], count: entities.count)
    }.content
  }

  func noteRefresh() {}

  nonisolated(nonsending) func logOut() async throws {}

  private func respond<Content>(
    _ policy: FetchPolicy, _ request: String, _ content: ([ResourceID: Entity]) throws -> Content
  ) throws -> TimestampedResponse<Content> {
    let entities = try state.withLock { state in
      if policy == .server {
        state.requests.append(request)
        if let failure = state.failure { throw failure }
      }
      return state.entities
    }
    return TimestampedResponse(try content(entities), at: timestamp)
  }
}
