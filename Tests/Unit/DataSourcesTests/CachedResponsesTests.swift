import Core
import Networking
import RepriseTesting
import TestSupport
import Testing

@testable import DataSources

/// The cache and a complete copy may both have an answer.
@Suite struct CachedResponsesTests {
  private let home: TemporaryDirectory
  private let cache: ResponseCache

  init() throws {
    home = try TemporaryDirectory()
    cache = ResponseCache(
      directory: home.file("answers"), of: Account(server: "https://lab.example.org", user: "ada"))
    try cache.store(
      JSON.string("cached").bytes, at: 60, for: try #require(ResourceURI("/assay")))
  }

  private func answer(
    to question: String = "assay", copied: Int?, turn: Int = 0,
    about subject: ResourceID? = CachedResponses.anyone
  ) async throws -> String? {
    let copies = OneCopy(
      responses: copied.map { ["assay": .answered(.string("copied"), timestamp: $0)] } ?? [:],
      turn: turn)
    var kept = CachedResponses(
      copies,
      cacheOf: Connection(
        to: .recorded,
        over: ReplayTransport(.builtIn { throw ReplayError.noSuchFile("nothing") }),
        cache: cache, now: { 0 }), adapter: PlainAdapter(), now: { 1_000 })
    kept.subject = subject
    return try await kept.response(to: DataRequest(question)).json.string
  }

  @Test("Cached responses: the later of cache and copy is used") func theLaterAnswerCounts()
    async throws
  {
    #expect(try await answer(copied: 59) == "cached")
    // Of the same second the copy's is whole.
    #expect(try await answer(copied: 60) == "copied")
    #expect(try await answer(copied: 61) == "copied")
  }

  /// It was written while the clock was wrong.
  @Test("Cached responses: a timestamp in the future is ignored")
  func aMomentThatIsStillToComeSaysNothing() async throws {
    #expect(try await answer(copied: 1_000) == "copied")
    #expect(try await answer(copied: 1_001) == "cached")
  }

  /// The clock was set back between the two, in this process or before it was started.
  @Test("Cached responses: what was received after the clock was set back is used")
  func whatWasReceivedAfterASetBackCounts() async throws {
    for copied in [1, 60, 2_000] {
      #expect(try await answer(copied: copied, turn: 1) == "copied")
    }
    let uri = try #require(ResourceURI("/assay"))
    let later = ResponseCache(
      directory: home.file("answers"), of: Account(server: "https://lab.example.org", user: "ada"),
      turn: { _ in 2 })
    try later.store(JSON.string("cached").bytes, at: 10, for: uri)
    for copied in [1, 60, 2_000] {
      #expect(try await answer(copied: copied, turn: 1) == "cached")
    }
    #expect(try await answer(copied: 5, turn: 3) == "copied")
  }

  @Test("Cached responses without a copy are those of the cache") func withoutACopyTheCacheCounts()
    async throws
  {
    #expect(try await answer(copied: nil) == "cached")
    #expect(try await answer(copied: 99, about: nil) == "cached")
    await #expect(throws: PlainAdapter.Lack.notKept) {
      try await answer(to: "plate", copied: nil)
    }
  }

  /// An application whose server's lists are arrays, and that makes no copies, says what its
  /// addresses are and what isn't kept.
  @Test("Cached responses of an adapter without copies are the cache")
  func anApplicationWithoutCopiesHasTheCache() async throws {
    let kept = CachedResponses(
      cacheOf: Connection(
        to: .recorded,
        over: ReplayTransport(.builtIn { throw ReplayError.noSuchFile("nothing") }),
        cache: cache, now: { 0 }), adapter: ShortAdapter(), now: { 1_000 })
    #expect(try await kept.response(to: DataRequest("assay")).json.string == "cached")
    await #expect(throws: PlainAdapter.Lack.notKept) {
      try await kept.response(to: DataRequest("plate"))
    }
    let list = JSON.array([.string("a"), .string("b")])
    #expect(kept.adapter.list(of: kept.adapter.entries(of: list), total: 2) == list)
  }

  private struct ShortAdapter: ServerAdapter {
    func addresses(of question: DataRequest) -> [ResourceURI] {
      [ResourceURI("/" + question.text)].compactMap(\.self)
    }

    func check(_ answer: ServerResponse, to question: DataRequest) throws {}

    var notCached: any Error { PlainAdapter.Lack.notKept }
  }
}
