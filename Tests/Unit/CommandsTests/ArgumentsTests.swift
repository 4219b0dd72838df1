import Testing

@testable import Commands

@Suite struct ArgumentsTests {
  private let commands = [
    Command("list", help: "", options: [Option("filter", .required("TEXT"), help: "")]) { _ in
      Command.Output("")
    }
  ]
  private let options = [Option("unplugged", .optional("PATH"), help: "")]

  private func read(_ words: String...) throws -> Arguments {
    try Arguments(words, commands: commands, options: options, program: "app")
  }

  @Test("Command line: options stand before or after the command")
  func optionsStandBeforeOrAfterTheCommand() throws {
    let before = ["--unplugged", "list", "--filter", "a"]
    for words in [before, ["list", "--filter=a", "--unplugged"]] {
      let arguments = try Arguments(words, commands: commands, options: options, program: "app")
      #expect(arguments.command == "list")
      #expect(arguments.value("filter") == "a")
      #expect(arguments.has("unplugged"))
      #expect(arguments.value("unplugged") == nil)
    }
  }

  @Test("Command line: an optional value follows an equals sign only")
  func anOptionalValueIsTakenOnlyAfterAnEqualsSign() throws {
    #expect(try read("--unplugged=x.json").value("unplugged") == "x.json")
    #expect(try read("--unplugged", "x.json").operands == ["x.json"])
  }

  @Test(
    "Command line: a mistyped option gets a suggestion",
    arguments: [
      ("--unpluged", "--unplugged"), ("--unplug", "--unplugged"), ("--sesion", "--session"),
      ("--fitler", "--filter"), ("--Version", "--version"),
    ])
  func aMistypedOptionIsSuggestedAsItShouldBe(typed: String, meant: String) {
    let advice = "Did you mean \(meant)? See app --help."
    #expect(throws: UsageError("unknown option \(typed)", advice: advice)) { try read(typed) }
  }

