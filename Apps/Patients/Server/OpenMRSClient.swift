import Foundation
import Reprise

/// A client of an OpenMRS server, by its REST web services: `<base>/ws/rest/v1`.
///
/// All functions run on their caller's actor and suspend only if the transport does, so built-in answers are there for the first painted
/// frame. They throw `OpenMRSProblem`, or the connection's own error.
struct OpenMRSClient: Sendable {
  /// The connection, made with `configuration`; otherwise the server's errors aren't understood.
  let connection: Connection
  let knowledge: ServerKnowledge
  /// The answers that one screen has had and needn't ask for again; nil if everything is asked for.
  var screen: ScreenAnswers?
  /// The cache and the saved copies; nil if there are none.
  var kept: KeptAnswers?
  /// True if only the cache and the saved copies answer, and the server isn't asked.
  private(set) var asksNobody = false
  /// The notes that get all answers of a complete record; nil if none is being saved.
  private(set) var notes: AnswerNotes?
  /// True if answers are cached, besides being noted.
  private(set) var keepsAnswers = true
  /// The ages of the answers so far.
  private(set) var ages = AnswerAges()

  /// The configuration of a connection to such a server.
  static var configuration: Connections.Configuration {
    var configuration = Connections.Configuration()
    configuration.headers = [
      HTTPHeader("Accept", "application/json"),
      // Otherwise a 401 has a browser's password dialog in mind.
      HTTPHeader("Disable-WWW-Authenticate", "true"),
    ]
    // Clinics have slow links: more at once would only make each of them slower.
    configuration.concurrentRequests = 2
    // Nothing of patients lies where whoever can read the user's files reads it.
    configuration.keepsAnswers = false
    configuration.refusal = { OpenMRSProblem($0) }
    configuration.recorded = { RecordedPages($0) }
    configuration.logIn = { try await OpenMRSClient($0).logIn() }
    return configuration
  }

  /// Returns this client for one load: it notes the ages of the load's answers. A password command is run again if a person asked for a
  /// refresh, and only then.
  func forOneLoad(_ freshness: Freshness = .cached) -> OpenMRSClient {
    if freshness == .fresh { connection.askSourcesAgain() }
    var client = self
    client.ages = AnswerAges()
    return client
  }

  /// Returns this client, without asking the server; nil if there is neither a cache nor a copy.
  func askingNobody() -> OpenMRSClient? {
    guard kept != nil else { return nil }
    var client = OpenMRSClient(
      connection: connection, knowledge: ServerKnowledge(root: knowledge.root), kept: kept)
    client.asksNobody = true
    return client
  }

  /// Returns this client, which asks for everything and notes it.
  func noting(_ notes: AnswerNotes) -> OpenMRSClient {
    // What is noted must be asked, but for what the server has refused to be asked.
    let knowledge = ServerKnowledge(root: knowledge.root)
    knowledge.limit = self.knowledge.limit
    knowledge.tellsRanges = self.knowledge.tellsRanges
    return OpenMRSClient(
      connection: connection, knowledge: knowledge, notes: notes, keepsAnswers: false)
  }

  /// This client, whose caller notes the answers.
  var notNoting: OpenMRSClient {
    var client = self
    client.notes = nil
    return client
  }

