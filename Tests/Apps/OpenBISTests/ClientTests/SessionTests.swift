import Accounts
import Reprise
import Synchronization
import Testing

@testable import OpenBIS

@Suite struct SessionTests {
  private static let login = "tryToAuthenticateAtQueryServer"

  @Test("openBIS uses one login for many requests") func thereIsOneLoginForManyQuestions()
    async throws
  {
    let lab = try Laboratory()
    _ = try await lab.source.root(.server)
    _ = try await lab.source.sync(.changes) { _ in }
    _ = try await lab.source.family(of: ResourceID("20261122015839416-45"), .server)
    let calls = lab.server.takeCalls()
    #expect(calls.count { $0 == Self.login } == 1)
    #expect(calls.count { $0 == "listAggregationServices" } == 1)
    #expect(!lab.transport.hadCredentials)
  }

  @Test("openBIS concurrent requests share one login") func questionsAtOnceShareOneLogin()
    async throws
  {
    let lab = try Laboratory()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { _ = try await lab.source.session.readingService() }
      }
      try await group.waitForAll()
    }
    #expect(lab.server.takeCalls().count { $0 == Self.login } == 1)
  }

  @Test("openBIS restart checks the stored token") func theNextStartAsksWhetherTheTokenLives()
    async throws
  {
    let lab = try Laboratory()
    _ = try await lab.source.root(.server)
    _ = lab.server.takeCalls()
    _ = try await lab.restarted().source.root(.server)
    let calls = lab.server.takeCalls()
    #expect(calls.first == "isSessionActive")
    #expect(!calls.contains(Self.login))
  }

  @Test("openBIS dead token costs one login") func aTokenThatDiedCostsOneLogin() async throws {
    let lab = try Laboratory()
    _ = try await lab.source.root(.server)
    lab.server.change { $0.sessions = [] }
    _ = lab.server.takeCalls()
    _ = try await lab.restarted().source.root(.server)
    #expect(lab.server.takeCalls().prefix(2) == ["isSessionActive", Self.login])
  }

  /// session/sixth-login-*
  @Test("openBIS session displaced by others is renewed")
  func aSessionThatOthersPushedOutIsBegunAnew() async throws {
    let lab = try Laboratory()
    _ = try await lab.source.root(.server)
    for _ in 0..<5 {
      _ = try await Laboratory(after: lab).othersLogin()
    }
    _ = lab.server.takeCalls()
    _ = try await lab.source.root(.server)
    #expect(lab.server.takeCalls().count { $0 == Self.login } == 1)
  }

  @Test("openBIS expired session is renewed once") func aSessionThatExpiredIsBegunAnewOnce()
    async throws
  {
    let lab = try Laboratory()
    try await lab.synced()
    lab.pass(seconds: 50_000)
    let detail = try await lab.source.detail(of: ResourceID("20261122015839416-45"), .server)
    #expect(detail.content.identifier == "/PROBES/PROBE/PROBE1")
    #expect(
      lab.server.takeCalls() == [
        "createReportFromAggregationService DETAIL 20261122015839416-45", Self.login,
        "createReportFromAggregationService DETAIL 20261122015839416-45",
      ])
  }

  @Test("openBIS wrong password is sent once") func aWrongPasswordIsSentOnce() async throws {
    let lab = try Laboratory(password: "wrong")
    for _ in 0..<2 {
      await #expect(throws: HTTPError.unauthorized("https://lab.example", hasStatus: false)) {
        try await lab.source.root(.server)
      }
    }
    #expect(lab.server.takeCalls() == [Self.login])
  }

  @Test("openBIS user without a role gets the message") func aUserWithoutARoleIsToldSo()
    async throws
  {
    let lab = try Laboratory(as: "norole", password: "nothing")
    await #expect(
      throws: OpenBISError.noRole(
        "User 'norole' has no role assignments and thus is not permitted to login.")
    ) { try await lab.source.root(.server) }
  }

  @Test("openBIS password may have any characters") func aPasswordMayHaveAnyCharacters()
    async throws
  {
    let lab = try Laboratory(as: "anna-maria.o-neil", password: "p\"\\w/ 植")
    _ = try await lab.source.root(.server)
  }

  @Test("openBIS logout revokes the token") func loggingOutGivesTheTokenBack() async throws {
    let lab = try Laboratory()
    _ = try await lab.source.root(.server)
    try await lab.source.logOut()
    #expect(lab.server.state.withLock(\.sessions).isEmpty)
    #expect(try lab.tokens.read() == nil)
  }

  @Test("openBIS sign-in revokes its session") func theGateGivesItsSessionBack() async throws {
    let lab = try Laboratory()
    try await OpenBISSession.configuration.logIn(lab.connection)
    #expect(lab.server.takeCalls() == [Self.login, "logout"])
  }

  /// pat/*
  @Test("openBIS personal access token needs no login") func aPersonalAccessTokenNeedsNoLogin()
    async throws
  {
    let lab = try Laboratory(password: "$pat-admin-1")
    _ = try await lab.source.sync(.changes) { _ in }
    let root = try await lab.source.root(.cacheOnly)
    #expect(titles(root.content.entities) == ["Probes", "Targets and Compounds"])
    let calls = lab.server.takeCalls()
    #expect(calls.prefix(2) == ["isSessionActive", "searchAggregationServices"])
    #expect(!calls.contains { $0.hasPrefix("createReport") || $0 == Self.login })
  }

  @Test("openBIS personal access token that is refused is reported")
  func aTokenThatIsNotTakenIsRefusedInItsOwnWords() async throws {
    let lab = try Laboratory(password: "$pat-nobody")
    let problem = await #expect(throws: HTTPError.self) {
      try await lab.source.root(.server)
    }
    #expect(problem?.dataStatus == .noPassword)
    #expect(
      problem?.errorDescription?.hasPrefix("The server rejects this personal access token: ")
        == true)
    #expect(!lab.connection.canFetch)
  }

  @Test("openBIS server that is none is reported") func aServerElsewhereIsNoOpenBIS() async throws {
    let lab = try Laboratory()
    lab.transport.answer("lab.example", .html("<html>404</html>", status: 404))
    await #expect(
      throws: OpenBISError.noServer("https://lab.example/openbis/openbis/rmi-query-v1.json")
    ) { try await lab.source.root(.server) }
  }
}

extension Laboratory {
  /// Another program of the same user logs in.
  nonisolated(nonsending) func othersLogin() async throws {
    _ = try await OpenBISSession(connection).readingService()
  }
}
