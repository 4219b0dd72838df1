import Controllers
import Core
import Foundation
import RepriseTesting
import Restoration
import Screens
import Terminals
import Testing

/// What is typed into a secret field reaches the button that needs it, and nothing else.
@MainActor @Suite struct SecretFieldTests {
  nonisolated private static let canary = "kanarienvogel-4711"

  @MainActor private final class Form {
    var received: [String] = []

    var application: Application<OnlyRoute> {
      Application("form", title: "Form") {
        FormController(
          fields: [
            Field("user", label: "User"), Field("password", label: "Password", isSecret: true),
            Field(
              "server", label: "Server",
              savable: { $0.replacing(SecretFieldTests.canary, with: "") }),
          ],
          buttons: [
            FormButton("load", title: "Load") { input, _ in
              let text = input.secrets["password"]?.withBytes {
                String(decoding: $0, as: UTF8.self)
              }
              self.received.append(text ?? "")
              return .init(report: StatusMessage("\(input.secrets)"))
            }
          ])
      }
    }
  }

  @Test("A form writes a typed secret to no file") func nothingOfItIsWrittenAnywhere() async throws
  {
    let directory = try TemporaryDirectory()
    let form = Form()
    let store = SnapshotFile(path: directory.file("main.snapshot"))
    let session = try await TestSession(form.application, store: store)
    await session.type("luca")
    await session.press(.tab)
    await session.type(Self.canary)
    try session.expect(String(repeating: "•", count: Self.canary.count))
    try session.expectNo(Self.canary)
    await session.press(.tab)
    await session.send(.paste("https://\(Self.canary)host"))
    await session.press(.tab, .enter)
    #expect(form.received == [Self.canary])
    _ = try store.quarantine()
    try store.flush()

    for name in try directory.files() {
      let bytes = try directory.bytes(name)
      #expect(bytes.firstRange(of: Self.canary.utf8) == nil, "\(name) holds the password")
      #expect(!bytes.isEmpty)
    }
    // The file does hold what was typed beside it, so it would have been found.
    #expect(try directory.bytes("main.snapshot").firstRange(of: "luca".utf8) != nil)
    try await session.killAndRelaunch()
    try session.expect("luca")
    try session.expect("https://host")
    try session.expectNo("••••")
  }

  @Test func aSecretPrintsAsDots() {
    let secret = Secret(Self.canary)
    var dumped = ""
    dump([secret], to: &dumped)
    for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] {
      #expect(!text.contains(Self.canary))
      #expect(text.contains("•••"))
    }
  }

  /// The compiler itself refuses a state that holds one.
  @Test func aStateThatHoldsASecretDoesNotCompile() throws {
    let built = URL(filePath: try BuiltProgram.path("hello")).deletingLastPathComponent()
    let map = built.appending(path: "CSystem.build/module.modulemap").path()
    let directory = try TemporaryDirectory()
    func compile(_ member: String) throws -> ProgramRun {
      let source = try directory.write(
        "State.swift",
        "import Restoration\nstruct State: RestorableState {\n  var user = \"\"\n  \(member)\n}\n")
      return try ProgramRun(
        "/usr/bin/env",
        [
          "swiftc", "-typecheck", "-swift-version", "6", "-I",
          built.appending(path: "Modules").path(), "-Xcc", "-fmodule-map-file=" + map,
          "-module-cache-path", directory.file("cache"), source,
        ],
        environment: ProcessInfo.processInfo.environment, patience: .seconds(240))
    }
    #expect(try compile("var caret = 0").exitCode == 0)
    let refused = try compile("var password = Secret(\"\")")
    #expect(refused.exitCode != 0)
    #expect(refused.errorText.contains("does not conform"))
  }
}