  /// A parameter behind the question mark.
  struct Parameter: Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// The parameter as `q=a%26b`. Foundation leaves `+` as it is, which a server takes for a blank.
    var encoded: String {
      let value = value.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: "~"):
          String(UnicodeScalar(byte))
        default:
          "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
      }
      return name + "=" + value.joined()
    }
  }

  /// Returns the JSON that a resource answers with.
  ///
  /// `path` holds names only, each checked; values of the query may be anything. Throws `OpenMRSProblem.ofAnother` if the answer says that
  /// it is about another patient than the one that is named.
  nonisolated(nonsending) func get(
    _ path: [String], _ query: [Parameter] = [], of patient: ResourceID? = nil
  ) async throws -> JSON {
    let question = try question(path, query)
    func asked() async throws -> ServerAnswer {
      try await answer(to: question).about(patient)
    }
    if let notes { return try await notes.note(question) { try await asked() }.json }
    return try await orKept {
      try await asked().json
    } kept: {
      try await known {
        try await $0.answer(to: question, below: knowledge.root, connection).about(patient)
      }.json
    }
  }

  /// Returns the address of a resource below the services: "patient/7?v=full".
  func question(_ path: [String], _ query: [Parameter]) throws -> String {
    for name in path where !OpenMRSClient.isPlain(name) { throw OpenMRSProblem.unusableID(name) }
    let pairs = query.map(\.encoded).joined(separator: "&")
    return path.joined(separator: "/") + (pairs.isEmpty ? "" : "?" + pairs)
  }

  /// The path of the services, below the server's root.
  static let services = "/ws/rest/v1/"

  /// Returns the server's answer; if the server isn't asked, or fails, the one in the cache or a copy.
  private nonisolated(nonsending) func orKept<Value>(
    _ ask: nonisolated(nonsending) () async throws -> Value,
    kept known: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if asksNobody { return try await known() }
    do {
      return try await ask()
    } catch let failure where kept != nil && failure.leavesWhatWasKnown {
      ages.noteFailure(failure)
      do {
        return try await known()
      } catch let lack where failure.isTransportFailure && !lack.isNotKept {
        throw lack
      } catch {
        throw failure
      }
    }
  }

  /// Returns the server's answer.
  private nonisolated(nonsending) func answer(to question: String) async throws -> ServerAnswer {
    if knowledge.root == nil { try await logIn() }
    return try await answer(at: (knowledge.root ?? "") + OpenMRSClient.services + question)
  }

  /// Returns the answer in the cache or a copy.
  private nonisolated(nonsending) func known(
    _ find: nonisolated(nonsending) (KeptAnswers) async throws -> ServerAnswer
  ) async throws -> ServerAnswer {
    do {
      guard let kept else { throw OpenMRSProblem.notKept }
      let answer = try await find(kept)
      ages.note(answer.moment)
      return answer
    } catch OpenMRSProblem.notKept {
      ages.noteMissing()
      throw OpenMRSProblem.notKept
    }
  }

  nonisolated(nonsending) func answer(at resource: String) async throws -> ServerAnswer {
    guard let uri = ResourceURI(resource) else { throw OpenMRSProblem.unusableID(resource) }
    let answer: ServerAnswer
    if let screen {
      do {
        answer = try await screen.answer(to: uri) { try await connection.ask(uri) }
      } catch let error where kept == nil && error.leavesWhatWasKnown {
        // Where nothing is kept, the screen still has what was answered before it was refreshed.
        guard let earlier = screen.earlier(uri) else { throw error }
        ages.noteFailure(error)
        answer = earlier
      }
    } else {
      answer = try await connection.ask(uri, keeping: keepsAnswers)
    }
    ages.note(answer.moment)
    return answer
  }

  /// Asks for one resource.
  nonisolated(nonsending) func one<Element>(
    _ path: [String], _ representation: String, read: (JSON) throws(Unreadable) -> Element
  ) async throws -> Element {
    let json = try await get(path, [Parameter("v", representation)])
    do throws(Unreadable) {
      return try read(json)
    } catch {
      throw OpenMRSProblem.unreadable(error)
    }
  }

  /// Asks for a page of a list, its entries still to be read.
  ///
  /// Set `isCounted` only for lists whose entries every release can count: below 2.49 it makes other answers wrong.
  nonisolated(nonsending) func page(
    _ path: [String], _ query: [Parameter], of patient: ResourceID? = nil, start: Int, limit: Int,
    isCounted: Bool = false
  ) async throws -> RawPage {
    let list = try question(path, query)
    func page(_ limit: Int) throws -> String {
      try question(
        path,
        query + [Parameter("limit", String(limit)), Parameter("startIndex", String(start))]
          + (isCounted ? [Parameter("totalCount", "true")] : []))
    }
    func asked() async throws -> ServerAnswer {
      let limit = min(limit, knowledge.limit)
      do {
        return try await answer(to: page(limit)).about(patient)
      } catch OpenMRSProblem.limited(let allowed) where allowed < limit {
        knowledge.limit = allowed
        return try await answer(to: page(allowed)).about(patient)
      }
    }
    if let notes {
      let answer = try await notes.notePage(of: list, at: start) { try await asked() }
      return try RawPage(answer.json, start: start)
    }
    return try await orKept {
      try RawPage(try await asked().json, start: start)
    } kept: {
      // More at once is asked for where somebody looks for something; what was kept then is kept in usual pages.
      let pages = try (limit > 50 ? [limit, 50] : [limit]).map(page)
      let answer = try await known {
        try await $0.page(
          of: list, start: start, limit: limit, asked: pages, below: knowledge.root, connection
        ).about(patient)
      }
      return try RawPage(answer.json, start: start)
    }
  }

  /// Asks for a page of a list, and reads its entries.
  nonisolated(nonsending) func page<Element>(
    _ path: [String], _ query: [Parameter], of patient: ResourceID? = nil, start: Int, limit: Int,
    isCounted: Bool = false, read: (JSON) throws(Unreadable) -> Element
  ) async throws -> ResultPage<Element> {
    ResultPage(
      try await page(
        path, query, of: patient, start: start, limit: limit, isCounted: isCounted), read: read)
  }

  /// Tells whether a name can stand in a path: an id can come from a session file, and none may lead elsewhere.
  private static func isPlain(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count) && !name.hasPrefix(".")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}
