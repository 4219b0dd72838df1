import Accounts
import FoundationEssentials
import Glibc
import Reprise

/// An instance without a service of its own, browsed through the V3 API. Each space is a root
/// category. A sync requests the structure of spaces, but not the contents of collections, which
/// can be very large; those are requested when the user opens a collection.
struct V3Server: EntityServer {
  let session: OpenBISSession
  let connect: @Sendable (ServerAddress) async -> Connection
  var memoryBudget = MachineMemory.limit(256 << 20)

  let mode = BrowsingMode.general

  /// Each object takes about 4 KB.
  static let pageLength = 1000
  static let mostHits = 100
  /// Per request; limits memory use.
  static let mostObjects = 100_000

  nonisolated(nonsending) func preferences() async throws -> ClientPreferences {
    ClientPreferences(searchDomains: [SearchDomain(key: "ANY", label: "Any field")])
  }

  nonisolated(nonsending) func navigation() async throws -> EntityRows {
    EntityRows(
      entities: try await found(.space, [], ["projects": V3Kind.project.options([:])])
        .map(\.space))
  }

  nonisolated(nonsending) func members(
    of category: Entity, since: Int, progress: @escaping @Sendable (HTTPProgress) -> Void,
    into builder: PackedEntities.Builder
  ) async throws -> PackedEntities.Builder? {
    let rows = try await space(category, progress: progress)
    guard !rows.isEmpty else { return nil }
    var builder = builder
    let timestamp = session.connection.timestamp
    // Always complete, because modification dates don't show which entities were removed.
    builder.isComplete = true
    for row in rows { builder.add(row, at: timestamp) }
    return builder
  }

  nonisolated(nonsending) func drill(_ entity: Entity) async throws -> EntityRows {
    EntityRows(entities: try await below(entity))
  }

  private nonisolated(nonsending) func below(_ entity: Entity) async throws -> [Entity] {
    let (kind, permID) = try named(entity)
    switch kind {
    case .space: return try await space(entity) { _ in }
    case .project:
      async let own = one(.project, permID)
      let project = V3.matching(.project, permID)
      async let collections = entities(.collection, [project])
      async let objects = entities(.object, [project, V3.none(.collection)])
      guard let parent = try await own else { return [] }
      let rows = try await collections + objects
      return [parent.entity(.project).naming(rows)] + rows
    case .collection:
      async let own = one(.collection, permID)
      let collection = V3.matching(.collection, permID)
      async let objects = entities(.object, [collection])
      async let dataSets = entities(.dataSet, [collection, V3.none(.object)])
      guard let parent = try await own else { return [] }
      let rows = try await objects + dataSets
      return [parent.entity(.collection).naming(rows)] + rows
    case .object:
      let all = try await found(
        .object, [V3.permID(permID)],
        V3Kind.object.listed.merging([
          "children": V3Kind.object.options(V3Kind.object.named),
          "dataSets": V3Kind.dataSet.options(V3Kind.dataSet.named),
        ]) { $1 })
      guard let reader = all.first else { return [] }
      let rows =
        reader.objects("children").map { $0.entity(.object) }
        + reader.objects("dataSets").map { $0.entity(.dataSet) }
      return [reader.entity(.object)] + rows
    case .dataSet: return try await files(of: entity, permID)
    // Files were received with their data set.
    case .file: return []
    }
  }

  nonisolated(nonsending) func detail(_ entity: Entity) async throws -> EntityRows {
    let (kind, permID) = try named(entity)
    guard kind != .file else { return EntityRows(entities: []) }
    let objects = try await found(kind, [kind.identifying(permID)], kind.detailed)
    guard let object = objects.first else { return EntityRows(entities: []) }
    // Includes the linked entities, so that every link leads to a known one.
    return EntityRows(entities: try await naming(object.detail(kind), object.linked))
  }

  /// Properties may contain bare permIds, whose objects are requested to show their names.
  private nonisolated(nonsending) func naming(
    _ detail: Entity, _ linked: [Entity]
  ) async throws -> [Entity] {
    let known = Set(linked.map(\.id))
    let unnamed = Set((detail.properties ?? []).filter { $0.display != nil }.flatMap(\.links))
      .subtracting(known).map { String($0.text.dropFirst(V3Kind.object.id("").text.count)) }
    guard !unnamed.isEmpty else { return [detail] + linked }
    let found = try await entities(.object, [V3.anyObject(unnamed.sorted())])
    let titles = Dictionary((linked + found).map { ($0.id, $0.title) }) { first, _ in first }
    var detail = detail
    detail.properties = detail.properties?.map { property in
      guard property.display != nil, !property.links.isEmpty else { return property }
      var named = property
      named.display = property.links.map { titles[$0] ?? "\($0.text) (not visible to you)" }
        .joined(separator: "\n")
      return named
    }
    return [detail] + linked + found
  }

