import Foundation
import Reprise

/// Where records come from, and how moments are written.
struct RecordSource: Sendable {
  var client: OpenMRSClient
  /// Where they are from, before anything is heard.
  let origin: Provenance
  let zone: Zone
  /// Whether it can become old.
  var isLive = false
  /// Whether it was recorded, so that it is as old as it was then.
  var isRecorded = false
  /// For what is over and what isn't.
  let now: @Sendable () -> Timestamp
  /// An error as a screen takes it: with the screen that remedies it, if there is one.
  var remediable: @MainActor @Sendable (any Error) -> any Error = { $0 }
}

extension RecordSource {
  /// Now, in seconds since 1970.
  var moment: Int { now().milliseconds / 1000 }

  /// The day that it is, for the age of a baby.
  var today: CalendarDay? { CalendarDay(iso: now().date(in: zone)) }

  /// The same source for one screen: what the screen has asked for it doesn't ask for again until it is refreshed.
  func forOneScreen() -> RecordSource {
    var source = self
    source.client.screen = ScreenAnswers()
    return source
  }

  /// The same source for a patient's record: what a saved one's record answers is with them.
  func of(_ patient: ResourceID) -> RecordSource {
    var source = self
    source.client.kept?.patient = patient
    return source
  }

  /// The same source, which keeps nothing of what is answered.
  var withoutKeeping: RecordSource {
    var source = self
    source.client.screen = nil
    return source
  }

  /// Where something is from, and how old it is.
  ///
  /// - Parameters:
  ///   - isKept: Whether it was kept from before; without a failure, while the server is asked.
  ///   - failure: Why it isn't what the server says now.
  func provenance(
    _ ages: AnswerAges, isKept: Bool = false, _ failure: (any Error)? = nil
  ) -> Provenance {
    guard isLive else {
      var provenance = origin.at(ages.oldest ?? moment, .current)
      if isRecorded, let oldest = ages.oldest {
        provenance.source = .unplugged(
          origin.source.name, day: Timestamp(milliseconds: oldest * 1000).date(in: zone))
      }
      return provenance
    }
    if let failure = failure ?? ages.failure {
      return origin.at(ages.oldest, (failure as? any SourceProblem)?.standing ?? .error)
    }
    // Of nothing that was kept no age can be told.
    return isKept ? origin.at(ages.oldest, .awaited) : origin.at(ages.oldest ?? moment, .current)
  }

  /// What is read of the server, and how old it is. If it can't be asked, what was kept.
  @MainActor private func read<Value>(
    _ ask: @MainActor (OpenMRSClient) async throws -> Value
  ) async throws -> (value: Value, provenance: Provenance, failure: (any Error)?) {
    let client = client.forOneLoad()
    do {
      let value = try await ask(client)
      return (value, provenance(client.ages), client.ages.failure)
    } catch {
      guard error.isTransportFailure, let known = client.askingNobody() else {
        throw remediable(error)
      }
      let value: Value
      do {
        value = try await ask(known)
      } catch let lack {
        throw lack.lackOfCopy ?? remediable(error)
      }
      return (value, provenance(known.ages, isKept: true, error), remediable(error))
    }
  }

  /// The pages of a server's list as rows; of one that was kept, until the server answers.
  ///
  /// `emptyNote` is what to say of none, if that isn't what a list says anyway.
  @MainActor func pages<Element, Row>(
    emptyNote: String? = nil,
    _ ask:
      @escaping @MainActor (OpenMRSClient, ListPageRequest) async throws -> ResultPage<Element>,
    row: @escaping (Element) -> Row
  ) -> PageSource<Row> {
    // Page upon page would stay in memory.
    let source = withoutKeeping
    func page(
      _ page: ResultPage<Element>, _ provenance: Provenance, _ failure: (any Error)? = nil
    ) -> ListPage<Row> {
      ListPage(
        rows: page.elements.map(row), count: page.count, total: page.total, hasMore: page.hasMore,
        note: page.skippedSummary ?? (page.count == 0 ? emptyNote : nil), from: provenance,
        failure: failure)
    }
    return PageSource { request in
      let (found, provenance, failure) = try await source.read { try await ask($0, request) }
      return page(found, provenance, failure)
    } known: { request in
      guard let known = source.client.askingNobody(), let found = try? await ask(known, request)
      else { return nil }
      return page(found, source.provenance(known.ages, isKept: true))
    }
  }

