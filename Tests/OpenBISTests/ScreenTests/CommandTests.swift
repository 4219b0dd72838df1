import Reprise
import Testing

@testable import OpenBIS

@MainActor @Suite struct CommandTests {
  private func run(_ words: String...) async throws -> Command.Output {
    let arguments = try OpenBIS.program.arguments(words)
    let command = try #require(OpenBIS.commands.first { $0.name == arguments.command })
    return try await command.run(arguments)
  }

  @Test func listPrintsTheFirstLevelOrWhatIsBelow() async throws {
    let first = try JSON(try await run("list", "--json", "--unplugged").text)
    #expect(
      first.array?.map { $0["SUMMARY_HEADER"]?.string }
        == ["Protocols", "Probes", "Targets and Compounds"])
    let probes = try JSON(try await run("list", "PROBES", "--json", "--unplugged").text)
    #expect(probes.array?.count == 72)
    #expect(
      try await run("list", "20121008094501234-17", "--unplugged").text
        .contains("CHEMBL299097"))
  }

  @Test func showPrintsAnEntityInFull() async throws {
    let text = try await run("show", "P08908 (5HT_TARGET)", "--unplugged").text
    #expect(text.contains("5-hydroxytryptamine receptor 1A"))
    #expect(text.contains("A pröperty wïth accents."))
    let json = try JSON(try await run("show", "P08908 (5HT_TARGET)", "--json", "--unplugged").text)
    #expect(json["REFCON"]?["entityKind"]?.string == "MATERIAL")
  }

  @Test func searchPrintsWhatIsFound() async throws {
    let found = try JSON(try await run("search", "tryptophan", "--json", "--unplugged").text)
    #expect((found.array?.count ?? 0) >= 2)
    let nothing = try await run("search", "xyzzy", "--unplugged")
    #expect(nothing.note == "Nothing matches *xyzzy*.")
  }

  @Test func mistakesAreNamed() async throws {
    await #expect(throws: EntityProblem.self) { try await run("show", "nobody", "--unplugged") }
    await #expect(throws: UsageProblem.self) { try await run("search", "ab", "--unplugged") }
    await #expect(throws: UsageProblem.self) { try await run("list") }
    await #expect(throws: UsageProblem.self) { try await run("show", "--unplugged") }
  }
}
