import Foundation
import Reprise

/// The REST services of an OpenMRS server, as a source of answers.
struct OpenMRSServices: DataSource {
  let connection: Connection
  let knowledge: ServerKnowledge
  /// True if answers are cached.
  var keepsAnswers = true

  /// The path of the services, below the server's root.
  static let path = "/ws/rest/v1/"

  /// Returns the same services, of which other things are known.
  func knowing(_ knowledge: ServerKnowledge) -> OpenMRSServices {
    OpenMRSServices(connection: connection, knowledge: knowledge, keepsAnswers: keepsAnswers)
  }

  /// The services' own words, for what is kept of them.
  var adapter: OpenMRSAdapter { OpenMRSAdapter(knowledge: knowledge) }

  nonisolated(nonsending) func answer(to question: DataRequest) async throws -> ServerResponse {
    if knowledge.root == nil { try await logIn() }
    let question = question.limited(to: knowledge.limit)
    do {
      return try await asked(question)
    } catch OpenMRSError.limited(let allowed) where allowed < question.page?.limit ?? 0 {
      knowledge.limit = allowed
      return try await asked(question.limited(to: allowed))
    }
  }

  private nonisolated(nonsending) func asked(_ question: DataRequest) async throws -> ServerResponse
  {
    let text = (knowledge.root ?? "") + OpenMRSServices.path + question.textWithPage
    guard let address = ResourceURI(text) else { throw OpenMRSError.unusableID(text) }
    let answer: ServerResponse
    do {
      answer = try await connection.ask(address, keeping: keepsAnswers, isGood: Self.isWhole)
    } catch {
      // A refusal begins a session, too.
      if !error.cancelsRemainingRequests { noteSession() }
      throw error
    }
    noteSession()
    try adapter.check(answer, to: question)
    if question.page != nil, answer.json["results"]?.array == nil, answer.json != .null {
      connection.note(unreadable: answer.json.bytes, address)
      knowledge.hasUnreadableEntries = true
    }
    guard !Self.isWhole(answer.json) else { return answer }
    connection.note(unreadable: answer.json.bytes, address)
    knowledge.hasUnreadableEntries = true
    guard keepsAnswers else { return answer }
    return await withEarlierEntries(answer, to: question, at: address)
  }

  /// Tells whether all entries of a list can be read, so that it may take the place of what is
  /// kept.
  private static func isWhole(_ json: JSON) -> Bool {
    (json["results"]?.array ?? []).allSatisfy { (try? ListEntry($0)) != nil }
  }

  /// Returns a list that comes on one page, with the entries of earlier answers that may be among
  /// those that can't be read, and keeps it. An answer of which nothing can be read isn't kept.
  private nonisolated(nonsending) func withEarlierEntries(
    _ answer: ServerResponse, to question: DataRequest, at address: ResourceURI
  ) async -> ServerResponse {
    guard let page = try? RawPage(answer.json, start: question.page?.start ?? 0) else {
      return answer
    }
    var entries = Entries<ListEntry>(page.results)
    guard !entries.elements.isEmpty else { return answer }
    if page.start == 0, !page.hasMore, let known = await connection.known(address),
      (try? adapter.check(known, to: question)) != nil,
      let earlier = try? RawPage(known.json, start: 0)
    {
      entries.keep(Entries(earlier.results, kept: earlier.kept), seenAt: known.timestamp)
    }
    var json = answer.json
    if !entries.kept.isEmpty { json["kept"] = .array(entries.kept) }
    var notKept = answer.notKept
    do {
      try await connection.keep(json, at: answer.timestamp, for: address)
    } catch {
      // The answer is shown even if the cache can't be written.
      notKept = error.brief
    }
    return ServerResponse(
      json, timestamp: answer.timestamp, place: answer.place, isRecorded: answer.isRecorded,
      notKept: notKept)
  }

  /// An entry of a list of the server's, of whatever kind.
  private struct ListEntry: ReceivedEntry {
    let id: ResourceID
    let raw: JSON

    init(_ json: JSON) throws(Unreadable) {
      guard json.members != nil else { throw .notAnObject(json.kind) }
      id = try ResourceID(of: json, under: "uuid")
      raw = json
    }
  }
}

extension OpenMRSServices {
  /// Creates the services over a connection that was made with `OpenMRSClient.configuration`.
  init(_ connection: Connection, vitals: [String: String] = [:]) {
    let isPathSaid = !connection.server.path.isEmpty
    self.init(
      connection: connection,
      knowledge: ServerKnowledge(root: isPathSaid ? "" : nil, chosenVitals: vitals))
  }
}

extension DataRequest {
  /// The question with the parameters of its page, if it is for one.
  var textWithPage: String {
    guard let page else { return text }
    return text + (text.contains("?") ? "&" : "?")
      + "limit=\(page.limit)&startIndex=\(page.start)"
      + (page.isCounted ? "&totalCount=true" : "")
  }
}