  func absenceMeansRemoval(of entity: Entity) -> Bool {
    V3Kind.of(entity).map { $0.0 != .file } ?? false
  }

  nonisolated(nonsending) func find(_ name: String) async throws -> [Entity] {
    if let path = V3Kind.file.permID(in: name) {
      // Files are listed with their data set.
      let dataSet = V3Kind.dataSet.id(String(path.prefix { $0 != "/" })).text
      guard let known = try await find(dataSet).first else { return [] }
      return try await drill(known).entities
    }
    for kind in V3Kind.allCases where kind != .file {
      let found = try await first(Self.mostHits, kind, kind.naming(name), kind.listed).objects
        .map { $0.entity(kind) }.filter { $0.isNamed(name) }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The first page has the first hits of each kind; later pages have the rest, kind by kind.
  nonisolated(nonsending) func search(
    _ search: EntitySearch, from start: Int
  ) async throws -> SearchResult {
    let criterion = [V3.anyField(search.sent)]
    let kinds = [V3Kind.collection, .object, .dataSet]
    var result = SearchResult(hits: [])
    func add(_ found: [V3Reader], _ kind: V3Kind) {
      let query = search.query
      for reader in found {
        let entity = reader.entity(kind)
        var known = entity
        known.properties = reader.values
        result.hits.append(entity)
        result.matchLocations[entity.id] = search.matchLocation(in: known, query)
      }
    }
    var totals: [Int] = []
    for kind in kinds {
      let wanted = start == 0 ? Self.mostHits : 1
      let found = try await first(wanted, kind, criterion, kind.listed)
      totals.append(found.total)
      if start == 0 { add(found.objects, kind) }
    }
    let total = totals.reduce(0, +)
    var before = start - totals.reduce(0) { $0 + min($1, Self.mostHits) }
    for (kind, count) in zip(kinds, totals) where start > 0 && result.hits.isEmpty {
      let rest = max(0, count - Self.mostHits)
      if before < rest {
        let from = Self.mostHits + max(0, before)
        add(try await first(Self.mostHits, from: from, kind, criterion, kind.listed).objects, kind)
      }
      before -= rest
    }
    result.total = total > result.hits.count ? total : nil
    return result
  }

  nonisolated(nonsending) func dataStores() async throws -> [ServerAddress] {
    try await session.dataStores()
  }

  // MARK: Requests

  private func named(_ entity: Entity) throws -> (V3Kind, String) {
    guard let named = V3Kind.of(entity) else { throw OpenBISError.otherMode(mode) }
    return named
  }

  /// `nil` if this user may not see the entity; a search for its contents would just be empty.
  private nonisolated(nonsending) func one(
    _ kind: V3Kind, _ permID: String
  ) async throws -> V3Reader? {
    try await first(1, kind, [kind.identifying(permID)], kind.listed).objects.first
  }

  private nonisolated(nonsending) func space(
    _ entity: Entity, progress: @escaping @Sendable (HTTPProgress) -> Void
  ) async throws -> [Entity] {
    let (_, code) = try named(entity)
    guard let own = try await one(.space, code) else { return [] }
    let space = V3.object(
      V3Kind.space.criteria, ["criteria": .array([V3.code(code)])])
    let projects = try await found(
      .project, [space],
      ["experiments": V3Kind.collection.options(V3Kind.collection.named)], progress: progress)
    let objects = try await found(
      .object, [space, V3.none(.collection)],
      V3Kind.object.listed.merging(["project": V3Kind.project.options([:])]) { $1 },
      progress: progress)
    var ofSpace: [Entity] = []
    var ofProjects: [String: [Entity]] = [:]
    for reader in objects {
      let row = reader.entity(.object)
      if let project = reader.object("project")?.permID {
        ofProjects[project, default: []].append(row)
      } else {
        ofSpace.append(row)
      }
    }
    var rows: [Entity] = []
    for project in projects {
      let below =
        project.objects("experiments").map { $0.entity(.collection) }
        + (ofProjects[project.permID ?? ""] ?? [])
      let row = project.entity(.project).naming(below)
      ofSpace.append(row)
      rows += below
    }
    return [own.space.naming(ofSpace)] + ofSpace + rows
  }

  private nonisolated(nonsending) func entities(
    _ kind: V3Kind, _ criteria: [JSON]
  ) async throws -> [Entity] {
    try await found(kind, criteria, kind.listed).map { $0.entity(kind) }
  }

  private nonisolated(nonsending) func found(
    _ kind: V3Kind, _ criteria: [JSON], _ options: [String: JSON],
    progress: @escaping @Sendable (HTTPProgress) -> Void = { _ in }
  ) async throws -> [V3Reader] {
    try await first(.max, kind, criteria, options, progress: progress).objects
  }

  private nonisolated(nonsending) func first(
    _ most: Int, from begin: Int = 0, _ kind: V3Kind, _ criteria: [JSON], _ options: [String: JSON],
    progress: @escaping @Sendable (HTTPProgress) -> Void = { _ in }
  ) async throws -> (objects: [V3Reader], total: Int) {
    let count = min(most, Self.pageLength)
    var all: [V3Reader] = []
    var seen: Set<String> = []
    var start = begin
    let budget = MemoryBudget(memory: memoryBudget)
    while true {
      let first = start
      let objects = try await session.call(
        { token in
          let searchCriteria = V3.object(
            kind.criteria,
            ["criteria": .array(criteria), "operator": .string("AND")])
          var wanted = kind.options(options)
          wanted["from"] = .number(String(first))
          wanted["count"] = .number(String(count))
          // Without an order, pages could overlap.
          wanted["sort"] = kind.sorting
          return RemoteCall(
            .application, kind.searching, .secret(token), .json(searchCriteria), .json(wanted))
        }, progress: progress,
        read: { body in
          let result = try OpenBISSession.result(body)
          budget.take([result])
          return V3Objects(result)
        })
      // A partial list isn't shown: the request fails, and stored entities stay unchanged.
      guard objects.areNamed else {
        throw OpenBISError.unexpected("an object without an id", expected: "one with a permId")
      }
      // Objects created or deleted between requests shift the pages, so duplicates are dropped.
      let page = objects.list.map { V3Reader($0, among: objects) }
        .filter { reader in reader.permID.map { seen.insert($0).inserted } ?? true }
      all += page
      start += objects.list.count
      let total = objects.total ?? start
      if start >= total || objects.list.isEmpty { return (all, begin + all.count) }
      guard !page.isEmpty else {
        throw OpenBISError.unexpected("a page that has come before", expected: "the next one")
      }
      if start - begin >= most { return (all, total) }
      // Fails at the first page, because a list of this length is never shown.
      let wanted = max(start + 1, min(total - begin, most))
      guard wanted <= Self.mostObjects else { throw OpenBISError.tooMany(wanted) }
      guard !budget.isFull else { throw MemoryBudgetExceeded(memory: budget.memory) }
    }
  }

  private nonisolated(nonsending) func files(
    of dataSet: Entity, _ permID: String
  ) async throws -> [Entity] {
    let all = try await found(
      .dataSet, [V3.permID(permID)],
      [
        "dataStore": V3.object("as.dto.datastore.fetchoptions.DataStoreFetchOptions"),
        "type": V3Kind.dataSet.typeOptions,
      ])
    guard let reader = all.first else { return [] }
    let address = reader.object("dataStore")?.text("downloadUrl").flatMap {
      ServerAddress($0, allowsHTTP: true)
    }
    guard let address else {
      throw OpenBISError.noStoreAddress(reader.object("dataStore")?.text("code") ?? "")
    }
    let connection = await connect(address)
    let objects: [JSON]
    do {
      objects = try await session.tokens.withToken { token in
        try await DataSetFiles(permID).requestListing(over: connection, token)
      }
    } catch let problem as HTTPError where problem.category == .unreachable {
      throw OpenBISError.storeUnreachable(address.name, problem.message)
    }
    let rows = try await DataSetFiles(permID).entities(objects, at: address)
    let top = rows.filter { !($0.refcon?["path"]?.string ?? "/").contains("/") }
    return [reader.entity(.dataSet).naming(top)] + rows
  }
}

extension Entity {
  func naming(_ children: [Entity]) -> Entity {
    var entity = self
    entity.children = children.map(\.id)
    return entity
  }
}
