import Reprise
import Testing

@Suite struct ProgramTests {
  @Test @MainActor func aTestTakesAProgramsCommandLineApart() throws {
    let program = Program(
      "app", summary: "It opens sites.", operands: .one("[SITE]"),
      options: [Option("zone", .required("NAME"), help: "the zone")]
    ) { _ in
      Launch { Application("app") { TextController(title: "Text") { $0.show("") } } }
    }
    let arguments = try program.arguments(["--zone", "north", "42", "--fresh"])
    #expect(arguments.value("zone") == "north")
    #expect(arguments.operands == ["42"])
    #expect(arguments.has("fresh"))
    #expect(throws: UsageProblem.self) { try program.arguments(["--zona", "north"]) }
  }
}
