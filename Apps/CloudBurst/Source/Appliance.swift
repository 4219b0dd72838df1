import Foundation
import Reprise

/// The virtual systems of an appliance, which is a server or a recording of one: a cache of its answers, and the ways to ask for more.
///
/// Everything is shown in steps: cached answers, then the appliance's, and then these with more names in them.
@MainActor final class Appliance {
  let origin: Origin
  /// The source of the systems, before the appliance has answered.
  let provenance: Provenance
  /// The meaning of the status codes that come from there.
  let statuses: StatusTable
  let connection: Connection

  /// The newest list, and its provenance.
  private var systems: (list: SystemList, provenance: Provenance)?
  private var names = Names()
  /// The details learned last, and the moment of each: one stays until there is an answer in its place.
  private var details: [ResourceID: (detail: SystemDetail, timestamp: Int)] = [:]
  /// The number of lists asked for so far: a late answer doesn't replace that of a later question.
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

  /// True for a recording, all of which is there at once.
  private var isRecorded: Bool { origin == .unplugged }
  private static let concurrentRequests = 4

  // MARK: The list

  /// Shows the list.
  ///
  /// If no person asked for it, nothing is sent that would need a password nobody has given yet.
  func list(
    _ loadReason: LoadReason, say: @escaping @MainActor (String) -> Void = { _ in },
    show: @MainActor (SystemList, Names, Provenance) -> Void
  ) async throws {
    if loadReason == .userRefresh { connection.askSourcesAgain() }
    if loadReason == .appear {
      await recallList()
      if let systems {
        if isRecorded { await follow(owners) }
        show(systems.list, names, systems.provenance)
        if systems.provenance.isCurrent || !mayAsk {
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

  /// Asks for the list, and tells `say` how much has come so far.
  func load(say: @escaping @MainActor (String) -> Void) async throws {
    requestCount += 1
    let request = requestCount
    let uri = ResourceURI(ResourceURI.systemList)
    let answer = try await ask(uri, isGood: Entries<VirtualSystem>.isWhole, say: say)
    var list: SystemList
    do {
      list = try await SystemList.read(answer)
    } catch {
      if let uri { connection.note(unreadable: answer.json.bytes, uri) }
      throw error
    }
    let isWhole = list.entries.unreadableCount == 0
    if !isWhole { await recallList() }
    guard request > shownRequest else { return }
    shownRequest = request
    if let earlier = systems?.list { list.keep(earlier) }
    if !isWhole { list.notKept = await keep(list.entries.cached(answer), answer, uri) }
    systems = (list, provenance.at(answer.timestamp, .current))
  }

  /// The list's last answer, if it couldn't be read.
  var unreadableList: String? { unreadableText(ResourceURI(ResourceURI.systemList)) }

  /// Returns the last answer about a system, or about its machines, if it couldn't be read.
  func unreadableText(ofSystem id: ResourceID) -> String? {
    unreadableText(ResourceURI(system: id)) ?? unreadableText(ResourceURI(machinesOf: id))
  }

  private func unreadableText(_ uri: ResourceURI?) -> String? {
    uri.flatMap { connection.unreadableAnswer($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the list as the server sent it: the answer that couldn't be read, or else what the server sends now.
  func rawList(_ loadReason: LoadReason) async throws -> String {
    if loadReason == .userRefresh { connection.askSourcesAgain() }
    if loadReason != .userRefresh, let unreadableList { return unreadableList }
    guard let uri = ResourceURI(ResourceURI.systemList) else { throw HTTPError.cancelled }
    return String(decoding: try await connection.response(to: uri).body, as: UTF8.self)
  }

  /// Caches what was put together of an answer and earlier ones. Returns the reason why that can't
  /// be, in a few words.
  private func keep(_ json: JSON, _ answer: ServerResponse, _ uri: ResourceURI?) async -> String? {
    guard !isRecorded, let uri else { return nil }
    do {
      try await connection.keep(json, at: answer.timestamp, for: uri)
      return nil
    } catch {
      return error.brief
    }
  }

  /// The last list; nil if there was none.
  var known: SystemList? { systems?.list }

  /// Takes the list from the cache, if there is one of an earlier run.
  private func recallList() async {
    guard systems == nil, let answer = await recalled(ResourceURI(ResourceURI.systemList)),
      let list = try? await SystemList.read(answer, isRecalled: true), systems == nil
    else { return }
    systems = (list, provenance.at(answer.timestamp, kept))
    for link in owners { await recall(link, .owner) }
  }

  /// Names the owners whose links weren't answered yet, if nobody has to be asked for a password.
  private func followOwners(
    _ show: @MainActor (SystemList, Names, Provenance) -> Void
  ) async {
    guard !isRecorded, connection.canAsk else { return }
    await follow(owners) {
      if let systems = self.systems { show(systems.list, self.names, systems.provenance) }
    }
  }

  /// The links to the owners of the first systems.
  private var owners: [String] {
    Array((systems?.list.owners ?? []).prefix(SystemList.maximumNamedOwners))
  }

  // MARK: One system

  /// Shows a system with the things that its links lead to.
  ///
  /// The cached machines are shown until the appliance names them. Throws the problem of asking for the system, or that of asking for the
  /// machines, after showing the rest all the same.
  func detail(
    _ id: ResourceID, _ loadReason: LoadReason,
    show: @MainActor (SystemDetail, Provenance) -> Void
  ) async throws {
    if loadReason == .userRefresh { connection.askSourcesAgain() }
    if loadReason == .appear, !isRecorded, let (detail, provenance) = await knownDetail(id) {
      show(detail, provenance)
      if !mayAsk { return }
    }
    let (system, timestamp) = try await fetchSystem(id, loadReason)
    let known = details[id]
    var fetched = SystemDetail(system: system, names: names, machinesOf: known?.detail)
    // Nothing is missing yet that was there: only a first answer is shown by halves.
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
    for (link, kind) in fetched.links where !names.isAnswered(link) {
      await follow(link, kind) { fetched.linkProblems.append($0) }
    }
    fetched.names = names
    show(fetched, provenance)
  }

  /// Returns the cached detail of a system.
  private func knownDetail(_ id: ResourceID) async -> (SystemDetail, Provenance)? {
    var found: (VirtualSystem, timestamp: Int, Provenance.DataStatus)?
    if let answer = await recalled(ResourceURI(system: id)),
      let system = try? VirtualSystem(answer.json)
    {
      found = (system, answer.timestamp, kept)
    }
    await recallList()
    var isEntry = false
    if let systems, let system = systems.list[id] {
      let seen = systems.list.entries.lastSeen[id]
      let timestamp = seen ?? systems.provenance.timestamp ?? 0
      if found.map({ $0.timestamp < timestamp }) != false {
        found = (system, timestamp, seen == nil ? systems.provenance.dataStatus : kept)
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

  /// Takes a system's machines from the cache.
  private func recallMachines(of system: VirtualSystem) async {
    guard details[system.id] == nil,
      let answer = await recalled(ResourceURI(machinesOf: system.id)),
      let machines = try? Entries<VirtualMachine>(recalled: answer), details[system.id] == nil
    else { return }
    var detail = SystemDetail(system: system, names: names)
    detail.take(machines)
    details[system.id] = (detail, answer.timestamp)
  }

  /// Returns a system as it is now. If an appliance describes it only in its list, the list is asked for.
  private func fetchSystem(
    _ id: ResourceID, _ loadReason: LoadReason
  ) async throws -> (VirtualSystem, timestamp: Int) {
    var witness = isRecorded ? NoSuchSystem.Source.recording : .list
    do {
      let answer = try await ask(ResourceURI(system: id))
      let system = try VirtualSystem(answer.json)
      if system.id == id { return (system, answer.timestamp) }
    } catch HTTPError.notFound {
      // Perhaps only the list has it.
      if !isRecorded { witness = .server }
    } catch is Unreadable {
    } catch ReplayError.notRecorded {}
    if isRecorded, loadReason == .appear, let systems, let system = systems.list.answered(id) {
      return (system, systems.provenance.timestamp ?? 0)
    }
    try await load { _ in }
    guard let systems, let system = systems.list.answered(id) else {
      let unreadable = systems?.list.entries.unreadableCount ?? 0
      if witness != .server, unreadable > 0 { witness = .partOfList(unreadable: unreadable) }
      throw NoSuchSystem(id: id, witness: witness)
    }
    return (system, systems.provenance.timestamp ?? 0)
  }

  private func learnMachines(_ detail: inout SystemDetail) async throws {
    do {
      let uri = ResourceURI(machinesOf: detail.system.id)
      let answer = try await ask(uri, isGood: Entries<VirtualMachine>.isWhole)
      var machines = try Entries<VirtualMachine>(answer)
      if machines.unreadableCount > 0 {
        await recallMachines(of: detail.system)
        if let (known, timestamp) = details[detail.system.id], let earlier = known.machineEntries {
          machines.keep(earlier, seenAt: timestamp)
        }
        _ = await keep(machines.cached(answer), answer, uri)
      }
      detail.take(machines)
    } catch {
      guard detail.machines == nil, error.fetchFailure == .missing else { throw error }
      // Not every user may see them.
      detail.awaitsMachines = false
    }
  }

  // MARK: Links

  /// Follows owners' links that weren't answered yet, a few at a time, and calls `learned` now and then.
  private func follow(_ links: [String], learned: @MainActor () -> Void = {}) async {
    var rest = links.filter { !names.isAnswered($0) }[...]
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

  /// Learns the name behind a link. If this user may not follow it, or it leads nowhere, the link itself is shown.
  private func follow(
    _ link: String, _ kind: LinkKind, problem: @MainActor (String) -> Void
  ) async {
    do {
      guard let uri = ResourceURI(link: link) else { return names.learn(nil, of: link) }
      names.learn(kind.name(try await ask(uri).json), of: link)
    } catch {
      switch error.fetchFailure {
      case .missing: names.learn(nil, of: link)
      // Without an answer the link may be followed another time.
      case .away: break
      default: if !Task.isCancelled { problem(sentence(error)) }
      }
    }
  }

  /// Learns the name behind a link from the cache.
  private func recall(_ link: String, _ kind: LinkKind) async {
    guard !names.isKnown(link), let uri = ResourceURI(link: link),
      let answer = await recalled(uri)
    else { return }
    names.recall(kind.name(answer.json), of: link)
  }

  // MARK: Asking

  private func ask(
    _ uri: ResourceURI?, isGood: @escaping @Sendable (JSON) -> Bool = { _ in true },
    say: (@MainActor (String) -> Void)? = nil
  ) async throws -> ServerResponse {
    guard let uri else { throw HTTPError.notFound(connection.server.text) }
    guard let say else { return try await connection.ask(uri, isGood: isGood) }
    return try await connection.ask(uri, isGood: isGood) { progress in
      Task { @MainActor in say(progress.words) }
    }
  }

  private func recalled(_ uri: ResourceURI?) async -> ServerResponse? {
    guard !isRecorded, let uri else { return nil }
    return await connection.known(uri)
  }

  /// True if the appliance is asked: there may be a password, or the person wasn't asked for it
  /// yet.
  private var mayAsk: Bool { connection.canAsk || connection.isToBeAsked }

  /// The standing of cached answers: without a password the appliance isn't asked.
  private var kept: Provenance.DataStatus { mayAsk ? .awaited : .noPassword }

  private func sentence(_ error: any Error) -> String {
    StatusMessage(problem: "", error).text
  }
}
