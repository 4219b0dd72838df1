import Accounts
import Glibc
import Reprise

/// The virtual systems of an appliance or a recording: caches responses and requests new ones.
/// Everything is shown in steps: cached responses, then new ones, then the names behind links.
@MainActor final class Appliance {
  let origin: Origin
  /// The provenance shown until the appliance has responded.
  let provenance: Provenance
  let statuses: StatusTable
  let connection: Connection

  private var systems: (list: SystemList, provenance: Provenance)?
  private var names = Names()
  private var details: [ResourceID: (detail: SystemDetail, timestamp: Int)] = [:]
  /// A late response doesn't replace that of a later request.
  private var requestCount = 0
  private var shownRequest = 0

  init(
    _ origin: Origin, provenance: Provenance, statuses: StatusTable, connection: Connection
  ) {
    self.origin = origin
    self.provenance = provenance
    self.statuses = statuses
    self.connection = connection
  }

  /// A recording's responses are all available immediately.
  private var isRecorded: Bool { origin == .unplugged }
  private static let concurrentRequests = 4

  // MARK: The list

  /// A load that the user did not request sends nothing that would require a password prompt.
  func list(
    _ loadReason: LoadReason, say: @escaping @MainActor (String) -> Void = { _ in },
    show: @MainActor (SystemList, Names, Provenance) -> Void
  ) async throws {
    if loadReason == .userRefresh { connection.querySourcesAgain() }
    if loadReason == .appear {
      await recallList()
      if let systems {
        if isRecorded { await follow(owners) }
        show(systems.list, names, systems.provenance)
        if systems.provenance.isCurrent || !mayFetch {
          return await followOwners(show)
        }
      }
    }
    try await load(say: say)
    if loadReason == .userRefresh { names.followAgain(owners) }
    if isRecorded { await follow(owners) }
    if let systems { show(systems.list, names, systems.provenance) }
    await followOwners(show)
  }

  func load(say: @escaping @MainActor (String) -> Void) async throws {
    requestCount += 1
    let request = requestCount
    let uri = ResourceURI(ResourceURI.systemList)
    let response = try await fetch(uri, isGood: Entries<VirtualSystem>.isWhole, say: say)
    var list: SystemList
    do {
      list = try await SystemList.read(response)
    } catch {
      if let uri { connection.note(unreadable: response.json.bytes, uri) }
      throw error
    }
    let isWhole = list.entries.unreadableCount == 0
    if !isWhole { await recallList() }
    guard request > shownRequest else { return }
    shownRequest = request
    if let earlier = systems?.list { list.keep(earlier) }
    if !isWhole { list.cacheFailure = await store(list.entries.cached(response), response, uri) }
    systems = (list, provenance.at(response.timestamp, .current))
  }

  var unreadableList: String? { unreadableText(ResourceURI(ResourceURI.systemList)) }

  func unreadableText(ofSystem id: ResourceID) -> String? {
    unreadableText(ResourceURI(system: id)) ?? unreadableText(ResourceURI(machinesOf: id))
  }

