import Reprise

/// An instance with the service `ipad-read-service-v1`, which decides what is shown.
///
/// Each call costs the server a tenth of a second and more, so there are few, and never one for each row.
struct ServiceServer: EntityServer {
  /// The session.
  let session: OpenBISSession
  /// The service.
  let service: AggregationService

  let mode = BrowsingMode.service

  nonisolated(nonsending) func preferences() async throws -> ClientPreferences {
    try await call(.object([key("CLIENT_PREFS")])) { body in
      var preferences = ClientPreferences()
      _ = try TableRows(body).forEach { row in
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
    // A service of the first weeks may have the older name; all others answer it with nothing.
    return navigation.entities.isEmpty ? try await rows(.object([key("CATEGORIES")])) : navigation
  }

  nonisolated(nonsending) func members(
    of category: Entity, since: Int, progress: @escaping @Sendable (HTTPProgress) -> Void,
    into builder: PackedEntities.Builder
  ) async throws -> PackedEntities.Builder? {
    let parameters = JSON.object([
      key("ROOT"), entities(category.id.text.isEmpty ? [] : [category]),
      // A text: a number makes the plugin fail.
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

  /// A plugin may have no more to say of what is there.
  func asks(for entity: Entity) -> Bool { false }

  nonisolated(nonsending) func find(_ name: String) async throws -> [Entity] {
    try await rows(
      .object([key("SEARCH"), JSON.Member("searchtext", .string(name))])
    ).entities
  }

  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int
  ) async throws -> SearchResult {
    // A service's answer comes in one piece.
    guard start == 0 else { return SearchResult(hits: []) }
    // A domain that doesn't know wildcards, such as barcodes, finds what equals the bare text
    // alone.
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
    if let address = service.store { return [address] }
    return try await session.dataStores()
  }

  // MARK: Calls

  private func key(_ name: String) -> JSON.Member { JSON.Member("requestKey", .string(name)) }

  /// The entities as the service wants them: the object of each as it came, not as a text.
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
        }, progress: progress, read: read)
    }
    do {
      return try await once()
    } catch let problem as OpenBISError where problem.isOfStoreSession {
      return try await once()
    }
  }
}

extension SearchDomain {
  /// Reads a domain; nil without a key.
  init?(_ json: JSON) {
    guard let key = json.text("key") else { return nil }
    self.init(key: key, label: json.text("label") ?? key)
  }

  /// The domain as a request names it.
  var json: JSON {
    .object([JSON.Member("key", .string(key)), JSON.Member("label", .string(label))])
  }
}