  /// Shows what is read of the server.
  @MainActor func show<Content>(
    _ load: Load<Content>, _ ask: @MainActor (OpenMRSClient) async throws -> Content
  ) async throws {
    try await showInSteps(load) { client, _ in try await ask(client) }
  }

  /// Shows more and more of what is read of the server: `ask` says it when there is something to show, and at last returns all.
  ///
  /// What was kept is shown first, with its age, unless the person asked for it anew; it stays if the server can't be asked. Where
  /// there is something already, only all of it is shown: what is old but whole says more than what is new in pieces. If the server can't
  /// be asked any more, or breaks off, what came and what was kept of the rest is shown all the same, and then the problem thrown.
  @MainActor func showInSteps<Content>(
    _ load: Load<Content>,
    _ ask: @MainActor (OpenMRSClient, (Content) -> Void) async throws -> Content
  ) async throws {
    // A password command is asked again where a person wants it, and only then.
    if load.freshness == .fresh { client.connection.askSourcesAgain() }
    var isShown = load.isAgain
    if !isShown, load.freshness == .cached { isShown = try await showKept(load, nil, ask) }
    let client = client.forOneLoad()
    do {
      let whole = try await ask(client) { part in
        if load.freshness == .cached, !isShown {
          load.show(part, from: provenance(client.ages))
        }
      }
      load.show(whole, from: provenance(client.ages))
    } catch {
      if !Task.isCancelled { _ = try await showKept(load, error, ask) }
      throw remediable(error)
    }
    // So that nobody takes it for refreshed. At first a part says by itself that it isn't there.
    let failure =
      client.ages.failure ?? (load.freshness == .fresh ? client.ages.failureOfPart : nil)
    if let failure { throw remediable(failure) }
  }

  /// Shows what was kept, if there is all of it, and says whether there is. Throws only after a failure: why a copy lacks it.
  @MainActor private func showKept<Content>(
    _ load: Load<Content>, _ failure: (any Error)?,
    _ ask: @MainActor (OpenMRSClient, (Content) -> Void) async throws -> Content
  ) async throws -> Bool {
    guard let known = client.askingNobody() else { return false }
    let content: Content
    do {
      content = try await ask(known) { _ in }
    } catch {
      if failure?.isTransportFailure == true, let lack = error.lackOfCopy { throw lack }
      return false
    }
    // As long as the server may still say it, what isn't kept isn't missing.
    if failure == nil, known.ages.isIncomplete { return false }
    load.show(content, from: provenance(known.ages, isKept: true, failure))
    return true
  }
}

extension Error {
  /// That a copy lacks it, where this is why; nil for all else.
  fileprivate var lackOfCopy: OpenMRSProblem? {
    switch self as? OpenMRSProblem {
    case .notInCopy(let problem): .notInCopy(problem)
    case .missingPrivilege(let name): .notInCopy(.missingPrivilege(name))
    default: nil
    }
  }
}

extension RecordSource {
  /// The built-in patients. It is always the day on which they were invented.
  static func unplugged(zone: Zone = .local) -> RecordSource {
    RecordSource(
      client: OpenMRSClient(over: FixtureServer(data: .builtIn), at: .recorded),
      origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(milliseconds: 1_795_262_400_000) })
  }
}

extension OpenMRSClient {
  /// A client of a server where nobody logs in.
  init(over transport: any HTTPTransport, at server: ServerAddress) {
    let configuration = OpenMRSClient.configuration
    self.init(
      connection: Connection(
        to: server, headers: configuration.headers, over: transport,
        refusal: configuration.refusal, now: { 0 }), knowledge: ServerKnowledge(root: ""))
  }

  /// A client over a connection that was made with `configuration`.
  init(_ connection: Connection, kept: KeptAnswers? = nil) {
    let isPathSaid = !connection.server.path.isEmpty
    self.init(
      connection: connection, knowledge: ServerKnowledge(root: isPathSaid ? "" : nil), kept: kept)
  }
}
