import Core
import Foundation
import RepriseTesting
import Synchronization
import Testing

@testable import Networking

@Suite struct ConnectionTests {
  private let server = ServerAddress("https://appliance.example.com")
  private let account = Account(server: "https://appliance.example.com", user: "luca")

  private func connection(
    _ transport: any HTTPTransport, user: String = "luca", cache: ResponseCache? = nil,
    passwords: [PasswordSource] = [], now: Int = 7
  ) throws -> Connection {
    Connection(
      to: try #require(server), as: user, over: transport, cache: cache, passwords: passwords,
      now: { now })
  }

  private func uri(_ text: String = "/resources/users") throws -> ResourceURI {
    try #require(ResourceURI(text))
  }

  /// Asks, and says what came of it: nil if it was answered.
  private func problem(_ connection: Connection) async throws -> HTTPError? {
    do {
      _ = try await connection.fetch(try uri())
      return nil
    } catch let problem as HTTPError {
      return problem
    }
  }

  private let needed = HTTPError.passwordNeeded(server: "appliance.example.com", user: "luca")
  private let refused = HTTPError.unauthorized("https://appliance.example.com")

  // MARK: Passwords

  @Test("A connection without a password sends nothing") func withoutAPasswordNothingIsSent()
    async throws
  {
    let transport = ScriptedTransport(200)
    let connection = try connection(transport)
    #expect(!connection.canFetch)
    #expect(try await problem(connection) == needed)
    #expect(transport.passwords.isEmpty)
  }

  @Test(
    "A connection reports an unreachable server before asking for a password",
    arguments: [true, false])
  func aServerThatIsNotThereIsSaidToBeSoBeforeAnybodyIsAskedForAPassword(
    hasCommand: Bool
  ) async throws {
    let refused = HTTPError.refused(host: "appliance.example.com")
    let transport = ScriptedTransport(200, distrust: refused)
    let command = PasswordSource {
      Issue.record("it was asked for")
      return Secret("geheim")
    }
    let connection = try connection(transport, passwords: hasCommand ? [command] : [])
    #expect(try await problem(connection) == refused)
    #expect(transport.passwords.isEmpty)
  }

  @Test("A connection checks its server once, and not with a known password")
  func aServerIsCheckedOnceAndNotAtAllWhereThePasswordIsKnown() async throws {
    let transport = ScriptedTransport(200)
    let asking = try connection(transport, passwords: [PasswordSource { Secret("geheim") }])
    for _ in 1...2 { #expect(try await problem(asking) == nil) }
    #expect(transport.checkCount == 1)
    let knowing = try connection(transport)
    knowing.use(Secret("geheim"))
    #expect(try await problem(knowing) == nil)
    #expect(transport.checkCount == 1)
  }

  @Test("A connection sends its password with every request") func aPasswordIsUsedFromThenOn()
    async throws
  {
    let transport = ScriptedTransport(200)
    let connection = try connection(transport)
    connection.use(Secret("geheim"))
    #expect(connection.canFetch)
    #expect(try await problem(connection) == nil)
    #expect(try await problem(connection) == nil)
    #expect(transport.passwords == ["geheim", "geheim"])
  }

  @Test("A connection without a user sends no credentials") func whereNoUserIsNeededNobodyIsNamed()
    async throws
  {
    let transport = ScriptedTransport(200)
    let connection = try connection(transport, user: "")
    #expect(connection.canFetch)
    #expect(try await problem(connection) == nil)
    #expect(transport.passwords == [nil])
  }

  /// A log would tell of a second failure if the words differed.
  @Test("A refused password is reported in the server's words")
  func aRefusalIsToldInTheServersWordsUntilAnotherPasswordIsGiven() async throws {
    let transport = ScriptedTransport { _, _ in
      .status(401, #"{"message": "Locked until 9."}"#, type: "application/json")
    }
    let connection = try connection(transport)
    connection.use(Secret("wrong"))
    let sentences = [try await problem(connection), try await problem(connection)].map {
      $0?.errorDescription
    }
    #expect(
      sentences[0]
        == "401 Unauthorized: wrong user or password: Locked until 9. (appliance.example.com).")
    #expect(sentences[1] == sentences[0])
    await connection.forgetPassword()
    #expect(connection.passwordNeeded == needed)
  }

  @Test func aRefusedPasswordIsNotSentAgain() async throws {
    let transport = ScriptedTransport(401)
    let connection = try connection(transport, passwords: [PasswordSource { Secret("source") }])
    connection.use(Secret("wrong"))
    #expect(
      try await problem(connection)
        == .unauthorized("https://appliance.example.com/resources/users"))
    #expect(!connection.canFetch)
    // Nor is one of the sources' tried behind the person's back: the account might be locked.
    #expect(try await problem(connection) == refused)
    #expect(transport.passwords == ["wrong"])
    connection.use(Secret("right"))
    #expect(connection.canFetch)
    _ = try await problem(connection)
    #expect(transport.passwords == ["wrong", "right"])
  }

