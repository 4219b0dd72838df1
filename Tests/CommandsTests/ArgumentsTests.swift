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

  @Test func optionsStandBeforeOrAfterTheCommand() throws {
    let before = ["--unplugged", "list", "--filter", "a"]
    for words in [before, ["list", "--filter=a", "--unplugged"]] {
      let arguments = try Arguments(words, commands: commands, options: options, program: "app")
      #expect(arguments.command == "list")
      #expect(arguments.value("filter") == "a")
      #expect(arguments.has("unplugged"))
      #expect(arguments.value("unplugged") == nil)
    }
  }

  @Test func anOptionalValueIsTakenOnlyAfterAnEqualsSign() throws {
    #expect(try read("--unplugged=x.json").value("unplugged") == "x.json")
    #expect(try read("--unplugged", "x.json").operands == ["x.json"])
  }

  @Test(arguments: [
    ("--unpluged", "--unplugged"), ("--unplug", "--unplugged"), ("--sesion", "--session"),
    ("--fitler", "--filter"), ("--Version", "--version"),
  ])
  func aMistypedOptionIsSuggestedAsItShouldBe(typed: String, meant: String) {
    let advice = "Did you mean \(meant)? See app --help."
    #expect(throws: UsageProblem("unknown option \(typed)", advice: advice)) { try read(typed) }
  }

  @Test(arguments: [["--session", ""], ["--session="]])
  func anEmptyNameIsNoName(words: [String]) {
    let problem = UsageProblem(
      "--session needs a NAME, and was given an empty one",
      advice: "A variable of the shell may not be set. See app --help.")
    #expect(throws: problem) {
      try Arguments(words, commands: commands, options: options, program: "app")
    }
  }

  @Test func anEmptyPathBehindAnEqualsSignIsNoPathEither() {
    #expect(throws: UsageProblem.self) { try read("--unplugged=") }
  }

  @Test func anEmptyTextIsOne() throws {
    #expect(try read("list", "--filter", "").has("filter"))
  }

  @Test func twoFormatsAtOnceAreRefused() {
    let commands = [
      Command("list", help: "", options: [Option("json", help: ""), Option("csv", help: "")]) { _ in
        Command.Output("")
      }
    ]
    #expect(throws: UsageProblem.self) {
      try Arguments(["list", "--json", "--csv"], commands: commands, options: [], program: "app")
    }
  }

  @Test func oneLetterStandsForAnOption() throws {
    #expect(try read("-h").has("help") && read("-V").has("version"))
  }

  @Test func whatFollowsTwoDashesIsNoOption() throws {
    let arguments = try read("list", "--", "--filter")
    #expect(arguments.operands == ["--filter"])
    #expect(!arguments.has("filter"))
  }

  @Test func anOptionOfACommandNeedsThatCommand() {
    #expect(throws: UsageProblem("--filter goes with list", advice: "See app --help.")) {
      try read("--filter", "a")
    }
  }

  @Test(
    arguments: [
      (["--nosuch"], "unknown option --nosuch"), (["-x"], "unknown option -x"),
      (["--fresh=1"], "--fresh takes no value"), (["--session"], "--session needs a NAME"),
    ])
  func aMistakeIsNamed(words: [String], sentence: String) {
    #expect(throws: UsageProblem(sentence, advice: "See app --help.")) {
      try Arguments(words, commands: commands, options: options, program: "app")
    }
  }
}
