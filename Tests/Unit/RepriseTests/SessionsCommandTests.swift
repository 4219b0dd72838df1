import Accounts
import Core
import Encryption
import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import Reprise

/// The command `sessions`, which tells of saved sessions and opens none.
@MainActor @Suite struct SessionsCommandTests {
  private let home: TemporaryDirectory
  private let environment: [String: String]
  private let store: SessionStore
  private static let ada = Account(server: "https://lab.example.com", user: "ada")

  init() throws {
    home = try TemporaryDirectory()
    environment = ["HOME": home.path, "XDG_RUNTIME_DIR": home.path]
    store = try SessionStore(application: "test", environment: environment)
  }

  private func sessions(_ words: String...) async throws -> Command.Output {
    try await sessions(words)
  }

  private func sessions(_ words: [String]) async throws -> Command.Output {
    let command = Command.sessions(of: "test", environment: environment)
    return try await command.run(
      Arguments(["sessions"] + words, commands: [command], options: [], program: "test"))
  }

  private static func snapshot(_ account: Account? = nil) -> Snapshot {
    Snapshot(
      application: "test", version: "1.2", author: "ada@here", account: account, savedAt: 0,
      entries: [
        Snapshot.Entry(
          route: .application(.object([.init("allSystems", .object([]))])), title: "",
          stateVersion: 1,
          state: .object([
            .init("selectedID", .string("a7")), .init("_isOpen", .bool(true)),
            .init("Filter", .string("n")), .init("note", .string("")), .init("none", .null),
            .init("list", .object([.init("topRow", .number("3"))])),
          ])),
        Snapshot.Entry(
          route: .application(.object([.init("system", .object([.init("id", .string("7"))]))])),
          title: "Seven", stateVersion: 1,
          state: .object([
            .init("names", .array([.string("x"), .number("2")])), .init("wraps", .bool(false)),
          ])),
      ])
  }

  /// Root may read everything, but a link that leads to itself.
  @Test("The sessions command reports unreadable sessions") func whatCannotBeReadIsNotTakenForNone()
    async throws
  {
    #expect(try await sessions().note?.contains("nothing is saved") == true)
    try store.create()
    try save(store.path + "/main.snapshot")
    #expect(try await sessions().exitCode == .success)
    let link = store.path + "/link.snapshot"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/hosts")
    for words in [["list"], ["list", "--json"]] {
      let output = try await sessions(words)
      #expect(output.exitCode == .noPermission && output.text.contains("can't be read"))
    }
    await #expect(throws: SnapshotError.self) { try await sessions("show", "link") }
    for broken in [home.file(".local/state/test/vaults"), store.path] {
      try? FileManager.default.removeItem(atPath: broken)
      try FileManager.default.createSymbolicLink(atPath: broken, withDestinationPath: broken)
      await #expect(throws: (any Error).self) { try await sessions() }
      await #expect(throws: (any Error).self) { try await sessions("show", "main") }
      try FileManager.default.removeItem(atPath: broken)
    }
  }

  /// Saves a session that nobody has open, with its copy, and returns the file's path.
  @discardableResult private func save(
    _ path: String, _ snapshot: Snapshot = snapshot(), sealing: (any SnapshotSealing)? = nil
  ) throws -> String {
    let file = SnapshotFile(path: path, sealing: sealing)
    _ = try file.load()
    try file.save(snapshot.body)
    try file.flush()
    return path
  }

  @discardableResult private func save(named name: String, of account: Account? = nil) throws
    -> String
  {
    try store.create()
    return try save(
      store.file(forSession: name, account: account), Self.snapshot(account))
  }

  @Test("The sessions command says that nothing is saved") func whereNothingIsSavedThatIsSaid()
    async throws
  {
    let output = try await sessions()
    #expect(output.text == "")
    #expect(output.note == "nothing is saved in \(store.path)")
    #expect(try await sessions("list", "--json").text == "[]\n")
  }

