import Foundation
import Reprise

/// The REST services of an OpenMRS server as a data source.
struct OpenMRSServices: DataSource {
  let connection: Connection
  let knowledge: ServerKnowledge
  var keepsAnswers = true

  static let path = "/ws/rest/v1/"

  func knowing(_ knowledge: ServerKnowledge) -> OpenMRSServices {
    OpenMRSServices(connection: connection, knowledge: knowledge, keepsAnswers: keepsAnswers)
  }

  /// The adapter for cached responses.
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
      // A refused request starts a session, too.
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

  /// Returns whether all entries of a list can be parsed, so that it may replace the cached one.
  private static func isWhole(_ json: JSON) -> Bool {
    (json["results"]?.array ?? []).allSatisfy { (try? ListEntry($0)) != nil }
  }

  /// Adds the entries of an earlier response that may be among the unreadable ones of a list of one
  /// page, and caches the result. A response without readable entries isn't cached.
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
      // A failure to write the cache doesn't prevent the response from being shown.
      notKept = error.brief
    }
    return ServerResponse(
      json, timestamp: answer.timestamp, place: answer.place, isRecorded: answer.isRecorded,
      notKept: notKept)
  }

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
  /// Creates the services. The connection must use `OpenMRSClient.configuration`.
  init(_ connection: Connection, vitals: [String: String] = [:]) {
    let isPathSaid = !connection.server.path.isEmpty
    self.init(
      connection: connection,
      knowledge: ServerKnowledge(root: isPathSaid ? "" : nil, chosenVitals: vitals))
  }
}

extension DataRequest {
  /// The request with the parameters of its page, if any.
  var textWithPage: String {
    guard let page else { return text }
    return text + (text.contains("?") ? "&" : "?")
      + "limit=\(page.limit)&startIndex=\(page.start)"
      + (page.isCounted ? "&totalCount=true" : "")
  }
}
