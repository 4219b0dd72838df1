import Accounts
import Reprise

/// The built-in demo data: serotonin receptors, compounds, probes and laboratory protocols, in the
/// form in which the offline store has entities. `lz4 -dc Demo/demo.lz4` shows them.
/// Targets, compounds and two probes are those of the openBIS iPad app's public demo, with data
/// from UniProt and ChEMBL. The rest is invented.
struct DemoInstance {
  let entities: [Entity]

  /// In seconds since 1970: the data never change.
  static let timestamp = 1_379_578_500

  init() throws {
    let all = try JSON(PackageResources.demo_lz4.unpackedLZ4).array ?? []
    entities = all.compactMap { Entity(stored: $0) }
  }

  /// Everything is in a store in memory, so the client never asks the server.
  func client() throws -> EntityClient {
    let now: @Sendable () -> Int = { Self.timestamp }
    let store = EntityStore(.inMemory(), now: now)
    let categories = EntityRows(entities: entities.filter { $0.isRootLevel == true })
    try store.change { instance in
      instance.browse(in: .service)
      instance.preferences = ClientPreferences(
        refreshInterval: 1800, searchDomains: [SearchDomain(key: "GLOBAL", label: "Search")])
      instance.setCategories(categories, at: Self.timestamp)
    }
    try store.saveOnDemand(entities, at: Self.timestamp)
    let connection = Connection(
      to: .recorded, over: ReplayTransport(.builtIn { [:] }), now: now)
    let source = ServerSource(OpenBISSession(connection), store) { _, _ in connection }
    return EntityClient(source, policy: .cacheOnly) { [entities] in Self.found($0, in: entities) }
  }

  /// As a server does; ignoring case and accents only if nothing else is found.
  private static func found(_ search: EntitySearch, in entities: [Entity]) -> EntityList {
    let pattern = SearchPattern(search.sent)
    let exact = entities.filter { pattern.matches($0) }
    guard exact.isEmpty else { return EntityList(exact, of: search) }
    let query = search.query
    return EntityList(
      insteadOfServers: entities.filter { entity in
        let texts = entity.searchedTexts
        return query.includes { part in texts.contains { part.matches($0) } }
      }, of: search)
  }
}
