import Accounts
import Reprise
import Synchronization
import Testing

@testable import OpenBIS

/// A strict server, and a viewer's source that asks it.
final class Laboratory: Sendable {
  let server: StrictServer
  let transport: StrictTransport
  let tokens: TokenStore
  let files: StoreFiles
  let source: ServerSource
  let connection: Connection

  var store: EntityStore { source.store }

  /// Creates a server and a source.
  ///
  /// - Parameters:
  ///   - instance: The contents of the server.
  ///   - user: The user's name.
  ///   - password: The user's password, or a personal access token.
  ///   - earlier: The viewer's earlier run, whose token and files are there.
  ///   - files: The files in the place of the earlier run's.
  init(
    _ instance: StrictInstance = .probes, as user: String = "admin", password: String = "secret",
    after earlier: Laboratory? = nil,
    files: StoreFiles? = nil
  ) throws {
    let server = earlier?.server ?? StrictServer(instance)
    let transport = earlier?.transport ?? StrictTransport(server)
    self.server = server
    self.transport = transport
    tokens = earlier?.tokens ?? .inMemory()
    self.files = files ?? earlier?.files ?? .inMemory()
    let address = try #require(ServerAddress("https://lab.example/openbis/webapp/eln-lims/"))
    func connection(_ server: ServerAddress, _ user: String) -> Connection {
      let configuration = OpenBISSession.configuration
      return Connection(
        to: server, as: user, headers: configuration.headers, over: transport,
        authentication: configuration.authentication, refusal: configuration.refusal,
        now: { transport.server.now })
    }
    let own = connection(address, user)
    own.use(Secret(password))
    self.connection = own
    source = ServerSource(
      OpenBISSession(own, keeping: tokens),
      EntityStore(self.files, now: { transport.server.now }), pause: Self.pause
    ) {
      address, hasUser in
      let configuration = OpenBISSession.configuration
      return Connection(
        to: address, as: hasUser ? user : "", headers: configuration.headers, over: transport,
        authentication: .login, refusal: configuration.refusal, now: { transport.server.now })
    }
  }

  /// Lets others go on; whoever has waited long enough is one that waits in vain.
  private static let pause: @Sendable () async throws -> Void = {
    try await Task.sleep(for: .milliseconds(1))
  }

  /// Returns a later run of the same viewer, with what it kept.
  func restarted(password: String = "secret") throws -> Laboratory {
    try Laboratory(password: password, after: self)
  }

  /// Syncs everything, and forgets the calls.
  @discardableResult nonisolated(nonsending) func synced(
    _ scope: SyncScope = .changes
  ) async throws -> SyncReport {
    let report = try await source.sync(scope) { _ in }
    _ = server.takeCalls()
    return report
  }

  /// The viewer of the source, at the server's time.
  @MainActor var viewer: Viewer {
    let server = server
    return Viewer(
      EntityReader(
        client: EntityClient(source), origin: Provenance(.live("lab.example"), .notRequested),
        zone: .utc, usesServer: true, now: { Timestamp(milliseconds: server.now * 1000) },
        recoverable: Route.recoverable(at: connection)),
      directory: "/nowhere", debounce: {})
  }

  func pass(seconds: Int) { server.change { $0.now += seconds } }
}

extension ServerSource {
  /// Asks the server for the first hits.
  nonisolated(nonsending) func search(_ search: EntitySearch) async throws -> TimestampedResponse<
    EntityList
  > {
    try await self.search(search, from: 0, .server)
  }
}

extension StrictServer {
  var now: Int { state.withLock(\.now) }
}

/// The titles of entities.
func titles(_ list: EntityList) -> [String] { list.map(\.title) }
