import Terminals
import Testing

@testable import Commands

/// The help of a program, and of one of its commands, for a terminal of 80 columns.
@Suite struct HelpTextTests {
  private func lines(_ words: String...) async throws -> [String] {
    let text =
      words.isEmpty
      ? try await SmallProgram.run("help") : try await SmallProgram.run("help", words[0])
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  @Test func theWholeProgramsNamesEveryOptionAndCommand() async throws {
    let lines = try await lines()
    #expect(
      lines.prefix(7) == [
        "app shows what is there.", "", "usage: app [OPTIONS] [THING]",
        "       app list [OPTIONS]", "       app certificates [list|trust] [SERVER] [OPTIONS]",
        "       app show ID [OPTIONS]", "       app completions bash|zsh|fish [OPTIONS]",
      ])
    #expect(lines.contains("  --cacert FILE       trust the authorities in FILE"))
    #expect(lines.contains("  -h, --help          show this help"))
    #expect(lines.contains("  show          print one"))
    // Only a command with options has a list of them.
    #expect(lines.filter { $0.hasPrefix("options of ") } == ["options of list"])
    #expect(lines.allSatisfy { CellWidth.of($0) <= HelpText.width })
  }

  @Test func aLongHelpGoesOnBelowItselfAndNoLineCouldHoldMore() async throws {
    let lines = try await lines("list")
    #expect(lines.prefix(3) == ["app list: print all", "", "usage: app list [OPTIONS]"])
    let start = try #require(lines.firstIndex { $0.contains("--filter-that-has-a-long-name") })
    #expect(lines[start] == "  --filter-that-has-a-long-name TEXT")
    let help = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
    #expect(help.count == 3)
    #expect(
      help.map { $0.drop { $0 == " " } }.joined(separator: " ")
        == SmallProgram.help.commands[0].options[1].help)
    #expect(help.allSatisfy { $0.prefix { $0 == " " }.count == 28 && $0.count <= HelpText.width })
    for (line, next) in zip(help, help.dropFirst()) {
      let word = next.drop { $0 == " " }.prefix { $0 != " " }
      #expect(line.count + 1 + word.count > HelpText.width)
    }
  }

  /// The last word ends in the last column.
  @Test func aLineIsFilledToItsEnd() {
    let option = Option("a", help: String(repeating: "x", count: 70) + " yy")
    let command = Command("b", help: "", options: [option]) { _ in Command.Output("") }
    let text = SmallProgram.help.with([command]).text(of: command)
    #expect(text.contains("  --a  " + option.help + "\n"))
  }

  @Test func aCommandsOwnHelpLeavesOutWhatIsOfScreens() async throws {
    let text = try await SmallProgram.run("help", "list")
    #expect(text.contains("\noptions\n") && text.contains("\noptions of all commands\n"))
    #expect(text.contains("--ephemeral") && text.contains("--user NAME"))
    #expect(!text.contains("--fresh") && !text.contains("--session"))
    let show = try await SmallProgram.run("help", "show")
    #expect(show.contains("usage: app show ID [OPTIONS]\n\noptions\n"))
  }
}
