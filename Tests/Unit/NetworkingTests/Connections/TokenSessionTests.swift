import Core
import Foundation
import Networking
import RepriseTesting
import Synchronization
import Testing

@Suite struct TokenSessionTests {
  private struct Ended: Error {}

  /// A server that gives tokens, and what it was asked.
  private final class TokenServer: Sendable {
    struct State {
      var alive: Set<String> = []
      var number = 0
      var asked: [String] = []
      var isAway = false
    }

    let state = Mutex(State())

    func session(_ store: TokenStore, _ openLogins: OpenLogins? = nil) -> TokenSession {
      TokenSession(
        store,
        isAlive: { token in
          self.state.withLock { state in
            state.asked.append("alive \(token.word)")
            return state.alive.contains(token.word)
          }
        },
        logIn: {
          try self.state.withLock { state in
            state.asked.append("login")
            if state.isAway { throw HTTPError.refused(host: "lab") }
            state.number += 1
            state.alive.insert("t\(state.number)")
            return Secret("t\(state.number)")
          }
        },
        logOut: { token in
          self.state.withLock { state in
            state.asked.append("logout \(token.word)")
            state.alive.remove(token.word)
          }
        }, hasEnded: { $0 is Ended }, openLogins: openLogins)
    }

    func answer(_ token: Secret) throws -> String {
      try state.withLock { state in
        guard state.alive.contains(token.word) else { throw Ended() }
        return token.word
      }
    }

    var asked: [String] { state.withLock(\.asked) }
  }

  @Test("A token session logs in once for all requests") func oneLoginServesAllQuestions()
    async throws
  {
    let server = TokenServer()
    let session = server.session(.inMemory())
    for _ in 0..<3 {
      #expect(try await session.withToken { try server.answer($0) } == "t1")
    }
    #expect(server.asked == ["login"])
  }

