import Accounts
import Foundation
import Reprise
import RepriseTesting
import Synchronization
import Testing

@testable import OpenBIS

/// The real executable at a strict server with TLS, whose categories the test renews, and what it
/// keeps sealed, which the test reads beside it.
@MainActor struct SyncedExecutable {
  let strict: StrictServer
  let server: TestServer
  let terminal: TmuxTerminal
  private let home: TemporaryDirectory
  private let directory: VaultDirectory
  private let categories: [ResourceID]

  private static let password = "secret"
  private nonisolated static let columns = [
    "PERM_ID", "REFCON", "CATEGORY", "SUMMARY_HEADER", "SUMMARY", "CHILDREN", "ROOT_LEVEL",
    "DELETED",
  ]

  /// Starts a server with some categories of so many entities, all of edition 1, and the executable
  /// there; it is locked.
  ///
  /// - Parameter delay: The time that the answer about a category takes.
  init(categories count: Int, entities: Int, delay: Duration) async throws {
    let strict = StrictServer()
    self.strict = strict
    server = try await TestServer(.vouchedFor) { seen in
      var answer = LoopbackTests.answer(seen, strict)
      if seen.body?.contains("\"ROOT\"") == true { answer.delay = delay }
      return answer
    }
    categories = (0..<count).map { ResourceID("SHELF \($0)") }
    home = try TemporaryDirectory()
    let words = [
      "--server", server.origin, "--user", "admin", "--cacert", TestCertificate.authorityFile,
    ]
    let settings = try ServerSettings(
      application: "openbis",
      Arguments(words, commands: [], options: Option.servers, program: "openbis"),
      environment: ["HOME": home.path])
    directory = try VaultDirectory(
      of: try #require(settings.account), in: home.file("state/openbis"))
    terminal = try TmuxTerminal(
      size: Size(rows: 30, columns: 100),
      environment: ["XDG_STATE_HOME": home.file("state"), "TZ": "UTC"], home: home,
      running: [BuiltProgram.path("openbis")] + words)
    publish(1, entities: entities)
  }

  // MARK: The server

  /// Puts another edition of every entity on the server.
  func publish(_ edition: Int, entities: Int) {
    let shelves = categories.map { category in
      let ids = (0..<entities).map { ResourceID("\(category.text)/\($0)") }
      let books = ids.map { Self.row($0, "Book", [], summary: "edition \(edition) of it") }
      return (row: Self.row(category, "Shelf", ids, isRoot: true), books: books)
    }
    let navigation = Self.answer(shelves.map(\.row))
    let answers = shelves.map { Self.answer([$0.row] + $0.books) }
    strict.change { state in
      state.bodies["NAVIGATION"] = navigation
      for (category, answer) in zip(categories, answers) {
        state.bodies["ROOT \(category.text)"] = answer
      }
    }
  }

  private nonisolated static func row(
    _ id: ResourceID, _ kind: String, _ children: [ResourceID], summary: String = "",
    isRoot: Bool = false
  ) -> [String] {
    let ids = children.map { "\"\($0.text)\"" }.joined(separator: ",")
    return [id.text, "{}", kind, id.text, summary, "[\(ids)]", isRoot ? "true" : "", ""]
  }

  /// The service's answer with these rows, as the server writes it; made once, because there may be
  /// many.
  private nonisolated static func answer(_ rows: [[String]]) -> StrictServer.Reply {
    let titles = columns.map { #"{"title":"\#($0)","dataType":"STRING"}"# }
    let lines = rows.map { row in
      let cells = row.map { #"{"type":"STRING","value":"# + JSON.string($0).text + "}" }
      return "[" + cells.joined(separator: ",") + "]"
    }
    let text =
      #"{"jsonrpc":"2.0","id":1,"result":{"columns":["# + titles.joined(separator: ",")
      + #"],"rows":["# + lines.joined(separator: ",") + "]}}\n"
    return StrictServer.Reply(
      headers: [HTTPHeader("Content-Type", "application/json-rpc")], body: Array(text.utf8))
  }

  /// Waits until so many categories were asked for since the calls were taken last.
  func waitForRoots(_ count: Int) async throws {
    try await terminal.wait("\(count) questions about categories") {
      strict.state.withLock { $0.calls.count { $0.contains(" ROOT ") } } >= count
    }
  }

  // MARK: The executable

  /// Types the password at the gate.
  func unlock() async throws {
    try await terminal.wait(for: "Password")
    try terminal.type(Self.password)
    try terminal.press(.enter)
  }

  /// Kills it so many nanoseconds from now, lets something happen meanwhile, and waits until it is
  /// dead.
  func kill(
    afterNanoseconds delay: Int, _ happening: () async throws -> Void = {}
  ) async throws {
    let process = try terminal.processIdentifier()
    DispatchQueue.global(qos: .userInteractive).asyncAfter(
      deadline: .now() + .nanoseconds(delay)
    ) { _ = Foundation.kill(process, SIGKILL) }
    try await happening()
    try await terminal.waitForDeath()
  }

  /// Starts it again while the server can't be asked, and opens what is kept.
  func relaunchWithoutTheServer() async throws {
    try await server.goAway()
    try terminal.relaunch()
    try await unlock()
  }

  /// Kills it and starts it again while the server can be asked, and opens what is kept.
  func relaunchWithTheServer() async throws {
    try await kill(afterNanoseconds: 0)
    try await server.comeBack()
    _ = strict.takeCalls()
    try terminal.relaunch()
    try await unlock()
  }

  // MARK: What is kept

  /// The edition of each category that is kept, in the order of lists; 0 for one that isn't. An
  /// issue is recorded unless each is whole.
  func editions(_ entities: Int) async throws -> [Int] {
    try await withStore { store in
      try categories.map { category in
        guard let set = store.set(of: category) else { return 0 }
        #expect(set.members.count == entities)
        let found = Set(set.members.map { set.entity(Int($0)).entity.summary ?? "" })
        #expect(found.count == 1, "\(category.text) has entities of several editions")
        let words = try #require(found.first).split(separator: " ")
        return try #require(words.count > 1 ? Int(words[1]) : nil)
      }
    }
  }

  /// True if no sync is open.
  func isWhole() async throws -> Bool {
    try await withStore { $0.instance?.syncedAt != nil && $0.instance?.begunAt == nil }
  }

  private func withStore<Value>(_ look: (EntityStore) throws -> Value) async throws -> Value {
    let vault = try await directory.open(Secret(Self.password))
    defer { vault.lock() }
    return try look(EntityStore(.vault(vault)))
  }
}
