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

  @Test("Help of the program lists every option and command")
  func theWholeProgramsNamesEveryOptionAndCommand() async throws {
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

  @Test("Help text of an option is wrapped below a long name")
  func aLongHelpGoesOnBelowItselfAndNoLineCouldHoldMore() async throws {
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
  @Test("Help text fills a line to its last column") func aLineIsFilledToItsEnd() {
    let option = Option("a", help: String(repeating: "x", count: 70) + " yy")
    let command = Command("b", help: "", options: [option]) { _ in Command.Output("") }
    let text = SmallProgram.help.with([command]).text(of: command)
    #expect(text.contains("  --a  " + option.help + "\n"))
  }

  /// A name of 24 cells is beside its help, a longer one above it.
  @Test("Help text stands beside a name of up to 24 cells")
  func aNameThatHasRoomInItsColumnStandsBesideItsHelp() {
    let names = [String(repeating: "a", count: 22), String(repeating: "b", count: 23)]
    let command = Command(
      "c", help: "", options: zip(names, ["one", "two"]).map { Option($0, help: $1) }
    ) { _ in Command.Output("") }
    let indent = String(repeating: " ", count: 28)
    #expect(
      SmallProgram.help.with([command]).text(of: command).contains(
        "\noptions\n  --\(names[0])  one\n  --\(names[1])\n\(indent)two\n\n"))
  }

  private static let plain = ["sessions", "other"].map { name in
    Command(name, help: "do it") { _ in Command.Output("") }
  }

  @Test("Help of a program without options of its own")
  func theHelpOfAProgramWithoutOptionsOfItsOwn() {
    let help = HelpText(
      program: "app", summary: "app does it.", operands: "", options: [], commands: Self.plain)
    #expect(
      help.text == """
        app does it.

        usage: app [OPTIONS]
               app sessions [OPTIONS]
               app other [OPTIONS]

        options
          --session NAME   use the session with this name
          --snapshot FILE  save the session in this file
          --fresh          start from the beginning, this once
          --ephemeral      neither resume nor save a session
          --take-over      take the session from the process that has it open
          --ascii          use ASCII characters only
          --no-mouse       leave the mouse to the terminal
          -h, --help       show this help
          -V, --version    show the version

        commands
          sessions  do it
          other     do it

        “app COMMAND --help” shows the options of one command.

        """)
  }

  /// Sessions are of use to the command about sessions, and what is of screens to none.
  @Test("Help of a command lists only the options it takes")
  func aCommandsHelpHasWhatTheCommandUnderstands() {
    let help = HelpText(
      program: "app", summary: "", operands: "",
      options: ["refresh", "lock-after"].map { Option($0, help: "it") }, commands: Self.plain)
    #expect(
      help.text(of: Self.plain[1]) == """
        app other: do it

        usage: app other [OPTIONS]

        options
          --ephemeral    neither resume nor save a session
          -h, --help     show this help
          -V, --version  show the version

        """)
    #expect(
      help.text(of: Self.plain[0]) == """
        app sessions: do it

        usage: app sessions [OPTIONS]

        options
          --session NAME   use the session with this name
          --snapshot FILE  save the session in this file
          --ephemeral      neither resume nor save a session
          -h, --help       show this help
          -V, --version    show the version

        """)
  }

  @Test("Help of a command omits options of screens")
  func aCommandsOwnHelpLeavesOutWhatIsOfScreens() async throws {
    let text = try await SmallProgram.run("help", "list")
    #expect(text.contains("\noptions\n") && text.contains("\noptions of all commands\n"))
    #expect(text.contains("--ephemeral") && text.contains("--user NAME"))
    #expect(!text.contains("--fresh") && !text.contains("--session"))
    let show = try await SmallProgram.run("help", "show")
    #expect(show.contains("usage: app show ID [OPTIONS]\n\noptions\n"))
  }
}
