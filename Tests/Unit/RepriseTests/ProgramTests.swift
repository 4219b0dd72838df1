import Foundation
import Reprise
import RepriseTesting
import Testing

@Suite struct ProgramTests {
  @Test("A program parses its command line for tests") @MainActor
  func aTestTakesAProgramsCommandLineApart() throws {
    let program = Program(
      "app", summary: "It opens sites.", operands: .one("[SITE]"),
      options: [Option("zone", .required("NAME"), help: "the zone")]
    ) { _ in
      LaunchConfiguration { Application("app") { TextController(title: "Text") { $0.show("") } } }
    }
    let arguments = try program.arguments(["--zone", "north", "42", "--fresh"])
    #expect(arguments.value("zone") == "north")
    #expect(arguments.operands == ["42"])
    #expect(arguments.has("fresh"))
    #expect(throws: UsageError.self) { try program.arguments(["--zona", "north"]) }
  }

  private struct Refusal: ExitCoded {
    let exitCode = ExitCode.unavailable
    let errorDescription: String? = "No site answers\nto anybody."
    let recoverySuggestion: String? = "Try again:\napp --zone south"
  }

  /// Obeys a command line, in a process that ends with it.
  @MainActor private static func obey(_ words: String...) -> Never {
    let option = Option("zone", .required("NAME"), help: "the zone")
    Program(
      "app", version: "2.1", summary: "It opens sites.", operands: .one("[SITE]"),
      options: [option], commands: [Command("list", help: "print all") { _ in Command.Output("") }]
    ) { _ -> LaunchConfiguration<OnlyRoute> in throw Refusal() }
    .main(words, environment: [:])
  }

  private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }

  @Test func theVersionAndTheHelpArePrinted() async {
    let version = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) { await ProgramTests.obey("--version") }
    let versionText = text(version?.standardOutputContent)
    #expect(versionText.contains("app 2.1\n"))
    let help = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { await ProgramTests.obey("--help") }
    let helpText = text(help?.standardOutputContent)
    #expect(helpText.contains("It opens sites.\n\nusage: app "))
    let ofList = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) { await ProgramTests.obey("list", "--help") }
    let ofListText = text(ofList?.standardOutputContent)
    #expect(ofListText.contains("app list: print all\n"))
    #expect(!ofListText.contains("It opens sites."))
  }

  @Test("An operand close to a command is refused with a suggestion")
  func aWordThatIsNearlyACommandIsNotOpened() async {
    let near = await #expect(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) { await ProgramTests.obey("lisd") }
    let nearText = text(near?.standardErrorContent)
    #expect(
      nearText.contains(
        "app: unknown command “lisd”\n"
          + "  Did you mean “list”? To open what has that name: app -- lisd\n"))
    let many = await #expect(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) { await ProgramTests.obey("north", "south") }
    let manyText = text(many?.standardErrorContent)
    #expect(manyText.contains("app: unknown command “south”\n"))
  }

  /// A word behind `--` is a site's name, so the launch is made, which is refused here.
  @Test("A program's launch error is printed with advice and exit code")
  func aRefusalIsSaidWithItsAdviceAndItsExitCode() async {
    let refused = await #expect(
      processExitsWith: .exitCode(69), observing: [\.standardErrorContent]
    ) { await ProgramTests.obey("--", "lisd") }
    let refusedText = text(refused?.standardErrorContent)
    #expect(
      refusedText.contains(
        "app: No site answers\n  to anybody\n  Try again:\n  app --zone south\n"))
  }
}
