import Foundation
import Reprise

/// Asks an OpenMRS server, by its REST web services: `<base>/ws/rest/v1`.
///
/// All functions run where they are called and suspend only if the transport does, so what is built in is there for the first
/// painted frame. They throw `OpenMRSProblem`, or what the connection throws.
struct OpenMRSClient: Sendable {
  /// Made with `configuration`, or else the server's errors aren't understood.
  let connection: Connection
  let knowledge: ServerKnowledge
  /// What needn't be asked again; nil if everything is.
  var screen: ScreenAnswers?
  /// What was answered before.
  var kept: KeptAnswers?
  /// Whether what was answered before is all there is, and nobody is asked.
  private(set) var asksNobody = false
  /// Told of all that makes a record complete.
  private(set) var notes: AnswerNotes?
  /// Whether answers are kept beside what is noted of them.
  private(set) var keepsAnswers = true
  /// Told of every answer.
  private(set) var ages = AnswerAges()

  /// How such servers are asked.
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

  /// The same client, for one thing that is shown: it notes the ages of what that is made from.
  func forOneLoad() -> OpenMRSClient {
    var client = self
    client.ages = AnswerAges()
    return client
  }

  /// The same client, which asks nobody; nil if nothing is kept.
  func askingNobody() -> OpenMRSClient? {
    guard kept != nil else { return nil }
    var client = OpenMRSClient(
      connection: connection, knowledge: ServerKnowledge(root: knowledge.root), kept: kept)
    client.asksNobody = true
    return client
  }

  /// The same client, which asks for everything and notes it.
  func noting(_ notes: AnswerNotes) -> OpenMRSClient {
    // What is noted must be asked, but for what the server has refused to be asked.
    let knowledge = ServerKnowledge(root: knowledge.root)
    knowledge.limit = self.knowledge.limit
    knowledge.tellsRanges = self.knowledge.tellsRanges
    return OpenMRSClient(
      connection: connection, knowledge: knowledge, notes: notes, keepsAnswers: false)
  }

  /// The same client, whose caller notes what comes.
  var notNoting: OpenMRSClient {
    var client = self
    client.notes = nil
    return client
  }

  /// What is asked behind the question mark.
  struct Parameter: Sendable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }

    /// `q=a%26b`. Foundation leaves `+` as it is, which a server takes for a blank.
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

  /// The JSON that a resource answers with.
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

  /// A resource below the services: "patient/7?v=full".
  func question(_ path: [String], _ query: [Parameter]) throws -> String {
    for name in path where !OpenMRSClient.isPlain(name) { throw OpenMRSProblem.unusableID(name) }
    let pairs = query.map(\.encoded).joined(separator: "&")
    return path.joined(separator: "/") + (pairs.isEmpty ? "" : "?" + pairs)
  }

  /// Where the services are, below the server's root.
  static let services = "/ws/rest/v1/"

  /// The server's answer, or what was kept: of everything if nobody is asked, and of what the server fails at.
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

  /// What the server answers.
  private nonisolated(nonsending) func answer(to question: String) async throws -> ServerAnswer {
    if knowledge.root == nil { try await logIn() }
    return try await answer(at: (knowledge.root ?? "") + OpenMRSClient.services + question)
  }

  /// What was answered before.
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

  /// One resource.
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

  /// A page of a list, its entries still to be read.
  ///
  /// To have them counted, `isCounted`, is only for lists of which every release can be asked it: below 2.49 it makes others wrong.
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

  /// A page of a list.
  nonisolated(nonsending) func page<Element>(
    _ path: [String], _ query: [Parameter], of patient: ResourceID? = nil, start: Int, limit: Int,
    isCounted: Bool = false, read: (JSON) throws(Unreadable) -> Element
  ) async throws -> ResultPage<Element> {
    ResultPage(
      try await page(
        path, query, of: patient, start: start, limit: limit, isCounted: isCounted), read: read)
  }

  /// Whether a name can stand in a path: an id can come from a session file, and none may lead elsewhere.
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
