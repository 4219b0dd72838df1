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
  var dialect: OpenMRSDialect { OpenMRSDialect(knowledge: knowledge) }

  nonisolated(nonsending) func answer(to question: Question) async throws -> ServerAnswer {
    if knowledge.root == nil { try await logIn() }
    let question = question.limited(to: knowledge.limit)
    do {
      return try await asked(question)
    } catch OpenMRSProblem.limited(let allowed) where allowed < question.page?.limit ?? 0 {
      knowledge.limit = allowed
      return try await asked(question.limited(to: allowed))
    }
  }

  private nonisolated(nonsending) func asked(_ question: Question) async throws -> ServerAnswer {
    let text = (knowledge.root ?? "") + OpenMRSServices.path + question.textWithPage
    guard let address = ResourceURI(text) else { throw OpenMRSProblem.unusableID(text) }
    let answer = try await connection.ask(address, keeping: keepsAnswers)
    try dialect.check(answer, to: question)
    return answer
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

extension Question {
  /// The question with the parameters of its page, if it is for one.
  var textWithPage: String {
    guard let page else { return text }
    return text + (text.contains("?") ? "&" : "?")
      + "limit=\(page.limit)&startIndex=\(page.start)"
      + (page.isCounted ? "&totalCount=true" : "")
  }
}