  /// What the next process can't use is given back, also by a thread that waits; what is kept
  /// stays, and so does what has ended.
  @Test("A token session that isn't stored is logged out at the end")
  func aLoginThatNothingKeepsIsGivenBack() async throws {
    let server = TokenServer()
    let logins = OpenLogins()
    let session = server.session(.inMemory(), logins)
    #expect(logins.isEmpty)
    _ = try await session.withToken { try server.answer($0) }
    #expect(!logins.isEmpty)
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        logins.logOutAllNow()
        done.resume()
      }
    }
    #expect(logins.isEmpty && server.asked == ["login", "logout t1"])
    let kept = TokenStore.inMemory()
    let sealed = server.session(TokenStore(read: kept.read, write: kept.write), logins)
    _ = try await sealed.withToken { try server.answer($0) }
    #expect(logins.isEmpty)
    let unkept = server.session(TokenStore(read: { nil }, write: { _ in throw Ended() }), logins)
    _ = try await unkept.withToken { try server.answer($0) }
    #expect(!logins.isEmpty)
    server.state.withLock { $0.isAway = true }
    await #expect(throws: HTTPError.self) {
      try await server.session(.inMemory(), logins).withToken { _ in }
    }
    await logins.logOutAll()
    #expect(server.state.withLock(\.alive) == ["t2"])
  }

  @Test("Concurrent requests wait for one login of a token session")
  func questionsAtOnceWaitForOneLogin() async throws {
    let server = TokenServer()
    let session = server.session(.inMemory())
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask { try await session.withToken { try server.answer($0) } }
      }
      for try await answer in group { #expect(answer == "t1") }
    }
    #expect(server.asked == ["login"])
  }

  @Test("A stored token is checked once and used") func aKeptTokenIsAskedForOnceAndUsed()
    async throws
  {
    let server = TokenServer()
    let store = TokenStore.inMemory()
    _ = try await server.session(store).withToken { try server.answer($0) }
    let next = server.session(store)
    for _ in 0..<3 { _ = try await next.withToken { try server.answer($0) } }
    #expect(server.asked == ["login", "alive t1"])
  }

  @Test("An ended token session logs in anew once") func anEndedSessionIsBegunAnewOnce()
    async throws
  {
    let server = TokenServer()
    let session = server.session(.inMemory())
    _ = try await session.withToken { try server.answer($0) }
    server.state.withLock { $0.alive = [] }
    #expect(try await session.withToken { try server.answer($0) } == "t2")
    #expect(server.asked == ["login", "login"])
    await #expect(throws: Ended.self) {
      try await session.withToken { _ in throw Ended() }
    }
    #expect(server.asked.count == 3)
  }

  @Test("A token session uses another process's login") func anotherProcesssLoginIsUsed()
    async throws
  {
    let server = TokenServer()
    let store = TokenStore.inMemory()
    let first = server.session(store)
    _ = try await first.withToken { try server.answer($0) }
    server.state.withLock { $0.alive = [] }
    let second = server.session(store)
    _ = try await second.withToken { try server.answer($0) }
    #expect(try await first.withToken { try server.answer($0) } == "t2")
    #expect(server.asked == ["login", "alive t1", "login", "alive t2"])
  }

  @Test func aLoginThatFailsIsTriedAgain() async throws {
    let server = TokenServer()
    let session = server.session(.inMemory())
    server.state.withLock { $0.isAway = true }
    await #expect(throws: HTTPError.refused(host: "lab")) {
      try await session.withToken { try server.answer($0) }
    }
    server.state.withLock { $0.isAway = false }
    #expect(try await session.withToken { try server.answer($0) } == "t1")
  }

  @Test("Ending a token session logs out once") func theTokenIsGivenBack() async throws {
    let server = TokenServer()
    let store = TokenStore.inMemory()
    _ = try await server.session(store).withToken { try server.answer($0) }
    // By a process that has asked nothing yet.
    let next = server.session(store)
    try await next.end()
    try await next.end()
    #expect(server.asked == ["login", "logout t1"])
    #expect(try store.read() == nil)
  }

  /// A question that finds its session ended just then logs in anew; that session is ended, too.
  @Test("A token session that begins during a logout is logged out too")
  func aSessionThatBeginsWhileOneIsEndedIsEndedToo() async throws {
    let log = Mutex<[String]>([])
    let question = Mutex<(@Sendable () async throws -> Void)?>(nil)
    let store = TokenStore.inMemory()
    let session = TokenSession(
      store, isAlive: { _ in true },
      logIn: {
        log.withLock { log in
          log.append("login")
          return Secret("t\(log.count)")
        }
      },
      logOut: { token in
        log.withLock { $0.append("logout \(token.word)") }
        let ask = question.withLock { question in
          defer { question = nil }
          return question
        }
        try await ask?()
      }, hasEnded: { $0 is Ended })
    question.withLock { question in
      question = {
        try await session.withToken { token in if token.word == "t1" { throw Ended() } }
      }
    }
    try await session.withToken { _ in }
    try await session.end()
    #expect(log.withLock { $0 } == ["login", "logout t1", "login", "logout t3"])
    #expect(try store.read() == nil)
  }

  @Test("A connection with the server's own login sends no credentials")
  func aLoginOfTheServersOwnSendsNoCredentials() async throws {
    let transport = ScriptedTransport(200)
    let server = try #require(ServerAddress("https://lab.example.com"))
    let connection = Connection(
      to: server, as: "luca", over: transport, authentication: .login, now: { 7 })
    await #expect(
      throws: HTTPError.passwordNeeded(server: "lab.example.com", user: "luca")
    ) { _ = try await connection.password() }
    let password = Secret("geheim")
    connection.use(password)
    #expect(try await connection.password() === password)
    _ = try await connection.response(to: try #require(ResourceURI("/services")))
    #expect(transport.passwords == [nil])
    let refusal = await connection.refusal(of: password, because: "The token has expired")
    #expect(refusal.errorDescription == "The token has expired (lab.example.com).")
    #expect(!connection.canFetch)
  }

  @Test("A connection refuses a URL of another server") func anotherServersAddressIsNotAsked()
    async throws
  {
    let transport = ScriptedTransport(200)
    let server = try #require(ServerAddress("https://lab.example.com"))
    let connection = Connection(to: server, over: transport, now: { 7 })
    let url = try #require(server.url("/x"))
    _ = try await connection.response(to: url)
    let other = try #require(ServerAddress("https://lab.example.com:8444")?.url("/x"))
    await #expect(throws: HTTPError.self) { _ = try await connection.response(to: other) }
    #expect(transport.passwords.count == 1)
  }
}

extension Secret {
  fileprivate var word: String { withBytes { String(decoding: $0, as: UTF8.self) } }
}