  @Test(
    "Command line: an empty required value is refused",
    arguments: [["--session", ""], ["--session="]])
  func anEmptyNameIsNoName(words: [String]) {
    let problem = UsageError(
      "--session needs a NAME, and was given an empty one",
      advice: "A variable of the shell may not be set. See app --help.")
    #expect(throws: problem) {
      try Arguments(words, commands: commands, options: options, program: "app")
    }
  }

  @Test("Command line: an empty optional path is refused")
  func anEmptyPathBehindAnEqualsSignIsNoPathEither() {
    let problem = UsageError(
      "--unplugged needs a PATH, and was given an empty one",
      advice: "A variable of the shell may not be set. See app --help.")
    #expect(throws: problem) { try read("--unplugged=") }
  }

  @Test("Command line: a value may contain = or look like an option")
  func aValueMayHoldAnEqualsSignOrLookLikeAnOption() throws {
    #expect(try read("list", "--filter=a=b").value("filter") == "a=b")
    #expect(try read("list", "--filter", "--unplugged").value("filter") == "--unplugged")
    #expect(try !read("list", "--filter", "--unplugged").has("unplugged"))
    // The later of two counts.
    #expect(try read("--session", "a", "--session=b").value("session") == "b")
  }

  @Test(
    "Command line: first word may be a command, others are operands",
    arguments: [
      (["list", "list"], "list", ["list"]), (["x", "list"], nil, ["x", "list"]),
      (["--", "list"], nil, ["list"]), (["-"], nil, ["-"]), (["--", "--"], nil, ["--"]),
      (["--", "-x", "y"], nil, ["-x", "y"]), (["list", "x", "y"], "list", ["x", "y"]),
      ([], nil, []),
    ] as [([String], String?, [String])])
  func theFirstWordMayBeACommandAndTheOthersAreOperands(
    words: [String], command: String?, operands: [String]
  ) throws {
    let arguments = try Arguments(words, commands: commands, options: options, program: "app")
    #expect(arguments.command == command)
    #expect(arguments.operands == operands)
  }

  /// So that nobody is told which command was meant by the name of a file.
  @Test("Command line: operands behind -- are literal")
  func onlyWhatStandsBehindTwoDashesIsLiteral() throws {
    #expect(try read("--", "x").isLiteral)
    #expect(try !read("x").isLiteral)
    #expect(try !read("x", "--", "y").isLiteral)
    #expect(try !read("--").isLiteral)
  }

  @Test(
    "Command line: options that name a start or a session",
    arguments: [
      ([], true, false), (["x"], false, false), (["list"], true, false),
      (["--fresh"], false, false), (["--ephemeral"], false, false),
      (["--snapshot", "f"], false, true), (["--session", "n"], true, true),
      (["--take-over"], true, true), (["--unplugged"], true, false),
    ] as [([String], Bool, Bool)])
  func aBeginningAndASessionAreNamedByWhatNamesThem(
    words: [String], namesNoBeginning: Bool, namesSession: Bool
  ) throws {
    let arguments = try Arguments(words, commands: commands, options: options, program: "app")
    #expect(arguments.hasNoStartOptions == namesNoBeginning)
    #expect(arguments.namesSession == namesSession)
  }

  @Test("Command line is copied with options set or removed")
  func anotherCommandLineIsMadeOfOneAndTheFirstStays() throws {
    let first = try read("--fresh", "--session=n", "x")
    #expect(first.has("fresh") && first.value("fresh") == nil)
    #expect(first.setting("session", to: "m").value("session") == "m")
    #expect(first.setting("snapshot", to: "f").value("snapshot") == "f")
    #expect(try first.without("fresh", "session", "ascii") == read("x"))
    #expect(try first == read("--fresh", "--session=n", "x"))
  }

  @Test("Command line: an empty filter text is a value") func anEmptyTextIsOne() throws {
    #expect(try read("list", "--filter", "").has("filter"))
  }

  @Test("Command line: --json and --csv together are refused") func twoFormatsAtOnceAreRefused() {
    let commands = [
      Command("list", help: "", options: [Option("json", help: ""), Option("csv", help: "")]) { _ in
        Command.Output("")
      }
    ]
    let problem = UsageError(
      "--json and --csv can't be combined", advice: "Choose one of the two formats.")
    #expect(throws: problem) {
      try Arguments(["list", "--json", "--csv"], commands: commands, options: [], program: "app")
    }
  }

  @Test("Command line: -h and -V stand for their options") func oneLetterStandsForAnOption() throws
  {
    #expect(try read("-h").has("help") && read("-V").has("version"))
  }

  @Test("Command line: words behind -- are no options") func whatFollowsTwoDashesIsNoOption() throws
  {
    let arguments = try read("list", "--", "--filter")
    #expect(arguments.operands == ["--filter"])
    #expect(!arguments.has("filter"))
  }

  @Test("Command line: an option of a command needs the command")
  func anOptionOfACommandNeedsThatCommand() {
    #expect(throws: UsageError("--filter goes with list", advice: "See app --help.")) {
      try read("--filter", "a")
    }
  }

  @Test(
    "Command line: error names all commands of an option",
    arguments: [
      (["--all"], "--all goes with a and b"), (["c", "--all"], "--all goes with a and b"),
      (["--zone", "--all"], "--all goes with a and b"), (["b", "--zone"], "--zone goes with c"),
    ])
  func allCommandsOfAnOptionAreNamed(words: [String], sentence: String) throws {
    let commands = [("a", "all"), ("b", "all"), ("c", "zone")].map { name, option in
      Command(name, help: "", options: [Option(option, help: "")]) { _ in Command.Output("") }
    }
    #expect(throws: UsageError(sentence, advice: "See app --help.")) {
      try Arguments(words, commands: commands, options: [], program: "app")
    }
    #expect(
      try Arguments(["b", "--all"], commands: commands, options: [], program: "app").has("all"))
  }

  @Test(
    "Command line: unknown options and missing values are named",
    arguments: [
      (["--nosuch"], "unknown option --nosuch"), (["-x"], "unknown option -x"),
      (["--fresh=1"], "--fresh takes no value"), (["--session"], "--session needs a NAME"),
    ])
  func aMistakeIsNamed(words: [String], sentence: String) {
    #expect(throws: UsageError(sentence, advice: "See app --help.")) {
      try Arguments(words, commands: commands, options: options, program: "app")
    }
  }
}
