public import Networking

/// The sources of one client, and the order in which they are asked.
///
/// The server is asked first, each question once for a screen; where it fails, what is kept answers. ``keptAlone`` asks nobody, and
/// ``collecting(_:from:)`` asks the server alone, and notes all answers for a complete copy.
///
/// ```swift
/// var client = Client(sources: SourceChain(MyServer(connection), kept: CachedResponses(…)))
/// let answer = try await client.sources.answer(to: DataRequest("visit?patient=7", about: patient))
/// ```
public struct SourceChain: Sendable {
  private let server: any DataSource
  /// The cache and the complete copies; nil if there are none.
  public var kept: CachedResponses?
  /// The answers that one screen has had and needn't ask for again; nil if everything is asked for.
  public var screen: ResponseMemo?
  /// The room for the answers of one page of a list, or of what is kept for one load; nil if each
  /// answer is bounded alone.
  var budget: MemoryBudget?
  /// True if only what is kept answers, and the server isn't asked.
  public private(set) var asksNobody = false
  /// The ages of the answers so far.
  public private(set) var ages = ResponseAges()
  /// The notes of all answers; nil if they aren't noted.
  public private(set) var notes: ResponseRecorder?

  /// Creates a chain.
  public init(_ server: any DataSource, kept: CachedResponses? = nil) {
    self.server = server
    self.kept = kept
  }

  /// Returns the answer to a question. Throws the server's error, or the one of what is kept, if that is the reason.
  public nonisolated(nonsending) func answer(to question: DataRequest) async throws
    -> ServerResponse
  {
    try await source.answer(to: question)
  }

  private var source: any DataSource {
    if asksNobody, let kept {
      let alone = CacheOnly(kept: kept, ages: ages)
      return budget.map { BudgetedSource(source: alone, budget: $0) } ?? alone
    }
    let asked: any DataSource =
      if let notes {
        RecordingSource(server: server, notes: notes)
      } else if let screen {
        // Where nothing is kept, the screen still has what was answered before it was refreshed.
        CoalescingSource(server: server, answers: screen, ages: kept == nil ? ages : nil)
      } else if let budget {
        BudgetedSource(source: server, budget: budget)
      } else {
        server
      }
    return NetworkFirst(server: asked, kept: kept, ages: ages)
  }

  /// The chain for one load, with ages of its own.
  public var forOneLoad: SourceChain {
    var chain = self
    chain.ages = ResponseAges()
    return chain
  }

  /// The chain without the server; nil if nothing is kept.
  public var cacheOnly: SourceChain? {
    guard let kept else { return nil }
    var chain = SourceChain(server, kept: kept)
    chain.asksNobody = true
    // A copy may have more of this than there is memory for.
    if kept.subject != nil { chain.budget = MemoryBudget() }
    return chain
  }

  /// Returns a chain that asks a server for everything and notes it.
  public static func collecting(_ notes: ResponseRecorder, from server: any DataSource)
    -> SourceChain
  {
    var chain = SourceChain(server)
    chain.notes = notes
    return chain
  }

  /// The chain, whose caller notes the answers.
  public var withoutNotes: SourceChain {
    var chain = self
    chain.notes = nil
    return chain
  }
}
