import Foundation
import Reprise

/// A client of an OpenMRS server, by its REST web services: `<base>/ws/rest/v1`.
///
/// All functions run on their caller's actor and suspend only if the transport does, so built-in answers are there for the first painted
/// frame. They throw `OpenMRSError`, or the connection's own error.
struct OpenMRSClient: DataClient {
  /// The server; its connection is made with `configuration`, otherwise the server's errors aren't understood.
  let services: OpenMRSServices
  var sources: SourceChain

  var connection: Connection { services.connection }
  var knowledge: ServerKnowledge { services.knowledge }

  init(_ services: OpenMRSServices, _ sources: SourceChain? = nil) {
    self.services = services
    self.sources = sources ?? SourceChain(services)
  }

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
    // Pages have a hundred entries at most: the largest that was seen has 2 MiB.
    configuration.answerMemory = 24 << 20
    // Nothing of patients lies where whoever can read the user's files reads it.
    configuration.keepsAnswers = false
    configuration.refusal = { OpenMRSError($0) }
    configuration.recorded = { RecordedPages($0) }
    configuration.logIn = { try await OpenMRSServices($0).logIn() }
    return configuration
  }

  func cacheOnly() -> OpenMRSClient? {
    guard let kept = sources.cacheOnly else { return nil }
    // What is kept may say less than the server: it is learnt anew.
    return OpenMRSClient(
      services.knowing(ServerKnowledge(root: knowledge.root, chosenVitals: knowledge.chosenVitals)),
      kept)
  }

  /// Returns this client, which asks for everything and notes it.
  func noting(_ notes: ResponseRecorder) -> OpenMRSClient {
    // What is noted must be asked, but for what the server has refused to be asked.
    let knowledge = ServerKnowledge(
      root: knowledge.root, chosenVitals: knowledge.chosenVitals)
    knowledge.limit = self.knowledge.limit
    knowledge.tellsRanges = self.knowledge.tellsRanges
    var services = services.knowing(knowledge)
    services.keepsAnswers = false
    return OpenMRSClient(services, .collecting(notes, from: services))
  }

  /// The client, whose caller notes the answers.
  var notNoting: OpenMRSClient { OpenMRSClient(services, sources.withoutNotes) }

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
  /// `path` holds names only, each checked; values of the query may be anything. Throws `OpenMRSError.ofAnother` if the answer says that
  /// it is about another patient than the one that is named.
  nonisolated(nonsending) func get(
    _ path: [String], _ query: [Parameter] = [], of patient: ResourceID? = nil
  ) async throws -> JSON {
    try await sources.answer(to: DataRequest(question(path, query), about: patient)).json
  }

  /// Returns the question for a resource below the services: "patient/7?v=full".
  func question(_ path: [String], _ query: [Parameter]) throws -> String {
    for name in path where !OpenMRSClient.isPlain(name) { throw OpenMRSError.unusableID(name) }
    let pairs = query.map(\.encoded).joined(separator: "&")
    return path.joined(separator: "/") + (pairs.isEmpty ? "" : "?" + pairs)
  }

  /// Asks for one resource.
  nonisolated(nonsending) func one<Element>(
    _ path: [String], _ representation: String, read: (JSON) throws(Unreadable) -> Element
  ) async throws -> Element {
    let json = try await get(path, [Parameter("v", representation)])
    do throws(Unreadable) {
      return try read(json)
    } catch {
      if let address = ResourceURI("/" + path.joined(separator: "/")) {
        connection.note(unreadable: json.bytes, address)
      }
      throw OpenMRSError.unreadable(error)
    }
  }

  /// Asks for a page of a list, its entries still to be read.
  ///
  /// Set `isCounted` only for lists whose entries every release can count: below 2.49 it makes
  /// other answers wrong. That a patient's list is
  /// empty is doubted unless `mayBeEmpty`.
  nonisolated(nonsending) func page(
    _ path: [String], _ query: [Parameter], of patient: ResourceID? = nil, start: Int, limit: Int,
    isCounted: Bool = false, mayBeEmpty: Bool = false
  ) async throws -> RawPage {
    let question = DataRequest(
      try question(path, query),
      page: DataRequest.Page(start: start, limit: limit, isCounted: isCounted), about: patient)
    guard let patient, start == 0, !mayBeEmpty else {
      return try RawPage(try await sources.answer(to: question).json, start: start)
    }
    return try RawPage(
      try await answerUnlessDoubtful(question, about: patient, in: path), start: start)
  }

  /// Returns the answer to a question for a patient's list; if it is empty and what was kept isn't,
  /// what was kept, with a failure noted.
  ///
  /// A server that is out of order has answered 200 with an empty list for half a minute
  /// (openmrs-forms-live): so none is said only where
  /// the same refresh heard the patient right, and never against what is kept without a word.
  nonisolated(nonsending) func answerUnlessDoubtful(
    _ question: DataRequest, about patient: ResourceID, in path: [String]
  ) async throws -> JSON {
    guard !asksNobody, sources.notes == nil else {
      return try await sources.answer(to: question).json
    }
    let doubt = knowledge.doubts[question.text]
    // Before it is asked: the new answer takes the place of the kept one.
    let before: ServerResponse? =
      if let doubt { doubt.kept } else { try? await sources.cacheOnly?.answer(to: question) }
    let answer = try await sources.answer(to: question)
    guard answer.json["results"]?.array?.isEmpty == true else {
      knowledge.doubts[question.text] = nil
      return answer.json
    }
    _ = try await self.patient(patient)
    guard let before, let count = before.json["results"]?.array?.count, count > 0,
      answer.timestamp - (doubt?.since ?? answer.timestamp) < Self.doubtfulSeconds
    else { return answer.json }
    knowledge.doubts[question.text] = (before, doubt?.since ?? answer.timestamp)
    let part = Patient.part(of: path.joined(separator: "/")) ?? "entries"
    ages.note(before.timestamp)
    ages.noteFailure(OpenMRSError.emptied(part, kept: count))
    return before.json
  }

  /// The number of seconds for which an empty list isn't believed against what was kept.
  private static let doubtfulSeconds = 60

  /// Asks for a page of a list, and reads its entries.
  nonisolated(nonsending) func page<Element>(
    _ path: [String], _ query: [Parameter], of patient: ResourceID? = nil, start: Int, limit: Int,
    isCounted: Bool = false, mayBeEmpty: Bool = false,
    read: (JSON) throws(Unreadable) -> Element
  ) async throws -> ResultPage<Element> {
    ResultPage(
      try await page(
        path, query, of: patient, start: start, limit: limit, isCounted: isCounted,
        mayBeEmpty: mayBeEmpty), read: read)
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
