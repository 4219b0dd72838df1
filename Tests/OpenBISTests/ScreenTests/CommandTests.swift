import Reprise
import Testing

@testable import OpenBIS

@MainActor @Suite struct CommandTests {
  private func run(_ words: String...) async throws -> Command.Output { try await run(words) }

  private func json(_ words: String...) async throws -> JSON {
    try JSON(Array(try await run(words).text.utf8))
  }

  private func run(_ words: [String]) async throws -> Command.Output {
    let arguments = try OpenBIS.program.arguments(words)
    let command = try #require(OpenBIS.commands.first { $0.name == arguments.command })
    return try await command.run(arguments)
  }

  @Test func listPrintsTheFirstLevelOrWhatIsBelow() async throws {
    let first = try await json("list", "--json", "--unplugged")
    #expect(
      first.array?.map { $0["SUMMARY_HEADER"]?.string }
        == ["Protocols", "Probes", "Targets and Compounds"])
    let probes = try await json("list", "PROBES", "--json", "--unplugged")
    #expect(probes.array?.count == 72)
    #expect(
      try await run("list", "20121008094501234-17", "--unplugged").text
        .contains("CHEMBL299097"))
  }

  @Test func showPrintsAnEntityInFull() async throws {
    let text = try await run("show", "P08908 (5HT_TARGET)", "--unplugged").text
    #expect(text.contains("5-hydroxytryptamine receptor 1A"))
    #expect(text.contains("A pröperty wïth accents."))
    let target = try await json("show", "P08908 (5HT_TARGET)", "--json", "--unplugged")
    #expect(target["REFCON"]?["entityKind"]?.string == "MATERIAL")
  }

  @Test func searchPrintsWhatIsFound() async throws {
    let found = try await json("search", "tryptophan", "--json", "--unplugged")
    #expect((found.array?.count ?? 0) >= 2)
    let nothing = try await run("search", "xyzzy", "--unplugged")
    #expect(nothing.note == "Nothing matches *xyzzy*.")
  }

  @Test func whatACategoryThatFailedMayHaveIsNotSaidNotToBe() async throws {
    let lab = try Laboratory()
    lab.server.change { $0.failures["ROOT PROBES"] = .python("IndexError: list index") }
    let source = CommandSource(
      client: EntityClient(lab.source), endsSession: false, asksServer: true)
    func show(_ id: String) async throws -> Entity {
      try await source.finding(id) { client, id in try await client.detail(of: id) }.found
    }
    await #expect(throws: OpenBISProblem.serviceFailed("IndexError: list index")) {
      try await show("20261122015839416-45")
    }
    #expect(try await show("C1 (5HT_COMPOUND)").title == "C1")
    lab.server.change { $0.failures = [:] }
    await #expect(throws: EntityProblem.self) { try await show("nobody") }
  }

  @Test("Without the server, commands print what is stored, with its age")
  func offlineCommandsPrintWhatIsStored() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.transport.setAway(true)
    let source = CommandSource(
      client: EntityClient(try lab.restarted().source), endsSession: false, asksServer: true)
    let (family, remark) = try await source.finding("PROBES") { try await $0.family(of: $1) }
    #expect(titles(family.children).contains("PROBE1"))
    #expect(remark?.contains("This is what was stored 20") == true)
    let (probe, _) = try await source.finding("20261122015839416-45") {
      try await $0.detail(of: $1)
    }
    #expect(probe.title == "PROBE1")
    await #expect(throws: HTTPProblem.self) {
      try await source.asking { try await $0.search(EntitySearch("probe")) }
    }
  }

  @Test func mistakesAreNamed() async throws {
    await #expect(throws: EntityProblem.self) { try await run("show", "nobody", "--unplugged") }
    await #expect(throws: UsageProblem.self) { try await run("search", "ab", "--unplugged") }
    await #expect(throws: UsageProblem.self) { try await run("list") }
    await #expect(throws: UsageProblem.self) { try await run("show", "--unplugged") }
  }
}
