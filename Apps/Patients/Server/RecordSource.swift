import Foundation
import Reprise

/// The source of records, and the way to write moments.
struct RecordSource: Sendable {
  var client: OpenMRSClient
  /// The provenance of the records, before the server has answered.
  let origin: Provenance
  let zone: Zone
  /// True if the records can become stale.
  var isLive = false
  /// True for a recording, whose records are as old as they were then.
  var isRecorded = false
  /// Returns the present moment, which tells what is over and what isn't.
  let now: @Sendable () -> Timestamp
  /// Returns an error for a screen: with the screen that remedies it, if there is one.
  var remediable: @MainActor @Sendable (any Error) -> any Error = { $0 }
}

extension RecordSource {
  /// The present moment, in seconds since 1970.
  var moment: Int { now().milliseconds / 1000 }

  /// The present day, for the age of a baby.
  var today: CalendarDay? { CalendarDay(iso: now().date(in: zone)) }

  /// Returns this source for one screen: it doesn't ask again for answers that the screen has, until it is refreshed.
  func forOneScreen() -> RecordSource {
    var source = self
    source.client.screen = ScreenAnswers()
    return source
  }

  /// Returns this source for a patient's record: it finds the answers in that patient's saved copy.
  func of(_ patient: ResourceID) -> RecordSource {
    var source = self
    source.client.kept?.patient = patient
    return source
  }

  /// This source, without caching answers.
  var withoutKeeping: RecordSource {
    var source = self
    source.client.screen = nil
    return source
  }

  /// Returns the provenance of data, and their age.
  ///
  /// - Parameters:
  ///   - isKept: True if they are from the cache or a copy; without a failure, while the server is asked.
  ///   - failure: The reason why they aren't the server's latest.
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

  /// Reads data from the server, with their provenance. If the server can't be asked, the cache and the copies answer.
  @MainActor private func read<Value>(
    _ freshness: Freshness, _ ask: @MainActor (OpenMRSClient) async throws -> Value
  ) async throws -> (value: Value, provenance: Provenance, failure: (any Error)?) {
    let client = client.forOneLoad(freshness)
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

  /// Returns the pages of a server's list as rows; those from the cache or a copy until the server answers.
  ///
  /// `emptyNote` is the note about an empty list, if a list doesn't say that anyway.
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
      let (found, provenance, failure) = try await source.read(request.freshness) {
        try await ask($0, request)
      }
      return page(found, provenance, failure)
    } known: { request in
      guard let known = source.client.askingNobody(), let found = try? await ask(known, request)
      else { return nil }
      return page(found, source.provenance(known.ages, isKept: true))
    }
  }

  /// Shows data read from the server.
  @MainActor func show<Content>(
    _ load: Load<Content>, _ ask: @MainActor (OpenMRSClient) async throws -> Content
  ) async throws {
    try await showInSteps(load) { client, _ in try await ask(client) }
  }

  /// Shows more and more of the data read from the server: `ask` calls its argument when there is something to show, and at last returns
  /// all.
  ///
  /// Data from the cache or a copy are shown first, with their age, unless the person asked for a refresh; they stay if the server can't be
  /// asked. If data are shown already, only whole ones replace them: old and whole says more than new and in pieces. If the server can't be
  /// asked any more, or breaks off, the pieces that came and the rest from the cache are shown all the same, and then the problem is
  /// thrown.
  @MainActor func showInSteps<Content>(
    _ load: Load<Content>,
    _ ask: @MainActor (OpenMRSClient, (Content) -> Void) async throws -> Content
  ) async throws {
    var isShown = load.isAgain
    if !isShown, load.freshness == .cached { isShown = try await showKept(load, nil, ask) }
    let client = client.forOneLoad(load.freshness)
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

  /// Shows the data from the cache or a copy, if all of them are there; returns false if not. Throws only after a failure: the reason why a
  /// copy lacks them.
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
  /// The problem that a copy lacks the data, if this error is the reason; nil for all others.
  fileprivate var lackOfCopy: OpenMRSProblem? {
    switch self as? OpenMRSProblem {
    case .notInCopy(let problem): .notInCopy(problem)
    case .missingPrivilege(let name): .notInCopy(.missingPrivilege(name))
    default: nil
    }
  }
}

extension RecordSource {
  /// Returns the source of the built-in patients. It is always the day on which they were invented.
  static func unplugged(zone: Zone = .local) -> RecordSource {
    RecordSource(
      client: OpenMRSClient(over: FixtureServer(data: .builtIn), at: .recorded),
      origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(milliseconds: 1_795_262_400_000) })
  }
}

extension OpenMRSClient {
  /// Creates a client of a server where nobody logs in.
  init(over transport: any HTTPTransport, at server: ServerAddress) {
    let configuration = OpenMRSClient.configuration
    self.init(
      connection: Connection(
        to: server, headers: configuration.headers, over: transport,
        refusal: configuration.refusal, now: { 0 }), knowledge: ServerKnowledge(root: ""))
  }

  /// Creates a client over a connection that was made with `configuration`.
  init(_ connection: Connection, kept: KeptAnswers? = nil) {
    let isPathSaid = !connection.server.path.isEmpty
    self.init(
      connection: connection, knowledge: ServerKnowledge(root: isPathSaid ? "" : nil), kept: kept)
  }
}
