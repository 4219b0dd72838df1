import Core
import Networking
import RepriseTesting
import Screens
import Synchronization
import TestSupport
import Testing

@testable import Controllers
@testable import DataSources

/// A client whose questions are their own words.
private struct WordClient: DataClient {
  let connection = Connection.unasked
  var sources: SourceChain

  func cacheOnly() -> WordClient? { sources.cacheOnly.map { WordClient(sources: $0) } }

  nonisolated(nonsending) func word(_ question: String) async throws -> String {
    try await sources.response(to: DataRequest(question)).json.string ?? "?"
  }
}

/// What a screen was shown, in order: the words, and the standing and moment of their provenance.
@MainActor private final class Shown {
  var lines: [String] = []

  func load(_ loadReason: LoadReason = .appear, isReload: Bool = false) -> Load<String> {
    Load(loadReason, isReload: isReload) { _, words, provenance in
      let timestamp = provenance?.timestamp.map { " \($0)" } ?? ""
      self.lines.append(
        words + (provenance.map { " \($0.dataStatus)" } ?? "") + timestamp)
    } progress: { _, _ in
    }
  }
}

/// The problem that nobody answers.
private struct Away: FetchError, SourceError, Equatable {
  var fetchFailure: FetchFailure { .unreachable }
  var dataStatus: Provenance.DataStatus { .offline }
}

@MainActor @Suite struct DataReaderTests {
  private nonisolated static let failed = HTTPError.status("", 500, reason: "Oops", line: nil)
  private nonisolated static let away = Away()
  private let shown = Shown()

  private func reader(
    kept: [String: StoredResponse]? = ["visit": .answered(.string("old"), timestamp: 40)],
    _ answer: @escaping @Sendable (DataRequest) throws -> ServerResponse = { _ in
      ServerResponse("new", at: 90)
    }
  ) -> DataReader<WordClient> {
    DataReader(
      client: WordClient(
        sources: SourceChain(ScriptedSource(answer), cache: kept.map { CachedResponses($0) })),
      origin: Provenance(.live("clinic"), .notRequested), zone: .utc, usesServer: true,
      now: { Timestamp(milliseconds: 100_000) })
  }

  private func show(
    _ reader: DataReader<WordClient>, _ questions: String..., loadReason: LoadReason = .appear,
    isReload: Bool = false
  ) async throws {
    try await reader.showInSteps(shown.load(loadReason, isReload: isReload)) { client, show in
      var words: [String] = []
      for question in questions {
        words.append(try await client.word(question))
        if words.count < questions.count { show(words.joined(separator: "+") + "…") }
      }
      return words.joined(separator: "+")
    }
  }

  @Test("Reader shows the cache first, then the response")
  func whatIsKeptIsShownFirstAndThenTheServersAnswer() async throws {
    try await show(reader(), "visit")
    #expect(shown.lines == ["old awaited 40", "new current 90"])
  }

  @Test("Refresh by the user does not show the cache first")
  func whoAsksForARefreshIsNotShownWhatIsOld() async throws {
    try await show(reader(), "visit", loadReason: .userRefresh)
    #expect(shown.lines == ["new current 90"])
  }

  /// Old and whole says more than new and in pieces.
  @Test("Reader shows pieces only where nothing whole is shown")
  func piecesAreShownOnlyWhereNothingWholeIs() async throws {
    try await show(reader(kept: [:]), "visit", "allergy")
    #expect(shown.lines == ["new… current 90", "new+new current 90"])
    shown.lines = []
    try await show(reader(kept: nil), "visit", "allergy", isReload: true)
    #expect(shown.lines == ["new+new current 90"])
    shown.lines = []
    try await show(reader(kept: nil), "visit", "allergy")
    #expect(shown.lines == ["new… current 90", "new+new current 90"])
    shown.lines = []
    try await show(reader(kept: nil), "visit", "allergy", loadReason: .userRefresh)
    #expect(shown.lines == ["new+new current 90"])
  }

