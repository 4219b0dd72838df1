import Documents
import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// The commands that enter an application in a desktop; here in a home of its own, where no tools
/// are installed.
@Suite struct RegistrationCommandsTests {
  private let home: TemporaryDirectory
  private let entry: String
  private let environment: [String: String]

  init() throws {
    home = try TemporaryDirectory()
    entry = home.file("data/applications/app.desktop")
    environment = [
      "HOME": home.path, "XDG_DATA_HOME": home.file("data"),
      "XDG_CONFIG_HOME": home.file("config"), "XDG_STATE_HOME": home.file("state"),
      "XDG_CACHE_HOME": home.file("cache"), "XDG_DATA_DIRS": home.file("none"),
      "PATH": home.file("none"),
    ]
  }

  private func run(
    _ name: String, _ words: String..., types: [DocumentType] = []
  ) async throws -> Command.Output {
    try await call(name, words, types)
  }

  private func call(
    _ name: String, _ words: [String], _ types: [DocumentType]
  ) async throws -> Command.Output {
    let commands = Command.registration("app", types: types, environment: environment) {
      $0.title = "The App"
      $0.schemes = ["app"]
    }
    let command = try #require(commands.first { $0.name == name })
    return try await command.run(
      Arguments([name] + words, commands: commands, options: [], program: "app"))
  }

  @Test("The register command writes a desktop entry, unregister removes it")
  func anApplicationIsRegisteredAsItDescribesItselfAndTakenBack() async throws {
    let absent = try await run("check-registration")
    #expect(absent.exitCode == .unavailable)
    #expect(absent.text.contains("“app register” fixes it."))
    // What can't be read isn't the same as what isn't there.
    try FileManager.default.createDirectory(
      atPath: (entry as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: entry, withDestinationPath: entry)
    #expect(try await run("check-registration").exitCode == .inputOutput)
    try FileManager.default.removeItem(atPath: entry)
    let registered = try await run("register")
    #expect(registered.exitCode == .success, "\(registered.text)")
    let text = try String(contentsOfFile: entry, encoding: .utf8)
    #expect(text.contains("Name=The App\n"))
    #expect(text.contains("x-scheme-handler/app"))
    let checked = try await run("check-registration")
    #expect(checked.text.contains("done     \(entry) starts this program\n"))
    let undone = try await run("unregister")
    #expect(undone.exitCode == .success, "\(undone.text)")
    #expect(!FileManager.default.fileExists(atPath: entry))
  }

  @Test("The register command refuses operands") func registeringTakesNoOperand() async throws {
    let type = DocumentType("note", name: "Note", mimeTypes: ["text/x-note"], extensions: ["note"])
    await #expect(
      throws: UsageError(
        "register takes no operand", advice: "It registers app itself, for its URLs.")
    ) { try await run("register", "a.note") }
    await #expect(
      throws: UsageError(
        "unregister takes no operand",
        advice: "It registers app itself; it recognizes files by content.")
    ) { try await run("unregister", "a.note", types: [type]) }
    #expect(try home.files() == [])
  }

  @Test("The register command has --claim-extensions only with document types")
  func extensionsOfOthersAreClaimedOnRequestWhereThereAreTypes() throws {
    let type = DocumentType("note", name: "Note", mimeTypes: ["text/x-note"], extensions: ["note"])
    func options(_ types: [DocumentType]) -> [[String]] {
      Command.registration("app", types: types, environment: environment) { _ in }
        .map { $0.options.map(\.name) }
    }
    #expect(options([]) == [[], [], []])
    #expect(options([type]) == [["claim-extensions"], [], []])
  }

  @Test("The register command's help mentions files only with types")
  func theHelpSpeaksOfFilesWhereThereAreTypes() {
    let type = DocumentType("note", name: "Note", mimeTypes: ["text/x-note"], extensions: ["note"])
    func help(_ types: [DocumentType]) -> [String] {
      Command.registration("app", types: types, environment: environment) { _ in }.map(\.help)
    }
    #expect(
      help([]) == [
        "register app with your desktop for its URLs", "undo register: delete its files",
        "check what the desktop has registered",
      ])
    #expect(
      help([type]) == [
        "register app with your desktop for its file types", "undo register: delete its files",
        "check what the desktop has registered",
      ])
  }

  /// With the extensions that other kinds of file have, or without.
  @Test(
    "Registration is complete with and without claimed extensions",
    arguments: [[], ["--claim-extensions"]])
  func whatIsRegisteredEitherWayIsWhole(options: [String]) async throws {
    let type = DocumentType(
      "note", name: "Note", mimeTypes: ["text/x-note"], extensions: ["note", "el"],
      namesakes: ["el": "Emacs Lisp"])
    #expect(try await call("register", options, [type]).exitCode == .success)
    let checked = try await call("check-registration", [], [type])
    #expect(checked.exitCode == .success)
    #expect(!checked.text.contains("failed"), "\(checked.text)")
  }
}
