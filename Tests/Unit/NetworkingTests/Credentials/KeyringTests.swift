import Core
import Foundation
import Networking
import RepriseTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct KeyringTests {
  private let state: TemporaryDirectory
  private let desktop: TemporaryDirectory
  private let luca = Account(server: "https://cloud.example.com:8443", user: "luca")
  private let option = Account(server: "https://cloud.example.com:8443", user: "--help")

  init() throws {
    state = try TemporaryDirectory()
    desktop = try TemporaryDirectory()
  }

  private func keyring(
    _ tool: FakeSecretTool, patience: Duration = .seconds(20)
  ) throws -> Keyring {
    try #require(
      Keyring(
        application: "cloudburst", directory: state.file("cloudburst"),
        environment: tool.environment, patience: patience))
  }

  @Test func aRememberedPasswordIsFoundByTheNextRun() async throws {
    let tool = try FakeSecretTool(in: desktop)
    for account in [luca, option] {
      try await keyring(tool).remember(Secret("sesame"), for: account)
      #expect(try keyring(tool).remembers(account))
      #expect(try await keyring(tool).password(of: account)?.text == "sesame")
      #expect(try await keyring(tool).source(for: account).password()?.text == "sesame")
    }
    try await keyring(tool).remember(Secret("open"), for: luca)
    #expect(try await keyring(tool).password(of: luca)?.text == "open")
    #expect(try await keyring(tool).password(of: option)?.text == "sesame")
  }

  /// Of two windows one may have learnt the new password while the other is refused the old one.
  @Test("A keyring forgets a refused password, but not a newer one")
  func whatWasRefusedIsForgottenAndNoNewerOne() async throws {
    let tool = try FakeSecretTool(in: desktop)
    let keyring = try keyring(tool)
    try await keyring.remember(Secret("new"), for: luca)
    await keyring.source(for: luca).forget(Secret("old"))
    #expect(try await keyring.password(of: luca)?.text == "new")
    await keyring.source(for: luca).forget(Secret("new"))
    #expect(try await keyring.password(of: luca) == nil)
  }

  @Test("A keyring passes the password on standard input only")
  func aPasswordIsHandedOverOnStandardInputAndNowhereElse() async throws {
    let tool = try FakeSecretTool(in: desktop)
    let keyring = try keyring(tool)
    try await keyring.remember(Secret("sesame"), for: luca)
    _ = try await keyring.password(of: luca)
    let attributes = [
      "--", "application", "cloudburst", "server", luca.server, "user", "luca",
    ]
    let label = "--label=Reprise cloudburst: luca at https://cloud.example.com:8443"
    #expect(try tool.calls() == [["store", label] + attributes, ["lookup"] + attributes])
    let item = "--.application.cloudburst.server.https:__cloud.example.com:8443.user.luca."
    // Not in the arguments, the environment, or /proc/PID/cmdline, which all lie there, too.
    #expect(try tool.files(with: "sesame") == [item])
    #expect(try tool.directory.files().contains("cmdline"))
    #expect(String(decoding: try tool.directory.bytes(item), as: UTF8.self) == "sesame")
  }

  @Test("A keyring's account list contains no password") func theListNamesTheAccountAndNoPassword()
    async throws
  {
    try await keyring(FakeSecretTool(in: desktop)).remember(Secret("sesame"), for: luca)
    let list = String(decoding: try state.bytes("cloudburst/keyring.json"), as: UTF8.self)
    #expect(list.contains("luca") && list.contains("cloud.example.com"))
    #expect(!list.contains("sesame"))
    #expect(try state.permissions("cloudburst/keyring.json") == 0o600)
    #expect(try state.files() == ["cloudburst", "cloudburst/keyring.json"])
  }

  @Test("A keyring isn't asked for an account that isn't remembered")
  func forAnAccountThatNobodyWantedRememberedItIsNotAsked() async throws {
    let tool = try FakeSecretTool(in: desktop)
    let keyring = try keyring(tool)
    #expect(try !keyring.remembers(luca))
    #expect(try await keyring.password(of: luca) == nil)
    try await keyring.forget(luca)
    #expect(try tool.calls().isEmpty)
    #expect(try state.files().isEmpty)
  }

  @Test("A keyring's forgotten password is deleted from keyring and list")
  func aForgottenPasswordIsGoneThereAndHere() async throws {
    let tool = try FakeSecretTool(in: desktop)
    let keyring = try keyring(tool)
    try await keyring.remember(Secret("sesame"), for: luca)
    try await keyring.forget(luca)
    #expect(try tool.calls().last?.first == "clear")
    #expect(try tool.files(with: "sesame").isEmpty)
    #expect(try !keyring.remembers(luca))
  }

  @Test("A password deleted in the keyring isn't found")
  func aPasswordThatWasDeletedInTheKeyringIsNotThere() async throws {
    let tool = try FakeSecretTool(in: desktop)
    let keyring = try keyring(tool)
    try await keyring.remember(Secret("sesame"), for: luca)
    try FileManager.default.removeItem(
      atPath: tool.directory.file(try #require(try tool.files(with: "sesame").first)))
    #expect(try await keyring.password(of: luca) == nil)
    try await keyring.forget(luca)
    #expect(try !keyring.remembers(luca))
  }

  @Test("A keyring that can't be reached is reported with the reason")
  func aKeyringThatCannotBeReachedIsToldWithItsReason() async throws {
    let tool = try FakeSecretTool(in: desktop, "echo 'secret-tool: no D-Bus' >&2; exit 1")
    let keyring = try keyring(tool)
    let problem = await #expect(throws: PasswordError.self) {
      try await keyring.remember(Secret("sesame"), for: luca)
    }
    #expect(problem == .failed(.keyring, code: 1, line: "secret-tool: no D-Bus"))
    #expect(problem?.recoverySuggestion != nil)
    // So that it isn't asked for what it never got.
    #expect(try !keyring.remembers(luca))
  }

  @Test("A secret-tool that can't be started is reported")
  func aSecretToolThatCannotBeStartedIsToldSo() async throws {
    let keyring = try keyring(FakeSecretTool(in: desktop))
    try FileManager.default.removeItem(atPath: desktop.file("secret-tool"))
    let problem = await #expect(throws: PasswordError.self) {
      try await keyring.remember(Secret("sesame"), for: luca)
    }
    #expect(problem == .notStarted(.keyring, reason: String(cString: strerror(ENOENT))))
    #expect(try !keyring.remembers(luca))
  }

  @Test func aKeyringThatNeverAnswersIsNotWaitedForForEver() async throws {
    try await keyring(FakeSecretTool(in: desktop)).remember(Secret("sesame"), for: luca)
    let keyring = try keyring(FakeSecretTool(in: desktop, "exec sleep 1000"), patience: .seconds(1))
    await #expect(throws: PasswordError.timedOut(.keyring, seconds: 1)) {
      try await keyring.password(of: luca)
    }
    #expect(try keyring.remembers(luca))
  }

  @Test("There is no keyring without secret-tool") func withoutSecretToolThereIsNone() throws {
    // There, but nobody may run it.
    try desktop.write("secret-tool", "#!/bin/sh\n")
    for path in ["", "/nonexistent", desktop.path, "."] {
      let keyring = Keyring(
        application: "cloudburst", directory: state.path, environment: ["PATH": path])
      #expect(keyring == nil, "PATH=\(path)")
    }
    #expect(Keyring(application: "cloudburst", directory: state.path, environment: [:]) == nil)
  }

  @Test("A keyring's damaged account list is quarantined and reported once")
  func aDamagedListIsSetAsideAndToldOnce() async throws {
    let keyring = try keyring(FakeSecretTool(in: desktop))
    try state.write("cloudburst/keyring.json", "no list")
    let problem = #expect(throws: PasswordError.self) { try keyring.remembers(luca) }
    #expect(
      problem
        == .damagedList(
          path: state.file("cloudburst/keyring.json"), quarantine: "keyring.json.aside-1"))
    #expect(try state.bytes("cloudburst/keyring.json.aside-1") == Array("no list".utf8))
    #expect(try !keyring.remembers(luca))
    try await keyring.remember(Secret("sesame"), for: luca)
    #expect(try keyring.remembers(luca))
  }

  @Test("A keyring stores no password if its account list can't be written")
  func aListThatCannotBeWrittenKeepsThePasswordOutOfTheKeyring() async throws {
    let tool = try FakeSecretTool(in: desktop)
    let keyring = try keyring(tool)
    try FileManager.default.createDirectory(
      atPath: state.file("cloudburst/keyring.json"), withIntermediateDirectories: true)
    await #expect(throws: PasswordError.self) {
      try await keyring.remember(Secret("sesame"), for: luca)
    }
    #expect(try tool.calls().isEmpty)
  }

  /// What a program has kept before it was killed must be forgotten some day.
  @Test("A keyring's account list keeps accounts that may be in the keyring")
  func whatMayBeInTheKeyringStaysInTheList() async throws {
    let keyring = try keyring(FakeSecretTool(in: desktop, "kill -KILL $$"))
    await #expect(throws: PasswordError.killed(.keyring, signal: SIGKILL, line: nil)) {
      try await keyring.remember(Secret("sesame"), for: luca)
    }
    #expect(try keyring.remembers(luca))
    try desktop.write("script", "")
    try await keyring.remember(Secret("sesame"), for: luca)
    // The one from before is still there.
    try desktop.write("script", "exit 3")
    await #expect(throws: PasswordError.failed(.keyring, code: 3, line: nil)) {
      try await keyring.remember(Secret("open"), for: luca)
    }
    try desktop.write("script", "")
    #expect(try await keyring.password(of: luca)?.text == "sesame")
  }

  @Test(
    "A keyring lookup finds nothing only at a silent exit code 1",
    arguments: [
      ("exit 2", PasswordError.failed(.keyring, code: 2, line: nil)),
      ("echo locked >&2; exit 1", .failed(.keyring, code: 1, line: "locked")),
    ]) func onlyAnEndWithOneAndWithoutAWordMeansThatNothingIsThere(
      script: String, problem: PasswordError
    ) async throws
  {
    let keyring = try keyring(FakeSecretTool(in: desktop))
    try await keyring.remember(Secret("sesame"), for: luca)
    try desktop.write("script", script)
    await #expect(throws: problem) { try await keyring.password(of: luca) }
    await #expect(throws: problem) { try await keyring.forget(luca) }
    #expect(try keyring.remembers(luca))
    // A person is asked then, and what the server refuses isn't forgotten unseen.
    let source = keyring.source(for: luca)
    #expect(try await source.password() == nil && !source.isRepeatable)
    await source.forget(Secret("sesame"))
    #expect(try keyring.remembers(luca))
    try desktop.write("script", "exit 1")
    #expect(try await keyring.password(of: luca) == nil)
    try await keyring.forget(luca)
    #expect(try !keyring.remembers(luca))
  }

  @Test("A keyring remembers a password's first line, up to 4,096 bytes")
  func onlyTheFirstLineIsRememberedAndNothingAtAllIsNot() async throws {
    let tool = try FakeSecretTool(in: desktop)
    let keyring = try keyring(tool)
    for nothing in ["", "\n", "\r\nsesame"] {
      try await keyring.remember(Secret(nothing), for: luca)
    }
    #expect(try tool.calls().isEmpty && !keyring.remembers(luca))
    try await keyring.remember(Secret("sesame\r\nuser: luca\n"), for: luca)
    #expect(try await keyring.password(of: luca)?.text == "sesame")
    await #expect(throws: PasswordError.notText(.keyring)) {
      try await keyring.remember(Secret("a\0b"), for: luca)
    }
    await #expect(throws: PasswordError.tooLong(.keyring, limit: 4096)) {
      try await keyring.remember(Secret(String(repeating: "x", count: 4097)), for: luca)
    }
    let longest = String(repeating: "x", count: 4096)
    try await keyring.remember(Secret(longest), for: luca)
    #expect(try await keyring.password(of: luca)?.text == longest)
  }
}