  @Test("Reader shows the cache as offline if the server is away")
  func aServerThatIsAwayLeavesWhatIsKeptAndIsNamed() async throws {
    let reader = reader { _ in throw Self.away }
    await #expect(throws: Self.away) { try await show(reader, "visit") }
    #expect(shown.lines == ["old awaited 40", "old offline 40"])
  }

  @Test("Reader shows a response that could not be cached and says so")
  func anAnswerThatCouldNotBeKeptIsShownAndThatIsSaid() async throws {
    let reader = reader { _ in
      ServerResponse(
        .string("new"), timestamp: 90, location: "", cacheFailure: "no space left on device")
    }
    let problem = await #expect(throws: CacheWriteError.self) { try await show(reader, "visit") }
    #expect(shown.lines == ["old awaited 40", "new current 90"])
    #expect(
      problem?.errorDescription == "Shown, but not cached: no space left on device.")
  }

  @Test("Reader with one failed response shows the age of the oldest")
  func oneAnswerThatFailedMakesTheWholeAsOldAsThatOne() async throws {
    let reader = reader(kept: [
      "visit": .answered(.string("old"), timestamp: 40),
      "allergy": .answered(.string("older"), timestamp: 20),
    ]) { question in
      if question.text == "allergy" { throw Self.failed }
      return ServerResponse("new", at: 90)
    }
    await #expect(throws: Self.failed) { try await show(reader, "visit", "allergy") }
    #expect(shown.lines == ["old+older awaited 20", "new+older error 20"])
  }

  @Test("Reader shows no partial cache of a whole") func whatWasNeverKeptIsNotShownByHalves()
    async throws
  {
    let reader = reader { _ in throw Self.away }
    await #expect(throws: Self.away) { try await show(reader, "visit", "allergy") }
    #expect(shown.lines == [])
  }

  @Test("Page from a copy has its age and the error of the server")
  func aPageFromACopySaysSoAndWhy() async throws {
    let source = reader { _ in throw Self.away }.pages { client, _ in
      ListPage(rows: [try await client.word("visit")], hasMore: false)
    }
    let request = ListPageRequest(start: 0, count: 20, loadReason: .appear)
    let page = try await source.fetch(request)
    #expect(page.rows == ["old"])
    #expect(page.failure as? Away == Self.away)
    #expect(page.provenance?.timestamp == 40)
    let known = await source.cached(request)
    #expect(known?.rows == ["old"])
    #expect(known?.provenance?.dataStatus == .awaited)
  }

  @Test("Page that is not cached throws the error of the server")
  func aPageThatNobodyKeptIsTheServersProblem() async throws {
    let source = reader(kept: [:]) { _ in throw Self.away }.pages { client, _ in
      ListPage(rows: [try await client.word("visit")], hasMore: false)
    }
    let request = ListPageRequest(start: 0, count: 20, loadReason: .appear)
    await #expect(throws: Self.away) { try await source.fetch(request) }
    #expect(await source.cached(request) == nil)
  }

  /// A server may have no end of pages, each as large as an answer may be.
  @Test("List has a memory budget for its pages") func aListHasOnlySoMuchMemoryForItsPages()
    async throws
  {
    let page = JSON.array(Array(repeating: .null, count: 73_000))
    let source = reader(kept: nil) { _ in ServerResponse(page, timestamp: 90, location: "") }.pages
    {
      client, request in
      let json = try await client.sources.response(to: DataRequest("visit?\(request.start)")).json
      return ListPage(rows: [json.array?.count ?? 0], hasMore: true)
    }
    func ask(_ start: Int) async throws -> [Int] {
      try await source.fetch(ListPageRequest(start: start, count: 20, loadReason: .appear)).rows
    }
    for start in 0..<5 { #expect(try await ask(start) == [73_000]) }
    await #expect(throws: MemoryBudgetExceeded()) { try await ask(5) }
    // Of a page that is asked for again there is one.
    #expect(try await ask(0) == [73_000])
  }

  @Test("Reader shows a partial cache once the server failed")
  func whatIsKeptInPartIsShownOnlyOnceTheServerFailed() async throws {
    let reader = reader { _ in throw Self.away }
    await #expect(throws: Self.away) {
      try await reader.show(shown.load()) { client in
        let visit = try await client.word("visit")
        return "\(visit)+\((try? await client.word("allergy")) ?? "nothing")"
      }
    }
    #expect(shown.lines == ["old+nothing offline 40"])
  }

  /// Nothing whole is there yet: the pieces that the server gives are shown.
  @Test("Reader with a partial cache shows pieces of the server")
  func whatIsKeptInPartHidesNoPieces() async throws {
    try await reader().showInSteps(shown.load()) { client, show in
      let visit = try await client.word("visit")
      show("\(visit)…")
      return "\(visit)+\((try? await client.word("allergy")) ?? "nothing")"
    }
    #expect(shown.lines == ["new… current 90", "new+new current 90"])
  }

  /// A copy knows why it lacks them; that nobody answers, the person has heard.
  @Test("Reader without a server reports the reason of the copy")
  func whereNobodyAnswersTheCopysReasonIsSaid() async throws {
    let lack = UnavailableReason.missingPrivilege("Get Visits")
    let kept = ["visit": StoredResponse.unavailable(lack)]
    let away = reader(kept: kept) { _ in throw Self.away }
    await #expect(throws: PlainAdapter.Lack.noted(lack)) { try await show(away, "visit") }
    // A server that fails at it says so itself.
    let failing = reader(kept: kept) { _ in throw Self.failed }
    await #expect(throws: Self.failed) { try await show(failing, "visit") }
    #expect(shown.lines == [])
    try await show(reader(kept: kept), "visit")
    #expect(shown.lines == ["new current 90"])
  }

  /// At first the part says so itself.
  @Test("Reader reports a missing part only after a refresh")
  func aPartThatIsNotThereIsSaidAfterARefreshAlone() async throws {
    let reader = reader(kept: nil)
    func load(_ loadReason: LoadReason) async throws {
      try await reader.show(shown.load(loadReason)) { client in
        client.ages.noteFailureOfPart(Self.failed)
        return try await client.word("visit")
      }
    }
    try await load(.appear)
    await #expect(throws: Self.failed) { try await load(.userRefresh) }
    #expect(shown.lines == ["new current 90", "new current 90"])
  }

  @Test("Each load is as old as its own responses") func eachLoadIsAsOldAsItsOwnAnswers()
    async throws
  {
    let reader = reader(kept: nil) { ServerResponse("new", at: $0.text == "visit" ? 20 : 90) }
    try await show(reader, "visit")
    try await show(reader, "allergy")
    #expect(shown.lines == ["new current 20", "new current 90"])
  }

  /// Page upon page would stay in memory.
  @Test("Screen without a cache requests a page again")
  func aScreenThatKeepsItsAnswersAsksForAPageAgain() async throws {
    let asked = Mutex(0)
    let reader = reader(kept: nil) { _ in
      asked.withLock { $0 += 1 }
      return ServerResponse("new", at: 90)
    }
    let source = reader.forOneScreen().pages { client, _ in
      ListPage(rows: [try await client.word("visit")], hasMore: false)
    }
    let request = ListPageRequest(start: 0, count: 20, loadReason: .appear)
    for _ in 1...2 { _ = try await source.fetch(request) }
    #expect(asked.withLock { $0 } == 2)
  }

  @Test("Recording is as old as its responses") func aRecordingIsAsOldAsItsAnswers() {
    var reader = reader()
    reader.usesServer = false
    reader.isRecorded = true
    let ages = ResponseAges()
    ages.note(86_400)
    #expect(
      reader.provenance(ages).source == .unplugged("clinic", day: "1970-01-02"))
  }
}
