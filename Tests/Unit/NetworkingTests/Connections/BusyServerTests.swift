import Core
import Networking
import RepriseTesting
import Synchronization
import Testing

/// A server that says when it may be asked again, or that it wants another login.
@Suite struct BusyServerTests {
  private func connection(
    _ transport: any HTTPTransport, now: @escaping @Sendable () -> Int = { 100 }
  ) throws -> Connection {
    let connection = Connection(
      to: try #require(ServerAddress("https://host.example")), as: "luca", over: transport, now: now
    )
    connection.use(Secret("geheim"))
    return connection
  }

  private func asked(_ connection: Connection) async throws -> HTTPError? {
    do {
      _ = try await connection.fetch(try #require(ResourceURI("/list")))
      return nil
    } catch let problem as HTTPError {
      return problem
    }
  }

  @Test("A connection respects Retry-After unless the user asks")
  func nothingIsSentBeforeItsTimeUnlessAPersonAsks() async throws {
    let transport = ScriptedTransport { _, number in
      number == 2
        ? .status(200, "[]") : .status(429, headers: [HTTPHeader("Retry-After", "60")])
    }
    let timestamp = Mutex(100)
    let connection = try connection(transport) { timestamp.withLock { $0 } }
    func busy(_ seconds: Int, until: Int) -> HTTPError {
      .busy(
        "https://host.example/list", 429, reason: "", line: nil, seconds: seconds, until: until)
    }
    #expect(try await asked(connection) == busy(60, until: 160))
    timestamp.withLock { $0 = 159 }
    #expect(try await asked(connection) == busy(1, until: 160))
    #expect(transport.requests.count == 1)
    connection.querySourcesAgain()
    #expect(try await asked(connection) == busy(60, until: 219))
    #expect(transport.requests.count == 2)
    timestamp.withLock { $0 = 219 }
    #expect(try await asked(connection) == nil)
    #expect(try await asked(connection) == busy(60, until: 279))
    // A clock that was set back makes no wait longer.
    timestamp.withLock { $0 = -86_400 }
    #expect(try await asked(connection) != nil)
    #expect(transport.requests.count == 5)
  }

  @Test("A connection limits an absurd Retry-After to an hour") func anAbsurdTimeIsAnHour()
    async throws
  {
    let transport = ScriptedTransport { _, _ in
      .status(503, headers: [HTTPHeader("Retry-After", "99999999999999999999")])
    }
    let timestamp = Mutex(0)
    let connection = try connection(transport) { timestamp.withLock { $0 } }
    #expect(try await asked(connection)?.secondsToWait == 3600)
    timestamp.withLock { $0 = 3599 }
    _ = try await asked(connection)
    #expect(transport.requests.count == 1)
    timestamp.withLock { $0 = 3600 }
    _ = try await asked(connection)
    #expect(transport.requests.count == 2)
  }

  @Test("A connection keeps its password when the server wants another scheme")
  func anotherLoginForgetsNoPassword() async throws {
    let transport = ScriptedTransport { _, number in
      number == 0
        ? .status(401, headers: [HTTPHeader("WWW-Authenticate", "Negotiate")]) : .status(200, "[]")
    }
    let connection = try connection(transport)
    #expect(
      try await asked(connection)
        == .loginNotOffered("https://host.example/list", schemes: ["Negotiate"]))
    #expect(connection.canFetch)
    #expect(try await asked(connection) == nil)
    #expect(transport.passwords == ["geheim", "geheim"])
  }
}