  @Test("The sessions command lists sessions by name") func theSessionsAreListedByName()
    async throws
  {
    let paths = [try save(named: "main"), try save(named: "lab")]
    let output = try await sessions()
    let lines = output.text.split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != " " } } == ["NAME", "lab", "main"])
    let list = try JSON(Array(try await sessions("list", "--json").text.utf8))
    func row(_ name: String, _ path: String) -> JSON {
      .object([
        .init("name", .string(name)), .init("path", .string(path)),
        .init("saved", .string("1970-01-01T00:00:00Z")), .init("for", .string("")),
        .init("at", .string("Seven")), .init("open", .null), .init("terminal", .null),
        .init("files", .array([.string("\(store.path)/\(name).durable"), .string(path)])),
      ])
    }
    #expect(list == .array([row("lab", paths[1]), row("main", paths[0])]))
  }

  /// A key is spoken as words; what is empty isn't told.
  @Test("The sessions command shows a session in plain text") func aSessionIsShownInWords()
    async throws
  {
    let path = try save(home.file("mine.snapshot"), Self.snapshot(Self.ada))
    let text = try await sessions("show", "--snapshot", path).text
    #expect(
      text == """
        Session “mine”
        File          \(path)
        Size          32768 bytes
        Open          no
        Saved         1970-01-01T00:00:00Z
        By            ada@here
        Release       test 1.2
        For           ada at https://lab.example.com
        Beside it     \(home.file("mine.durable"))

        The first screen
        screen        all systems
        selected id   a7
        is open       yes
        filter        n
        list top row  3

        Seven
        system id     7
        names         x, 2
        wraps         no

        """)
    let json = try await sessions("show", "--json", "--snapshot", path).text
    #expect(
      try JSON(Array(json.utf8), limits: .snapshot)
        == JSON(Self.snapshot(Self.ada).body, limits: .snapshot))
  }

  @Test("The sessions command shows the main session by default")
  func withoutANameTheMainOneIsShown() async throws {
    try save(named: "lab")
    let problem = UsageError(
      "there is no session “main” in \(store.path)",
      advice: "“sessions” lists them.")
    await #expect(throws: problem) { try await sessions("show") }
    try save(named: "main")
    #expect(try await sessions("show").text.hasPrefix("Session “main”\n"))
    #expect(try await sessions("show", "--session", "lab").text.hasPrefix("Session “lab”\n"))
  }

  @Test("The sessions command finds a session by an unambiguous prefix")
  func aSessionIsFoundByTheBeginningOfItsNameIfItIsTheOnlyOne() async throws {
    let bert = Account(server: Self.ada.server, user: "bert")
    try save(named: "main", of: Self.ada)
    try save(named: "mainly")
    let name = "main-\(Self.ada.fileName)"
    #expect(try await sessions("show", "main").text.hasPrefix("Session “\(name)”\n"))
    try save(named: "main", of: bert)
    let names = [name, "main-\(bert.fileName)"].sorted().joined(separator: ", ")
    let problem = UsageError(
      "“main” could be several sessions", advice: "Name one of \(names).")
    await #expect(throws: problem) { try await sessions("show", "main") }
    // One that is called just so is meant.
    try save(named: "main")
    #expect(try await sessions("show", "main").text.hasPrefix("Session “main”\n"))
  }

  @Test("The sessions command forgets a session with its files only")
  func aSessionIsForgottenWithItsFilesAndNoOther() async throws {
    let path = try save(named: "main")
    let other = try save(named: "lab")
    let output = try await sessions("forget", "main")
    #expect(output.text == "deleted \(store.path)/main.durable\ndeleted \(path)\n")
    #expect(output.note == nil)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: store.path).sorted()
        == ["lab.durable", (other as NSString).lastPathComponent])
  }

  @Test("The sessions command forgets no link and no other machine's session")
  func whatIsNoSessionsFileOrAnotherMachinesIsNotForgotten() async throws {
    try store.create()
    let link = "\(store.path)/link.snapshot"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/hosts")
    let unusable = UsageError(
      "\(link) isn't a session file", advice: "Look at it, and delete it with rm.")
    await #expect(throws: unusable) { try await sessions("forget", "link") }
    let there = try save(SessionStore.File.path("\(store.path)/main.snapshot", of: "else-where"))
    let remote = UsageError(
      "main@else-where is the session of else-where and may be open there",
      advice: "Forget it there, or delete its files with rm.")
    await #expect(throws: remote) { try await sessions("forget", "main@else-where") }
    #expect(FileManager.default.fileExists(atPath: there))
    #expect(
      try await sessions("show", "main@else-where").text.contains(
        /Open +can't be told from here\n/))
    // This machine's own is like any other.
    let here = try save(
      SessionStore.File.path("\(store.path)/main.snapshot", of: ThisMachine.name))
    #expect(try await sessions("show", "main@\(ThisMachine.name)").text.contains(/Open +no\n/))
    _ = try await sessions("forget", "main@\(ThisMachine.name)")
    #expect(!FileManager.default.fileExists(atPath: here))
  }

  @Test("The sessions command doesn't forget an open session")
  func aSessionThatIsOpenIsListedAsThatAndNotForgotten() async throws {
    let path = try save(named: "main")
    let lock = try SessionLock(
      path: path + ".lock", owner: "process 1 on /dev/null, since 1999-01-01 10:00")
    let text = try await sessions("show", "main").text
    #expect(text.contains(#/Open +process 1 on /dev/null, since 1999-01-01 10:00\n/#))
    await #expect(
      throws: SnapshotError.inUse(by: "process 1 on /dev/null, since 1999-01-01 10:00")
    ) {
      try await sessions("forget", "main")
    }
    #expect(FileManager.default.fileExists(atPath: path))
    withExtendedLifetime(lock) {}
  }

  /// A vault's sessions begin with eight digits of its folder's name, and only its account is told.
  @Test("The sessions command lists a sealed session by its account")
  func aSealedSessionIsToldByWhatStandsBesideIt() async throws {
    try store.create()
    let vaults = try VaultDirectory(of: Self.ada, in: home.file(".local/state/test"))
    let vault = try await vaults.make(Secret("geheim"), cost: .least)
    try vault.directory.sessionStore().create()
    let path = vault.directory.sessionStore().path + "/main.snapshot"
    try save(path, sealing: vault.sealing)
    try save(named: "main")
    let digits = (vault.directory.path as NSString).lastPathComponent.prefix(8)
    let list = try JSON(Array(try await sessions("list", "--json").text.utf8)).array ?? []
    #expect(list.map { $0["name"]?.string } == ["main", "\(digits)/main"])
    #expect(list.last?["at"] == .string("sealed; the user's password opens it"))
    #expect(list.last?["for"] == .string("ada at https://lab.example.com"))
    #expect(list.last?["saved"]?.string?.isEmpty == false)
    let shown = try await sessions("show", "\(digits)/main").text
    #expect(shown.contains(/Contents +sealed; the user's password opens it\n/))
    #expect(!shown.contains("Release"))
    #expect(
      try JSON(Array(try await sessions("show", "\(digits)/main", "--json").text.utf8))
        == list.last)
    let output = try await sessions("forget", "\(digits)/main")
    #expect(output.text.hasSuffix("deleted \(path)\n"))
    #expect(
      output.note
        == "other data of ada at https://lab.example.com stays; logging out there deletes it"
    )
  }

  @Test("The sessions command explains wrong arguments") func aSlipIsExplained() async throws {
    for (words, problem) in [
      (
        ["forget"],
        UsageError(
          "sessions forget needs the name of one session",
          advice: "“test sessions” lists them.")
      ),
      (
        ["forget", "x", "--snapshot", "/etc/hosts"],
        UsageError(
          "sessions forget doesn't delete the file of --snapshot", advice: "Delete it with rm.")
      ),
      (
        ["lose"],
        UsageError(
          "sessions doesn't know “lose”", advice: "There are: list, show NAME, forget NAME.")
      ),
    ] as [([String], UsageError)] {
      let command = Command.sessions(of: "test", environment: environment)
      let arguments = try Arguments(
        ["sessions"] + words, commands: [command], options: [], program: "test")
      await #expect(throws: problem) { try await command.run(arguments) }
    }
  }
}
