import Foundation
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

  @Test("openbis list prints the first level or children")
  func listPrintsTheFirstLevelOrWhatIsBelow() async throws {
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

  @Test("openbis show prints an entity with all fields") func showPrintsAnEntityInFull()
    async throws
  {
    let text = try await run("show", "P08908 (5HT_TARGET)", "--unplugged").text
    #expect(text.contains("5-hydroxytryptamine receptor 1A"))
    #expect(text.contains("A pröperty wïth accents."))
    let target = try await json("show", "P08908 (5HT_TARGET)", "--json", "--unplugged")
    #expect(target["REFCON"]?["entityKind"]?.string == "MATERIAL")
  }

  @Test("openbis search prints hits") func searchPrintsWhatIsFound() async throws {
    let found = try await json("search", "tryptophan", "--json", "--unplugged")
    #expect((found.array?.count ?? 0) >= 2)
    let nothing = try await run("search", "xyzzy", "--unplugged")
    #expect(nothing.note == "Nothing matches *xyzzy*.")
    let folded = try await run("search", "propertÿ", "--unplugged")
    #expect(folded.note?.contains("The server found nothing.") == true)
    #expect(folded.text.contains("P08908"))
  }

  @MainActor private func source(_ lab: Laboratory) -> CommandSource {
    CommandSource(client: EntityClient(lab.source), endsSession: false)
  }

  private func show(_ name: String, _ lab: Laboratory) async throws -> String {
    try await source(lab).find(name) { try await $0.detail(of: $1) }.found.title
  }

  @Test("openbis show with a failed category does not say not found")
  func whatACategoryThatFailedMayHaveIsNotSaidNotToBe() async throws {
    let lab = try Laboratory()
    lab.server.change { $0.failures["ROOT PROBES"] = .python("IndexError: list index") }
    await #expect(throws: OpenBISError.serviceFailed("IndexError: list index")) {
      try await show("nobody", lab)
    }
    #expect(try await show("20261122015839416-45", lab) == "PROBE1")
    lab.server.change { $0.failures = [:] }
    await #expect(throws: EntityError.self) { try await show("nobody", lab) }
  }

  @Test(
    "What list and search print, permIds and identifiers are shown by the next command",
    arguments: [
      ("PROBES", "Probes"), ("20261122015839416-45", "PROBE1"), ("C1 (5HT_COMPOUND)", "C1"),
      ("/PROBES/PROBE/PROBE1", "PROBE1"), ("/GARDEN/FERNS/FERN-1", "FERN-1"),
    ])
  func namesAreFoundThroughTheService(name: String, title: String) async throws {
    #expect(try await show(name, try Laboratory()) == title)
  }

  @Test(
    "So they are at an instance without the service",
    arguments: [
      ("object 20261122015834316-10", "FERN-1"), ("20261122015834316-10", "FERN-1"),
      ("/garden/ferns/fern-1", "FERN-1"), ("/GARDEN/FERNS/SPRING", "SPRING"),
      ("/GARDEN/FERNS", "FERNS"), ("GARDEN", "GARDEN"), ("space GARDEN", "GARDEN"),
      ("20261122020728292-50", "20261122020728292-50"),
      ("file 20261122020728292-50/original/original/note.txt", "note.txt"),
    ])
  func namesAreFoundThroughV3(name: String, title: String) async throws {
    #expect(try await show(name, try Laboratory(.withoutPlugins)) == title)
  }

  @Test("openbis show of an unknown name has advice") func whatNobodyHasIsSaidWithAdviceThatHelps()
    async throws
  {
    for lab in [try Laboratory(), try Laboratory(.withoutPlugins)] {
      await #expect(throws: EntityError.self) { try await show("/GARDEN/NOSUCH", lab) }
    }
    let problem = EntityError.noEntity("X")
    #expect(problem.localizedDescription.contains("id, permId or identifier “X”"))
  }

  @Test("A service that fails leaves what its list says, and the failure is told")
  func failingServiceLeavesTheRow() async throws {
    let lab = try Laboratory()
    lab.server.change { $0.failures["DETAIL"] = .python("KeyError: DICTIONARY_TYPE") }
    let (probe, footer) = try await source(lab).find("20261122015839416-45") {
      try await $0.detail(of: $1)
    }
    #expect(probe.title == "PROBE1")
    #expect(footer?.contains("KeyError: DICTIONARY_TYPE") == true)
  }

  @Test("openbis show prints all children") func showPrintsAllBelow() async throws {
    let text = try await run("show", "PROBES", "--unplugged").text
    #expect(text.contains("PROBE72"))
    #expect(!text.contains("72 entities"))
  }

  @Test("Without the server, commands print what is stored, with its age")
  func offlineCommandsPrintWhatIsStored() async throws {
    let lab = try Laboratory()
    try await lab.synced()
    lab.transport.setAway(true)
    let source = CommandSource(
      client: EntityClient(try lab.restarted().source), endsSession: false)
    let (family, footer) = try await source.find("PROBES") { try await $0.family(of: $1) }
    #expect(titles(family.children).contains("PROBE1"))
    #expect(footer?.contains("This is what was stored 20") == true)
    let (probe, _) = try await source.find("20261122015839416-45") {
      try await $0.detail(of: $1)
    }
    #expect(probe.title == "PROBE1")
    let (found, _) = try await source.fetch { try await $0.search(EntitySearch("bindïng")) }
    #expect(titles(found) == ["PROBE1", "PROBE2"])
  }

  @Test("openbis commands refuse mistakes") func mistakesAreNamed() async throws {
    await #expect(throws: EntityError.self) { try await run("show", "nobody", "--unplugged") }
    await #expect(throws: UsageError.self) { try await run("search", "ab", "--unplugged") }
    await #expect(throws: UsageError.self) { try await run("list") }
    await #expect(throws: UsageError.self) { try await run("show", "--unplugged") }
  }
}
