import Commands
import Core
import Encryption
import Foundation
import Networking
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

@testable import Accounts

/// The question for a password while the application runs: what it is used for, and what it opens
/// afterwards.
@MainActor @Suite(.cheapKeys) struct PasswordScreenTests {
  private enum Place: AppRoute { case start, password }

  private struct FormState: RestorableState {}

  private final class Start: Screen {
    var state = FormState()
    func draw(in canvas: inout Canvas) { canvas.write("The start", row: 0) }
  }

  private let home: TemporaryDirectory
  private let nurse = Account(server: "https://clinic.example.org", user: "nurse")
  private let directory: VaultDirectory

  init() throws {
    home = try TemporaryDirectory()
    directory = try VaultDirectory(of: nurse, in: home.path)
  }

  /// Connections to a server that takes one password.
  private func connections(
    _ words: [String] = [], vault: Vault? = nil, recording: SealedRecording? = nil
  ) throws -> Connections {
    var configuration = Connections.Configuration()
    configuration.logIn = { connection in
      guard try await connection.password().text == "neu" else {
        throw HTTPError.unauthorized("")
      }
    }
    return Connections(
      try ServerSettings(
        application: "app",
        Arguments(words, commands: [], options: Option.servers, program: "app"),
        environment: ["XDG_STATE_HOME": home.path]), configuration, vault: vault,
      recording: recording)
  }

  private func session(
    _ connections: Connections, for account: Account? = nil, isRefused: Bool = false
  ) async throws -> TestSession<Place> {
    let account = account ?? nurse
    return try await TestSession(
      Application("tests", title: "Tests", root: Place.start, deepLink: [.password]) { route in
        switch route {
        case .start: Start()
        case .password: connections.passwordScreen(for: account, isRefused: isRefused)
        }
      })
  }

  /// The words on the screen, wherever its lines are broken.
  private func words(_ session: TestSession<Place>) -> String {
    session.frame.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test("The password screen gives the password to the connection only")
  func whereNothingIsKeptThePasswordIsTheConnectionsAlone() async throws {
    let connections = try connections()
    let session = try await session(connections)
    try session.expect("For nurse at clinic.example.org. Kept in memory only, until you quit.")
    try session.expect("[ Log in ]")
    await session.press(.enter)
    try session.expect("Enter the password.")
    await session.type("neu")
    await session.press(.enter)
    try session.expect("The start")
    try session.expectNo("For nurse")
    #expect(try await connections.connection(nurse).password().text == "neu")
  }

  /// Who has typed none needs to know whose it was.
  @Test("The password screen says whose refused password it was")
  func aPasswordThatWasRefusedIsSaidToBeTheCommandsIfItWas() async throws {
    let typed = try await session(connections(), isRefused: true)
    try typed.expect("✕ Wrong user or password")
    #expect(words(typed).contains("It was for nurse at clinic.example.org."))
    #expect(!words(typed).contains("command"))
    let given = try await session(
      connections([
        "--server", nurse.server, "--user", "nurse", "--password-command", "echo x",
      ]), isRefused: true)
    #expect(
      words(given).contains(
        "The server refused the password command's password for nurse at clinic.example.org."))
  }

  @Test("The password screen names a plain HTTP server by its host")
  func aServerWithoutEncryptionIsCalledByItsNameToo() async throws {
    let session = try await session(
      connections(), for: Account(server: "http://clinic.example.org:8080", user: "nurse"))
    #expect(words(session).contains("For nurse at clinic.example.org:8080. Kept in memory only"))
  }

  @Test("The password screen re-encrypts the vault with the new password")
  func theNewPasswordOpensWhatIsKeptFromThenOn() async throws {
    let vault = try await directory.make(Secret("alt"), cost: .least)
    try vault.write([1], to: "a", in: "saved")
    let session = try await session(connections(vault: vault))
    try session.expect("makes it unlock")
    await session.type("neu")
    await session.press(.enter)
    try session.expect("The start")
    try session.expectNo("For nurse")
    let again = try await directory.open(Secret("neu"), cost: .least)
    #expect(try again.read("a", in: "saved") == [1])
    await #expect(throws: SealingError.wrongPassword) {
      try await directory.open(Secret("alt"), cost: .least)
    }
  }

  @Test("The password screen warns that a recording keeps the old password")
  func thatARecordingKeepsTheOldOneIsSaidBefore() async throws {
    let vault = try await directory.make(Secret("alt"), cost: .least)
    let recording = try await RecordingDirectory(home.file("week")).record(
      nurse, by: "app", with: Secret("alt"), at: 60, cost: .least)
    let session = try await session(connections(vault: vault, recording: recording))
    #expect(words(session).contains("Once it is re-encrypted, recording stops when you lock."))
  }

  @Test("The password screen may leave the vault's old password")
  func onePasswordMayOpenTheServerAndTheOtherWhatIsKept() async throws {
    let vault = try await directory.make(Secret("alt"), cost: .least)
    let connections = try connections(vault: vault)
    let session = try await session(connections)
    await session.type("neu")
    await session.press(.tab, .tab, .enter)
    try session.expect("The start")
    try session.expectNo("For nurse")
    #expect(try await connections.connection(nurse).password().text == "neu")
    _ = try await directory.open(Secret("alt"), cost: .least)
  }

  @Test("A password refused by the server leaves the vault unchanged")
  func aPasswordThatTheServerRefusesChangesNothing() async throws {
    let vault = try await directory.make(Secret("alt"), cost: .least)
    let session = try await session(connections(vault: vault))
    await session.type("nue")
    await session.press(.enter)
    try session.expect("The data saved here still opens with the old password")
    _ = try await directory.open(Secret("alt"), cost: .least)
    // It is typed anew, not added to.
    await session.type("neu")
    await session.press(.enter)
    try session.expect("The start")
    _ = try await directory.open(Secret("neu"), cost: .least)
  }

  /// Its key is gone, so no password opens it, the old one neither.
  @Test("The password screen reports a deleted vault")
  func ofAVaultThatWasDeletedItIsNotSaidThatAPasswordOpensIt() async throws {
    let vault = try await directory.make(Secret("alt"), cost: .least)
    let session = try await session(connections(vault: vault))
    try FileManager.default.removeItem(atPath: directory.path)
    await session.type("neu")
    await session.press(.enter)
    try session.expect("Could not re-encrypt")
    #expect(words(session).contains("was deleted while it was open"))
    #expect(!words(session).contains("the old password"))
    #expect(!FileManager.default.fileExists(atPath: directory.path))
  }
}