  private func unreadableText(_ uri: ResourceURI?) -> String? {
    uri.flatMap { connection.unreadableResponse($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  func rawList(_ loadReason: LoadReason) async throws -> String {
    if loadReason == .userRefresh { connection.querySourcesAgain() }
    if loadReason != .userRefresh, let unreadableList { return unreadableList }
    guard let uri = ResourceURI(ResourceURI.systemList) else { throw HTTPError.cancelled }
    return String(decoding: try await connection.response(to: uri).body, as: UTF8.self)
  }

  /// Returns a short reason if the response can't be cached.
  private func store(_ json: JSON, _ response: ServerResponse, _ uri: ResourceURI?) async -> String?
  {
    guard !isRecorded, let uri else { return nil }
    do {
      try await connection.store(json, at: response.timestamp, for: uri)
      return nil
    } catch {
      return error.brief
    }
  }

  var known: SystemList? { systems?.list }

  private func recallList() async {
    guard systems == nil, let response = await recalled(ResourceURI(ResourceURI.systemList)),
      let list = try? await SystemList.read(response, isRecalled: true), systems == nil
    else { return }
    systems = (list, provenance.at(response.timestamp, cachedDataStatus))
    for link in owners { await recall(link, .owner) }
  }

  private func followOwners(
    _ show: @MainActor (SystemList, Names, Provenance) -> Void
  ) async {
    guard !isRecorded, connection.canFetch else { return }
    await follow(owners) {
      if let systems = self.systems { show(systems.list, self.names, systems.provenance) }
    }
  }

  private var owners: [String] {
    Array((systems?.list.owners ?? []).prefix(SystemList.maximumNamedOwners))
  }

  // MARK: One system

  /// Throws the error of requesting the system or, once the rest is shown, that of requesting
  /// the machines.
  func detail(
    _ id: ResourceID, _ loadReason: LoadReason,
    show: @MainActor (SystemDetail, Provenance) -> Void
  ) async throws {
    if loadReason == .userRefresh { connection.querySourcesAgain() }
    if loadReason == .appear, !isRecorded, let (detail, provenance) = await knownDetail(id) {
      show(detail, provenance)
      if !mayFetch { return }
    }
    let (system, timestamp) = try await fetchSystem(id, loadReason)
    let known = details[id]
    var fetched = SystemDetail(system: system, names: names, machinesOf: known?.detail)
    // Machines that were shown before stay shown; only a first response is shown without machines.
    if fetched.awaitsMachines, !isRecorded { show(fetched, provenance.at(timestamp, .awaited)) }
    do {
      try await learnMachines(&fetched)
    } catch {
      fetched.machinesProblem = sentence(error)
      show(fetched, provenance.at(min(timestamp, known?.timestamp ?? timestamp), .awaited))
      throw error
    }
    details[id] = (fetched, timestamp)
    let provenance = provenance.at(timestamp, .current)
    if !isRecorded { show(fetched, provenance) }
    if loadReason == .userRefresh { names.followAgain(fetched.links.map(\.link)) }
    for (link, kind) in fetched.links where !names.isResolved(link) {
      await follow(link, kind) { fetched.linkProblems.append($0) }
    }
    fetched.names = names
    show(fetched, provenance)
  }

  /// Returns the cached detail of a system, with the newer of its own entry and the list's.
  private func knownDetail(_ id: ResourceID) async -> (SystemDetail, Provenance)? {
    var found: (VirtualSystem, timestamp: Int, Provenance.DataStatus)?
    if let response = await recalled(ResourceURI(system: id)),
      let system = try? VirtualSystem(response.json)
    {
      found = (system, response.timestamp, cachedDataStatus)
    }
    await recallList()
    var isEntry = false
    if let systems, let system = systems.list[id] {
      let seen = systems.list.entries.lastSeen[id]
      let timestamp = seen ?? systems.provenance.timestamp ?? 0
      if found.map({ $0.timestamp < timestamp }) != false {
        found = (system, timestamp, seen == nil ? systems.provenance.dataStatus : cachedDataStatus)
        isEntry = true
      }
    }
    guard case .some((let system, var timestamp, let dataStatus)) = found else { return nil }
    await recallMachines(of: system)
    var detail = SystemDetail(system: system, names: names, machinesOf: details[id]?.detail)
    detail.isEntry = isEntry
    detail.isRecalled = dataStatus != .current
    if let machines = details[id] { timestamp = min(timestamp, machines.timestamp) }
    for (link, kind) in detail.links { await recall(link, kind) }
    detail.names = names
    return (detail, provenance.at(timestamp, dataStatus))
  }

  private func recallMachines(of system: VirtualSystem) async {
    guard details[system.id] == nil,
      let response = await recalled(ResourceURI(machinesOf: system.id)),
      let machines = try? Entries<VirtualMachine>(recalled: response), details[system.id] == nil
    else { return }
    var detail = SystemDetail(system: system, names: names)
    detail.take(machines)
    details[system.id] = (detail, response.timestamp)
  }

  /// Requests a system. Requests the list if the appliance has no response for the system alone.
  private func fetchSystem(
    _ id: ResourceID, _ loadReason: LoadReason
  ) async throws -> (VirtualSystem, timestamp: Int) {
    var source = isRecorded ? NoSuchSystem.Source.recording : .list
    do {
      let response = try await fetch(ResourceURI(system: id))
      let system = try VirtualSystem(response.json)
      if system.id == id { return (system, response.timestamp) }
    } catch HTTPError.notFound {
      // The list may still contain it.
      if !isRecorded { source = .server }
    } catch is Unreadable {
    } catch ReplayError.notRecorded {}
    if isRecorded, loadReason == .appear, let systems, let system = systems.list.current(id) {
      return (system, systems.provenance.timestamp ?? 0)
    }
    try await load { _ in }
    guard let systems, let system = systems.list.current(id) else {
      let unreadable = systems?.list.entries.unreadableCount ?? 0
      if source != .server, unreadable > 0 { source = .partOfList(unreadable: unreadable) }
      throw NoSuchSystem(id: id, source: source)
    }
    return (system, systems.provenance.timestamp ?? 0)
  }

  private func learnMachines(_ detail: inout SystemDetail) async throws {
    do {
      let uri = ResourceURI(machinesOf: detail.system.id)
      let response = try await fetch(uri, isGood: Entries<VirtualMachine>.isWhole)
      var machines = try Entries<VirtualMachine>(response)
      if machines.unreadableCount > 0 {
        await recallMachines(of: detail.system)
        if let (known, timestamp) = details[detail.system.id], let earlier = known.machineEntries {
          machines.addMissing(from: earlier, seenAt: timestamp)
        }
        _ = await store(machines.cached(response), response, uri)
      }
      detail.take(machines)
    } catch {
      guard detail.machines == nil, FetchFailure(error) == .missing else { throw error }
      // This user may not see the machines.
      detail.awaitsMachines = false
    }
  }

  // MARK: Links

  private func follow(_ links: [String], learned: @MainActor () -> Void = {}) async {
    var rest = links.filter { !names.isResolved($0) }[...]
    while !rest.isEmpty, !Task.isCancelled {
      let batch = rest.prefix(Self.concurrentRequests)
      rest = rest.dropFirst(batch.count)
      if isRecorded {
        for link in batch { await follow(link, .owner) { _ in } }
      } else {
        await withTaskGroup(of: Void.self) { group in
          for link in batch { group.addTask { await self.follow(link, .owner) { _ in } } }
        }
        learned()
      }
    }
  }

  /// A broken or forbidden link is shown itself instead of a name.
  private func follow(
    _ link: String, _ kind: LinkKind, problem: @MainActor (String) -> Void
  ) async {
    do {
      guard let uri = ResourceURI(link: link) else { return names.learn(nil, of: link) }
      names.learn(kind.name(try await fetch(uri).json), of: link)
    } catch {
      switch FetchFailure(error) {
      case .missing: names.learn(nil, of: link)
      // The server couldn't be reached: a later request may follow the link.
      case .unreachable: break
      default: if !Task.isCancelled { problem(sentence(error)) }
      }
    }
  }

  private func recall(_ link: String, _ kind: LinkKind) async {
    guard !names.isKnown(link), let uri = ResourceURI(link: link),
      let response = await recalled(uri)
    else { return }
    names.recall(kind.name(response.json), of: link)
  }

  // MARK: Asking

  private func fetch(
    _ uri: ResourceURI?, isGood: @escaping @Sendable (JSON) -> Bool = { _ in true },
    say: (@MainActor (String) -> Void)? = nil
  ) async throws -> ServerResponse {
    guard let uri else { throw HTTPError.notFound(connection.server.text) }
    guard let say else { return try await connection.fetch(uri, isGood: isGood) }
    return try await connection.fetch(uri, isGood: isGood) { progress in
      Task { @MainActor in say(progress.text) }
    }
  }

  private func recalled(_ uri: ResourceURI?) async -> ServerResponse? {
    guard !isRecorded, let uri else { return nil }
    return await connection.cachedResponse(uri)
  }

  /// Whether requests are sent: a password may be available, or the user hasn't been prompted yet.
  private var mayFetch: Bool { connection.canFetch || connection.shouldPromptForPassword }

  private var cachedDataStatus: Provenance.DataStatus { mayFetch ? .awaited : .noPassword }

  private func sentence(_ error: any Error) -> String {
    StatusMessage(problem: "", error).text
  }
}
