@testable import Commands

/// A program with an option of each kind, and commands with and without options.
enum SmallProgram {
  static let help = HelpText(
    program: "app", summary: "app shows what is there.", operands: "[THING]",
    options: [
      Option("cacert", .required("FILE"), help: "trust the authorities in FILE"),
      Option("record", .required("DIR"), help: "record into DIR"),
      Option("user", .required("NAME"), help: "ask as NAME"),
      Option("unplugged", .optional("PATH"), help: "use what is in PATH: no [server]"),
    ],
    commands: [
      Command(
        "list", help: "print all",
        options: [
          .csv,
          Option(
            "filter-that-has-a-long-name", .required("TEXT"),
            help: "print what contains TEXT, whatever its case, and nothing else of all the things "
              + "that there are, so that this help has several lines"),
        ]
      ) { _ in Command.Output("") },
      Command("certificates", operands: "[list|trust] [SERVER]", help: "print those trusted") {
        _ in Command.Output("")
      },
      Command("show", operands: "ID", help: "print one") { _ in Command.Output("") },
    ])

  static let commands = help.commands + Command.standard(help, version: "1.2")

  /// Runs a command line, and returns what is printed.
  static func run(_ words: String...) async throws -> String { try await run(words) }

  static func run(_ words: [String]) async throws -> String {
    let arguments = try Arguments(
      words, commands: commands, options: help.options, program: help.program)
    guard let command = commands.first(where: { $0.name == arguments.command }) else { return "" }
    return try await command.run(arguments).text
  }
}
