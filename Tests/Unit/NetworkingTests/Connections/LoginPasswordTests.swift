import Core
import RepriseTesting
import Synchronization
import Testing

@testable import Networking

/// The questions that wait for a password, and the sources that are asked for it.
@Suite struct LoginPasswordTests {
  private let needed = HTTPError.passwordNeeded(server: "appliance.example.com", user: "luca")

  private func login(_ source: PasswordSource) throws -> LoginPassword {
    LoginPassword(
      of: "luca", at: try #require(ServerAddress("https://appliance.example.com")),
      sources: [source])
  }

  private func problem(_ login: LoginPassword) async -> (any Error)? {
    do {
      _ = try await login.known()
      return nil
    } catch {
      return error
    }
  }

  /// A person wanted it once more, and not once more for each question.
  @Test("Requests that join a password lookup start no other") func whoJoinsALookupAsksForNoOther()
    async throws
  {
    let count = Mutex(0)
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let login = try login(
      PasswordSource(isRepeatable: true) {
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 2 { for await _ in gate {} }
        throw PasswordError.nothingPrinted
      })
    #expect(await problem(login) as? PasswordError == .nothingPrinted)
    // By itself the source isn't asked again.
    #expect(await problem(login) as? PasswordError == .nothingPrinted)
    #expect(count.withLock { $0 } == 1)
    login.querySourcesAgain()
    async let first = problem(login)
    async let second = problem(login)
    try await waitUntil("both wait") { login.waitingCount == 2 }
    opening.finish()
    let problems = await [first, second]
    #expect(problems.map { $0 as? HTTPError } == [needed, needed])
    #expect(await problem(login) as? PasswordError == .nothingPrinted)
    #expect(count.withLock { $0 } == 2)
  }

  @Test("A login asks a password source once for many requests")
  func aSourceIsAskedOnceHoweverManyQuestionsWait() async throws {
    let count = Mutex(0)
    let (gate, opening) = AsyncStream<Void>.makeStream()
    let login = try login(
      PasswordSource {
        count.withLock { $0 += 1 }
        for await _ in gate {}
        return Secret("geheim")
      })
    #expect(login.isKnowable && login.atHand == nil)
    async let first = problem(login)
    async let second = problem(login)
    try await waitUntil("both wait") { login.waitingCount == 2 }
    opening.finish()
    let problems = await [first, second]
    #expect(problems.allSatisfy { $0 == nil })
    #expect(count.withLock { $0 } == 1)
    #expect(login.atHand?.text == "geheim" && login.waitingCount == 0)
  }

  @Test("A password source without a password isn't asked again")
  func aSourceThatKnowsNothingIsNotAskedAgain() async throws {
    let count = Mutex(0)
    let login = try login(
      PasswordSource(isRepeatable: true) {
        count.withLock { $0 += 1 }
        return nil
      })
    for _ in 0..<3 { #expect(await problem(login) as? HTTPError == needed) }
    // Nothing has failed that could be tried once more.
    login.querySourcesAgain()
    #expect(await problem(login) as? HTTPError == needed)
    #expect(count.withLock { $0 } == 1)
    #expect(!login.isKnowable)
  }

  /// The wish that the sources be asked once more ends where a person helps.
  @Test("A refused typed password doesn't run the password source again")
  func whoGivesAPasswordWantsNoSourceAskedOnceItIsRefused() async throws {
    let count = Mutex(0)
    let login = try login(
      PasswordSource(isRepeatable: true) {
        count.withLock { $0 += 1 }
        throw PasswordError.nothingPrinted
      })
    #expect(await problem(login) as? PasswordError == .nothingPrinted)
    login.querySourcesAgain()
    let typed = Secret("typed")
    login.use(typed)
    #expect(await problem(login) == nil)
    await login.refuse(typed)
    #expect(
      await problem(login) as? HTTPError == .unauthorized("https://appliance.example.com"))
    #expect(count.withLock { $0 } == 1)
  }
}