  /// The next refresh says once more that the password was wrong, and not that there is none.
  @Test("A refused password is reported until another is given")
  func aRefusalIsSaidUntilThereIsAnotherPasswordOrTheUserLogsOut() async throws {
    let connection = try connection(ScriptedTransport(401, 200))
    #expect(connection.passwordNeeded == needed)
    connection.use(Secret("wrong"))
    #expect(connection.passwordNeeded == needed)
    _ = try await problem(connection)
    for _ in 0..<2 { #expect(try await problem(connection) == refused) }
    #expect(connection.passwordNeeded == refused)
    connection.use(Secret("right"))
    #expect(connection.passwordNeeded == needed)
    #expect(try await problem(connection) == nil)
    await connection.forgetPassword(isRefused: true)
    #expect(connection.passwordNeeded == refused)
    await connection.forgetPassword()
    #expect(connection.passwordNeeded == needed)
  }

  /// In a login of the server's own a 401 may be about anything.
  @Test("A 401 to a request without a password refuses none")
  func whereNoPasswordWasSentNoneIsRefused() async throws {
    let connection = Connection(
      to: try #require(server), as: "luca", over: ScriptedTransport(401),
      passwords: [PasswordSource { Secret("geheim") }], authentication: .login, now: { 7 })
    #expect(try await problem(connection) != nil)
    #expect(connection.canFetch)
    #expect(try await connection.password().text == "geheim")
  }

  /// A command is asked again when a person wants it, once each time, and what was refused isn't
  /// sent a second time.
  @Test("A password command is run again only for the user")
  func aCommandIsAskedAgainOnlyWhereAPersonWantsIt() async throws {
    let given = Mutex(["old", "old", "new"])
    let command = PasswordSource(isRepeatable: true) {
      Secret(given.withLock { $0.removeFirst() })
    }
    let transport = ScriptedTransport(401, 200)
    let connection = try connection(transport, passwords: [command])
    #expect(try await problem(connection)?.errorDescription == refused.errorDescription)
    // By itself it isn't.
    for _ in 0..<2 { #expect(try await problem(connection) == refused) }
    #expect(given.withLock { $0.count } == 2)
    connection.querySourcesAgain()
    #expect(try await problem(connection) == refused)
    #expect(try await problem(connection) == refused)
    #expect(transport.passwords == ["old"])
    connection.querySourcesAgain()
    #expect(try await problem(connection) == nil)
    #expect(transport.passwords == ["old", "new"])
    #expect(connection.canFetch)
  }

  /// A start asks several questions at once; a password command may open a window each time it is
  /// run.
  @Test("A connection asks a password source once for many requests")
  func howeverManyQuestionsWaitASourceIsAskedOnce() async throws {
    let gate = Mutex<[CheckedContinuation<Void, Never>]>([])
    let runs = Mutex(0)
    let command = PasswordSource {
      runs.withLock { $0 += 1 }
      await withCheckedContinuation { waiting in gate.withLock { $0.append(waiting) } }
      return Secret("late")
    }
    let transport = ScriptedTransport(200)
    let connection = try connection(transport, passwords: [command])
    let questions = (0..<4).map { _ in Task { try await problem(connection) } }
    try await waitUntil("all of them wait") { connection.login.waitingCount == 4 }
    // What a person gives meanwhile goes before what the command finds.
    connection.use(Secret("typed"))
    for waiting in gate.withLock(\.self) { waiting.resume() }
    for question in questions { #expect(try await question.value == nil) }
    #expect(runs.withLock { $0 } == 1)
    #expect(transport.passwords.allSatisfy { $0 == "typed" })
  }

  @Test("Cancelling the last request cancels the password source")
  func withTheLastQuestionTheSearchForAPasswordIsGivenUp() async throws {
    let hasBegun = Mutex(false)
    let command = PasswordSource {
      hasBegun.withLock { $0 = true }
      try await Task.sleep(for: .seconds(600))
      return nil
    }
    let connection = try connection(ScriptedTransport(200), passwords: [command])
    let question = Task { try await problem(connection) }
    try await waitUntil("a source is asked") { hasBegun.withLock(\.self) }
    question.cancel()
    await #expect(throws: CancellationError.self) { _ = try await question.value }
    #expect(connection.canFetch)
  }

  /// As git does with its credential helpers.
  @Test("A password source forgets a refused password") func aSourceForgetsWhatTheServerRefused()
    async throws
  {
    let forgotten = Mutex(0)
    let keyring = PasswordSource { _ in
      forgotten.withLock { $0 += 1 }
    } _: {
      Secret("old")
    }
    let asking = try connection(ScriptedTransport(401), passwords: [keyring])
    #expect(try await problem(asking) != nil)
    #expect(forgotten.withLock { $0 } == 1)
    // What was typed to be remembered, too.
    let told = try connection(ScriptedTransport(401))
    told.use(Secret("wrong"), from: keyring)
    for _ in 0..<2 { #expect(try await problem(told) != nil) }
    #expect(forgotten.withLock { $0 } == 2)
  }

  /// OpenMRS says with 200 that nobody is logged in.
  @Test("A password refused with status 200 isn't sent again")
  func aPasswordThatWasRefusedInOtherWordsIsNotSentAgain() async throws {
    let command = PasswordSource(isRepeatable: true) { Secret("old") }
    let transport = ScriptedTransport(200, 200)
    let connection = try connection(transport, passwords: [command])
    #expect(try await problem(connection) == nil)
    await connection.forgetPassword(isRefused: true)
    for _ in 0..<3 {
      connection.querySourcesAgain()
      #expect(
        try await problem(connection) == .unauthorized("https://appliance.example.com"))
    }
    #expect(transport.passwords == ["old"])
  }

  @Test("A password command that fails at its second run leaves a refusal")
  func whereACommandFailsAtTheSecondTimeAPersonIsAsked() async throws {
    let isFirst = Mutex(true)
    let command = PasswordSource(isRepeatable: true) {
      let isFirst = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      guard isFirst else { throw PasswordError.nothingPrinted }
      return Secret("old")
    }
    let connection = try connection(ScriptedTransport(401), passwords: [command])
    #expect(try await problem(connection) != nil)
    connection.querySourcesAgain()
    #expect(try await problem(connection) == refused)
  }

  /// By itself a command that failed isn't run again; for a person it is, once, and then they are
  /// asked.
  @Test("A failed password command is run again only for the user")
  func aCommandThatFailsIsRunAgainOnlyWhereAPersonWantsIt() async throws {
    let runs = Mutex(0)
    let command = PasswordSource(isRepeatable: true) {
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      guard run > 2 else { throw PasswordError.nothingPrinted }
      return Secret("right")
    }
    let transport = ScriptedTransport(200)
    let connection = try connection(transport, passwords: [command])
    for _ in 0..<3 {
      await #expect(throws: PasswordError.nothingPrinted) {
        _ = try await connection.fetch(try uri())
      }
    }
    #expect(runs.withLock { $0 } == 1)
    connection.querySourcesAgain()
    #expect(try await problem(connection) == needed)
    #expect(runs.withLock { $0 } == 2)
    connection.querySourcesAgain()
    #expect(try await problem(connection) == nil)
    #expect(transport.passwords == ["right"])
  }

  @Test("A 401 without a user advises to add one") func whereNobodyWasNamedAUserIsWanted()
    async throws
  {
    let problem = try await problem(connection(ScriptedTransport(401), user: ""))
    #expect(
      problem?.errorDescription
        == "401 Unauthorized: this server requires a user (appliance.example.com).")
    #expect(problem?.recoverySuggestion == "Add --user NAME.")
  }

  @Test("A 401 after a success is retried once in a new session")
  func afterASuccessARefusalIsAnsweredOnceWithANewSession() async throws {
    let transport = ScriptedTransport(200, 401, 200)
    let connection = try connection(transport)
    connection.use(Secret("geheim"))
    #expect(try await problem(connection) == nil)
    #expect(try await problem(connection) == nil)
    #expect(transport.passwords == ["geheim", "geheim", "geheim"])
    #expect(transport.forgetCount == 1)
  }

  /// Older OpenMRS says so of an ended session, with a page; what is forbidden it says in JSON.
  @Test("An HTML 403 after a success is retried in a new session")
  func aPageThatForbidsMayBeOfAnEndedSessionToo() async throws {
    let transport = ScriptedTransport(200, 403, 200, type: "text/html;charset=utf-8")
    let connection = try connection(transport)
    connection.use(Secret("geheim"))
    #expect(try await problem(connection) == nil)
    _ = try await problem(connection)
    #expect(transport.passwords.count == 3)
    #expect(transport.forgetCount == 1)
    let plain = ScriptedTransport(200, 403, 200)
    let other = try self.connection(plain)
    other.use(Secret("geheim"))
    for _ in 0..<2 { _ = try await problem(other) }
    #expect(plain.passwords.count == 2)
  }

  @Test("A second 401 in a new session refuses the password")
  func ifThatIsRefusedTooThePasswordIsWrongNow() async throws {
    let transport = ScriptedTransport(200, 401, 401, 200)
    let connection = try connection(transport)
    connection.use(Secret("geheim"))
    #expect(try await problem(connection) == nil)
    #expect(try await problem(connection) != nil)
    #expect(try await problem(connection) == refused)
    #expect(transport.passwords.count == 3)
  }

  /// Several requests are under way with the old password; one's refusal has the person type a new
  /// one, then the other's comes.
  @Test("A late refusal of the old password keeps the new one")
  func aLateRefusalOfTheOldPasswordLeavesTheNewOne() async throws {
    let (held, release) = AsyncStream.makeStream(of: Void.self)
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let transport = ScriptedTransport(401, 401, 200) { number in
      guard number == 1 else { return }
      begin.finish()
      for await _ in held {}
    }
    let connection = try connection(transport)
    connection.use(Secret("old"))
    let late = Task { try await problem(connection) }
    for await _ in began {}
    #expect(try await problem(connection) != nil)
    connection.use(Secret("new"))
    release.finish()
    #expect(try await late.value != nil)
    #expect(connection.canFetch)
    #expect(try await problem(connection) == nil)
    #expect(transport.passwords == ["old", "old", "new"])
  }

  @Test("Password sources are asked in order, and once") func sourcesAreAskedInTheirOrderAndOnce()
    async throws
  {
    let asked = Mutex<[String]>([])
    let transport = ScriptedTransport(200)
    func source(_ name: String, _ password: String?) -> PasswordSource {
      PasswordSource {
        asked.withLock { $0.append(name) }
        return password.map { Secret($0) }
      }
    }
    let connection = try connection(
      transport, passwords: [source("a", nil), source("b", "of b"), source("c", "of c")])
    #expect(connection.canFetch)
    #expect(asked.withLock { $0 }.isEmpty)
    for _ in 0..<3 { #expect(try await problem(connection) == nil) }
    #expect(asked.withLock { $0 } == ["a", "b"])
    #expect(transport.passwords == ["of b", "of b", "of b"])
  }

  @Test("A password source's error is thrown") func whatASourceCannotDoIsSaid() async throws {
    let connection = try connection(
      ScriptedTransport(200), passwords: [PasswordSource { throw HTTPError.cancelled }])
    #expect(try await problem(connection) == .cancelled)
  }

  // MARK: What is kept

  @Test("A good response is cached before it is returned")
  func aGoodAnswerIsKeptBeforeItIsReturnedAndKnownToTheNextProcess() async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.file("answers"), of: account)
    let connection = try connection(ScriptedTransport(200, body: "[1]"), cache: cache, now: 99)
    connection.use(Secret("geheim"))
    #expect(await connection.cachedResponse(try uri()) == nil)
    let answer = try await connection.fetch(try uri())
    #expect(answer.timestamp == 99)
    #expect(answer.cacheFailure == nil)
    #expect(!answer.isRecorded)
    let next = try self.connection(ScriptedTransport(500), cache: cache)
    let known = try #require(await next.cachedResponse(try uri()))
    #expect(known.json == answer.json)
    #expect(known.timestamp == 99)
    #expect(known.location == "https://appliance.example.com/resources/users")
  }

