import Accounts
import Reprise

/// An instance with the service `ipad-read-service-v1`, which determines the entities to show. Each
/// call takes the server at least a tenth of a second, so rows are never requested one by one.
struct IPadServiceServer: EntityServer {
  let session: OpenBISSession
  let service: AggregationService

  let mode = BrowsingMode.service

  nonisolated(nonsending) func preferences() async throws -> ClientPreferences {
    try await call(.object([key("CLIENT_PREFS")])) { body in
      var preferences = ClientPreferences()
      _ = try TableRows(body).forEachRow { row in
        let value = row["VALUE"] ?? ""
        switch row["KEY"] {
        case "ROOT_SET_REFRESH_INTERVAL":
          if let seconds = Int(value) ?? Double(value).flatMap({ Int(exactly: $0.rounded()) }),
            seconds > 0
          {
            preferences.refreshInterval = seconds
          }
        case "SEARCH_DOMAINS":
          let list = (try? JSON(Array(value.utf8)))?.array ?? []
          preferences.searchDomains = list.compactMap { SearchDomain($0) }
        default: break
        }
      }
      return preferences
    }
  }

  nonisolated(nonsending) func navigation() async throws -> EntityRows {
    let navigation = try await rows(.object([key("NAVIGATION")]))
    // Early services use the older name; all others respond to it with no rows.
    return navigation.entities.isEmpty ? try await rows(.object([key("CATEGORIES")])) : navigation
  }

  nonisolated(nonsending) func members(
    of category: Entity, since: Int, progress: @escaping @Sendable (HTTPProgress) -> Void,
    into builder: PackedEntities.Builder
  ) async throws -> PackedEntities.Builder? {
    let parameters = JSON.object([
      key("ROOT"), entities(category.id.text.isEmpty ? [] : [category]),
      // Must be a string: a number makes the plugin fail.
      JSON.Member("lastupdate", .string("\(max(0, since)).000000")),
    ])
    let timestamp = session.connection.timestamp
    return try await call(parameters, progress: progress) { body in
      var builder = builder
      builder.isComplete = since <= 0
      builder.unreadableCount = try TableRows(body).forEachEntity { builder.add($0, at: timestamp) }
      return builder
    }
  }

  nonisolated(nonsending) func drill(_ entity: Entity) async throws -> EntityRows {
    try await rows(.object([key("DRILL"), entities([entity])]))
  }

  nonisolated(nonsending) func detail(_ entity: Entity) async throws -> EntityRows {
    try await rows(.object([key("DETAIL"), entities([entity])]))
  }

  /// A plugin may have no further details on an entity that exists.
  func absenceMeansRemoval(of entity: Entity) -> Bool { false }

  nonisolated(nonsending) func find(_ name: String) async throws -> [Entity] {
    try await rows(
      .object([key("SEARCH"), JSON.Member("searchtext", .string(name))])
    ).entities
  }

  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int
  ) async throws -> SearchResult {
    // A service sends all results at once.
    guard start == 0 else { return SearchResult(hits: []) }
    // A domain without wildcards, such as barcodes, finds only values that equal the text itself.
    for text in search.sent == search.bare ? [search.sent] : [search.sent, search.bare] {
      var parameters = JSON.object([key("SEARCH"), JSON.Member("searchtext", .string(text))])
      parameters["searchdomain"] = search.domain?.json
      let rows = try await rows(parameters)
      var result = SearchResult(rows: rows.entities, of: search)
      result.unreadableCount = rows.unreadableCount
      if !result.hits.isEmpty { return result }
    }
    return SearchResult(hits: [])
  }

  nonisolated(nonsending) func dataStores() async throws -> [ServerAddress] {
    guard let named = service.store else { return try await session.dataStores() }
    do {
      return [named] + (try await session.dataStores())
    } catch OpenBISError.unknownMethod, OpenBISError.noServer {
      // A server older than V3 has only this one.
      return [named]
    }
  }

  // MARK: Calls

  private func key(_ name: String) -> JSON.Member { JSON.Member("requestKey", .string(name)) }

  /// The service expects each REFCON as an object, not as a string.
  private func entities(_ entities: [Entity]) -> JSON.Member {
    JSON.Member(
      "entities",
      .array(
        entities.map {
          .object([
            JSON.Member("PERM_ID", .string($0.id.text)),
            JSON.Member("REFCON", $0.refcon ?? .object([])),
          ])
        }))
  }

  private nonisolated(nonsending) func rows(_ parameters: JSON) async throws -> EntityRows {
    try await call(parameters) { body in
      var rows = EntityRows(entities: [])
      rows.unreadableCount = try TableRows(body).forEachEntity { rows.entities.append($0) }
      return rows
    }
  }

  private nonisolated(nonsending) func call<Response: Sendable>(
    _ parameters: JSON, progress: (@Sendable (HTTPProgress) -> Void)? = nil,
    read: @Sendable ([UInt8]) throws -> Response
  ) async throws -> Response {
    let service = service
    func once() async throws -> Response {
      try await session.call(
        { token in
          token.isPersonal
            ? service.execution(parameters, token) : service.report(parameters, token)
        }, progress: progress,
        read: { body in
          do {
            return try read(body)
          } catch let malformed as JSON.Malformed {
            throw OpenBISError.unexpected(
              "JSON that can't be read (\(malformed.reason))", expected: "an answer")
          }
        })
    }
    do {
      return try await once()
    } catch let problem as OpenBISError where problem.isOfStoreSession {
      return try await once()
    }
  }
}

