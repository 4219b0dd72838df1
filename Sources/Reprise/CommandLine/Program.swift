public import Foundation
public import Restoration
public import Screens
import TerminalNcurses
public import Values

/// An application with its command line: options, subcommands, sessions.
@MainActor public struct Program<Route: AppRoute> {
  private let name: String
  private let version: String
  private let summary: String
  private let operands: String
  private let options: [Option]
  private let commands: [Command]
  private let account: (Arguments) throws -> Account?
  private let continuing: (@MainActor (Arguments, Snapshot) throws -> Continuation?)?
  private let gate: @MainActor (Arguments) throws -> Gate?
  private let application: @MainActor (Arguments, Unlocked?) throws -> Application<Route>

  /// A program.
  ///
  /// - Parameters:
  ///   - summary: What it is, in one sentence, for the help.
  ///   - operands: What it can be told to open, for the help: `[SYSTEM|URL]`. Exactly one word is taken, or none if this is empty.
  ///   - options: The application's own, which its subcommands understand too.
  ///   - account: Whose session the arguments ask for.
  ///   - continuing: How a start whose arguments name nobody goes on with the session that was used last; nil where it begins anew.
  ///   - application: Called when there is a terminal to run it on.
  public init(
    _ name: String, version: String = "0.1.0", summary: String, operands: String = "",
    options: [Option] = [], commands: [Command] = [],
    account: @escaping (Arguments) throws -> Account? = { _ in nil },
    continuing: (@MainActor (Arguments, Snapshot) throws -> Continuation?)? = nil,
    application: @escaping @MainActor (Arguments) throws -> Application<Route>
  ) {
    self.init(
      name, version: version, summary: summary, operands: operands, options: options,
      commands: commands, account: account, continuing: continuing, gate: { _ in nil }
    ) { arguments, _ in try application(arguments) }
  }

  /// A program whose sessions are sealed, where there is a gate before it.
  ///
  /// - Parameters:
  ///   - gate: What stands before the application; nil if the arguments ask for nothing that is to be sealed.
  ///   - application: Called with what was opened, each time the gate is passed; with nil if there is none.
  public init(
    _ name: String, version: String = "0.1.0", summary: String, operands: String = "",
    options: [Option] = [], commands: [Command] = [],
    account: @escaping (Arguments) throws -> Account? = { _ in nil },
    continuing: (@MainActor (Arguments, Snapshot) throws -> Continuation?)? = nil,
    gate: @escaping @MainActor (Arguments) throws -> Gate?,
    application: @escaping @MainActor (Arguments, Unlocked?) throws -> Application<Route>
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.operands = operands
    self.options = options
    let own = commands + [.sessions(of: name)]
    let help = HelpText(
      program: name, summary: summary, operands: operands, options: options, commands: own)
    self.commands = own + Command.standard(help, version: version)
    self.account = account
    self.continuing = continuing
    self.gate = gate
    self.application = application
  }

  /// A command line, taken apart as `main` does it: for tests of what an application makes of one.
  ///
  ///     let arguments = try program.arguments(["--site", "north"])
  ///
  /// Throws `UsageProblem`.
  public func arguments(_ words: [String]) throws -> Arguments {
    try Arguments(words, commands: commands, options: options, program: name)
  }