  @Test(
    "A bad response isn't cached",
    arguments: [
      (401, "[1]"), (403, "[1]"), (404, "[1]"), (500, "[1]"), (200, "<html>"), (200, ""),
    ])
  func whatIsNoGoodAnswerIsNotKept(status: Int, body: String) async throws {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.file("answers"), of: account)
    let connection = try connection(ScriptedTransport(status, body: body), cache: cache)
    connection.use(Secret("geheim"))
    await #expect(throws: HTTPError.self) { _ = try await connection.fetch(try uri()) }
    #expect(try directory.files() == [])
  }

  /// Two questions with one address would have one answer.
  @Test("A response to a request with a body isn't cached") func whatIsAskedInABodyIsNotKept()
    async throws
  {
    let directory = try TemporaryDirectory()
    let cache = ResponseCache(directory: directory.file("answers"), of: account)
    let connection = try connection(ScriptedTransport(200, body: "[1]"), cache: cache)
    connection.use(Secret("geheim"))
    let body = HTTPBody(Array("{}".utf8), type: "application/json")
    let answer = try await connection.fetch(try uri(), body: body)
    #expect(answer.json == .array([.number("1")]))
    #expect(answer.cacheFailure == nil)
    #expect(await connection.cachedResponse(try uri()) == nil)
    #expect(try directory.files() == [])
  }

  @Test("A response that can't be cached is returned and says so")
  func whereNothingCanBeKeptTheAnswerIsThereAndSaysSo() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("answers", "a file where the folder should be")
    let cache = ResponseCache(directory: directory.file("answers"), of: account)
    let connection = try connection(ScriptedTransport(200), cache: cache)
    connection.use(Secret("geheim"))
    let answer = try await connection.fetch(try uri())
    #expect(answer.json == .array([]))
    #expect(answer.cacheFailure?.isEmpty == false)
  }

  @Test("A response that isn't a list quotes the server")
  func aListIsAListAndAnythingElseQuotesTheServer() throws {
    let place = "https://appliance.example.com/x"
    #expect(try ServerResponse(.array([.null]), timestamp: 0, location: place).list() == [.null])
    let message = try JSON(Array(#"{"message":"no such list"}"#.utf8))
    #expect(throws: HTTPError.self) {
      _ = try ServerResponse(message, timestamp: 0, location: place).list()
    }
    #expect(throws: ReplayError.self) {
      _ = try ServerResponse(message, timestamp: 0, location: place, isRecorded: true).list()
    }
    let said = ServerResponse(message, timestamp: 0, location: place).unexpected("a list")
    #expect(said.localizedDescription.contains("no such list"))
  }
}
