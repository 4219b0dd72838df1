import Controllers
import Core
import Terminals
import Testing

@testable import Commands

/// Commands that print rows and things, as an application writes them.
@Suite struct ListingAndShowingTests {
  private static let columns = [
    Column<String>("name", heading: "NAME", width: .fixed(9), text: { $0 }),
    Column<String>(
      "size", heading: "SIZE", width: .fixed(9), isNumeric: true, text: { "\($0.count)" }),
  ]

  private static let commands = [
    Command.listing(
      "list", .some("FILE…", needs: "a file", advice: "Name one."), help: "print files",
      json: "as JSON, by name", options: [Option("all", help: "print all")]
    ) { files, _ in
      let table = try Table(files, columns: columns, sort: ListSort("name"), id: { $0 })
      return Command.Rows(
        table, csv: [columns[1]], note: "one is missing", exitCode: .data,
        eachJSON: { .string($0) })
    },
    Command.showing(
      "show", .one("FILE", needs: "one file", advice: "“app list” shows them."),
      help: "print one file", json: "as JSON"
    ) { file, _ in
      Command.Shown(json: .string(file), note: "it is old") {
        // What isn't printed isn't asked for.
        guard file != "gone" else { throw UsageError("it is gone", advice: "Wait.") }
        return Detail(title: file, headline: file, sections: [])
      }
    },
    Command("first", .oneAtMost("[N]", takes: "one number", advice: "Or none."), help: "") {
      number, _ in Command.Output(number ?? "none")
    },
    Command("all", .none(advice: "Leave it out."), help: "") { Command.Output("\($1.operands)") },
    Command("find", .text("TEXT", needs: "a text", advice: "Type one."), help: "") { text, _ in
      Command.Output(text)
    },
    Command(
      "look", .text("TEXT", needs: "two letters", advice: "Type them.") { $0.count > 1 }, help: ""
    ) { text, _ in Command.Output(text) },
  ]

  private func run(_ words: String...) async throws -> Command.Output {
    let arguments = try Arguments(
      words, commands: Self.commands, options: [], program: "app")
    let command = try #require(Self.commands.first { $0.name == arguments.command })
    return try await command.run(arguments)
  }

  @Test("Listing command prints a table, JSON and CSV")
  func aListingHasATableJSONAndColumnsForScripts() async throws {
    let table = try await run("list", "bcd", "a")
    #expect(table.text == "NAME  SIZE\na        1\nbcd      3\n")
    #expect(table.note == "one is missing")
    #expect(table.exitCode == .data)
    #expect(try await run("list", "a", "--csv").exitCode == .data)
    let json = try await run("list", "bcd", "a", "--json")
    #expect(json.text == JSON.array([.string("a"), .string("bcd")]).indented + "\n")
    #expect(json.exitCode == .data)
    let csv = try await run("list", "bcd", "a", "--csv").text
    #expect(csv.split(whereSeparator: \.isNewline) == ["size", "1", "3"])
  }

  @Test("Show command prints a detail or JSON") func whatIsShownIsAScreensDetailOrJSON()
    async throws
  {
    let shown = try await run("show", "notes")
    #expect(shown.text == Detail(title: "notes", headline: "notes", sections: []).plain)
    #expect(shown.note == "it is old")
    #expect(try await run("show", "gone", "--json").text == "\"gone\"\n")
    await #expect(throws: UsageError.self) { try await run("show", "gone") }
  }

  @Test("Listing command has its operands and options in order")
  func theHelpHasTheOperandsAndTheOptionsInTheirOrder() {
    let list = Self.commands[0]
    #expect(list.operands == "FILE…")
    #expect(list.options.map(\.name) == ["json", "csv", "all"])
    #expect(list.options[0].help == "as JSON, by name")
    #expect(Self.commands[1].options == [.json("as JSON")])
  }

  @Test(
    "Commands refuse missing and surplus operands",
    arguments: [
      (["list"], "list needs a file", "Name one."),
      (["show"], "show needs one file", "“app list” shows them."),
      (["show", "a", "b"], "show needs one file", "“app list” shows them."),
      (["first", "1", "2"], "first takes one number", "Or none."),
      (["all", "x", "y"], "all doesn't take “x”", "Leave it out."),
      (["find"], "find needs a text", "Type one."),
      (["find", " ", ""], "find needs a text", "Type one."),
      (["look", "x"], "look needs two letters", "Type them."),
    ])
  func otherOperandsAreRefused(words: [String], what: String, advice: String) async throws {
    let arguments = try Arguments(
      words, commands: Self.commands, options: [], program: "app")
    let command = try #require(Self.commands.first { $0.name == words[0] })
    await #expect(throws: UsageError(what, advice: advice)) {
      try await command.run(arguments)
    }
  }

  @Test("Commands read operands by their rule") func operandsAreReadByTheirRule() async throws {
    #expect(try await run("first").text == "none")
    #expect(try await run("first", "7").text == "7")
    #expect(try await run("find", "two", "words").text == "two words")
    #expect(try await run("all").text == "[]")
    #expect(try await run("look", "ab").text == "ab")
  }
}