extension SearchDomain {
  init?(_ json: JSON) {
    guard let key = json.text("key") else { return nil }
    self.init(key: key, label: json.text("label") ?? key)
  }

  var json: JSON {
    .object([JSON.Member("key", .string(key)), JSON.Member("label", .string(label))])
  }
}

struct AggregationService: Hashable, Sendable {
  let storeCode: String
  let key: String
  let store: ServerAddress?

  static let reading = "ipad-read-service-v1"

  func report(_ parameters: JSON, _ token: Secret) -> RemoteCall {
    RemoteCall(
      .query, "createReportFromAggregationService", .secret(token), .json(.string(storeCode)),
      .json(.string(key)), .json(parameters))
  }

  /// V3 accepts personal access tokens.
  func execution(_ parameters: JSON, _ token: Secret) -> RemoteCall {
    let service = V3.object(
      "as.dto.service.id.DssServicePermId",
      [
        "permId": .string(key),
        "dataStoreId": V3.object(
          "as.dto.datastore.id.DataStorePermId", ["permId": .string(storeCode)]),
      ])
    let options = V3.object(
      "as.dto.service.execute.AggregationServiceExecutionOptions", ["parameters": parameters])
    return RemoteCall(
      .application, "executeAggregationService", .secret(token), .json(service), .json(options))
  }
}

extension OpenBISSession {
  /// If several data stores have one, uses the first by code: servers list them in no fixed order.
  nonisolated(nonsending) func readingService() async throws -> AggregationService? {
    let services = try await call(
      { token in
        token.isPersonal
          ? RemoteCall(
            .application, "searchAggregationServices", .secret(token),
            .json(V3.object("as.dto.service.search.AggregationServiceSearchCriteria")),
            .json(V3.object("as.dto.service.fetchoptions.AggregationServiceFetchOptions")))
          : RemoteCall(.query, "listAggregationServices", .secret(token))
      },
      read: { body in
        let result = try OpenBISSession.result(body)
        // Any other response doesn't mean that there are no services.
        guard let list = result.array ?? result["objects"]?.array else {
          throw OpenBISError.unexpected(result.kind, expected: "a list of services")
        }
        return list.compactMap { AggregationService($0) }
      })
    return services.filter { $0.key == AggregationService.reading }
      .min { $0.storeCode < $1.storeCode }
  }

  nonisolated(nonsending) func dataStores() async throws -> [ServerAddress] {
    let result = try await result { token in
      RemoteCall(
        .application, "searchDataStores", .secret(token),
        .json(V3.object("as.dto.datastore.search.DataStoreSearchCriteria")),
        .json(V3.object("as.dto.datastore.fetchoptions.DataStoreFetchOptions")))
    }
    return V3Objects(result).list.compactMap { store in
      store["downloadUrl"]?.string.flatMap { ServerAddress($0, allowsHTTP: true) }
    }
  }
}

extension AggregationService {
  /// Reads an entry of query v1 or V3.
  init?(_ json: JSON) {
    if let key = json["serviceKey"]?.string, let store = json["dataStoreCode"]?.string {
      let address = json["dataStoreBaseUrl"]?.string
      self.init(
        storeCode: store, key: key,
        store: address.flatMap { ServerAddress($0, allowsHTTP: true) })
    } else if let key = json["permId"]?["permId"]?.string,
      let store = json["permId"]?["dataStoreId"]?["permId"]?.string
    {
      self.init(storeCode: store, key: key, store: nil)
    } else {
      return nil
    }
  }
}