  /// Does what the command line says, and ends the process.
  public func main(
    _ words: [String] = Array(CommandLine.arguments.dropFirst()),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Never {
    do {
      // Later another file may have its number.
      let isOutputClosed = fcntl(STDOUT_FILENO, F_GETFD) < 0
      let arguments = try self.arguments(words)
      let command = commands.first { $0.name == arguments.command }
      if arguments.has("help") {
        finish(Command.Output(command.map { help.text(of: $0) } ?? help.text))
      }
      if arguments.has("version") { finish(Command.Output("\(name) \(version)\n")) }
      if let command {
        if isOutputClosed { throw OutputProblem(code: EBADF) }
        run(command, arguments)
      }
      try refuseMistypedCommands(arguments)
      if let gate = try gate(arguments) {
        let runner = try ApplicationRunner(
          name, isASCII: arguments.has("ascii"), environment: environment)
        let run = GatedRun(
          gate, name: name, version: version, arguments: arguments, environment: environment,
          runner: runner, application: application)
        try runner.run { try run.begin() }
      }
      let (session, begun) = try session(for: arguments, environment)
      let runner = try ApplicationRunner(
        name, isASCII: arguments.has("ascii"), environment: environment)
      let application = try application(begun, nil)
      try runner.run { try runner.show(application, session) }
    } catch {
      fail(error)
    }
  }

  /// The session of a start, opened, and the command line that goes with it.
  private func session(
    for arguments: Arguments, _ environment: [String: String]
  ) throws -> (Session, Arguments) {
    var arguments = arguments
    var request = SessionRequest(
      application: name, version: version, account: try account(arguments),
      arguments: arguments, environment: environment, isNamed: arguments.namesSession)
    var sentences: [String] = []
    let isPlain = request.account == nil && arguments.namesNoBeginning
    let last = isPlain ? continuing.map { _ in LastSession(request) } : nil
    if let continuing, let found = last?.found,
      let continuation = try continuing(arguments, found.snapshot)
    {
      arguments = continuation.arguments
      arguments.isContinuing = true
      request.account = found.snapshot.account
      request.arguments = arguments.setting("session", to: found.name)
      if let words = continuation.words, last?.isOpenElsewhere != true {
        let moment = Zone.local.clockTime(found.snapshot.savedAt, now: Int(time(nil)))
        sentences.append("Resumed: \(words), saved \(moment).")
      }
    }
    sentences += last?.passedOver ?? []
    let seen = try request.look()
    if let foreign = seen.foreign {
      guard isatty(STDIN_FILENO) == 1 else { throw TerminalProblem.notATerminal(.input) }
      guard foreign.isConfirmed() else { finish(Command.Output("", note: foreign.refusal)) }
    }
    var session = try request.open(seen)
    if let last, last.isOpenElsewhere, let found = last.found {
      session.begin(where: found.snapshot)
    }
    for sentence in sentences.reversed() { session.say(sentence) }
    return (session, arguments)
  }

  private func run(_ command: Command, _ arguments: Arguments) -> Never {
    Task {
      do {
        finish(try await command.run(arguments))
      } catch {
        fail(error)
      }
    }
    dispatchMain()
  }

  /// A word that is nearly a command's name isn't taken for the name of something to open.
  private func refuseMistypedCommands(_ arguments: Arguments) throws {
    let names = commands.map(\.name)
    if !operands.isEmpty, !arguments.isLiteral, let operand = arguments.operands.first,
      let meant = Suggestion.nearest(to: operand, among: names)
    {
      throw UsageProblem(
        "unknown command “\(operand)”",
        advice: "Did you mean “\(meant)”? To open what has that name: \(name) -- \(operand)")
    }
    let operandCount = operands.isEmpty ? 0 : 1
    if let operand = arguments.operands.dropFirst(operandCount).first {
      throw UsageProblem.unknownCommand(operand, among: names, program: name)
    }
  }

  private func finish(_ output: Command.Output) -> Never {
    if let note = output.note { complain("\(name): \(SafeText.visible(note))\n") }
    do {
      try StandardOutput.write(output.text)
    } catch {
      fail(error)
    }
    exit(output.exitCode.rawValue)
  }

  private func fail(_ error: any Error) -> Never {
    let report = Report(problem: name, error)
    let reason = report.text.hasSuffix(".") ? String(report.text.dropLast()) : report.text
    let advice =
      CertificateAdvice(error, program: name, commands: commands)?.text ?? report.advice ?? ""
    let lines =
      reason.split(whereSeparator: \.isNewline) + advice.split(whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      complain((number == 0 ? "\(name): " : "  ") + SafeText.visible(String(line)) + "\n")
    }
    exit(ExitCode(error).rawValue)
  }

  private func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private var help: HelpText {
    HelpText(
      program: name, summary: summary, operands: operands, options: options, commands: commands)
  }
}

extension Application {
  /// Runs the application with the common command line, and ends the process.
  public func main() -> Never {
    Program(name, version: version, summary: "\(title) comes back as it was left.") { _ in self }
      .main()
  }
}
