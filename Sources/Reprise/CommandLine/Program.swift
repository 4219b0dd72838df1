import Accounts
import Commands
import Core
import Dispatch
import Documents
public import FoundationEssentials
import Glibc
import Networking
import Restoration
public import Screens
import TerminalNcurses

/// An application with its command line: operands, options, subcommands, and the choice of a
/// session. Call `main` to start it.
@MainActor public struct Program<Route: AppRoute> {
  private let name: String
  private let version: String
  private let summary: String
  private let operands: Operands
  private let options: [Option]
  private let commands: [Command]
  private let launch: @MainActor (Arguments) throws -> LaunchConfiguration<Route>

  /// Creates a program, which starts an application according to its command line.
  ///
  ///     Program(
  ///       "machines", summary: "Machines shows what runs.", options: [site], commands: [.list]
  ///     ) { arguments in
  ///       let site = arguments.value("site")
  ///       let account = site.map { Account(server: $0) }
  ///       return LaunchConfiguration(of: account) { machines(site: site) }
  ///     }
  ///
  /// - Parameters:
  ///   - name: The command's name, also used for its directories. Never change it, because it
  ///     determines where sessions are stored.
  ///   - version: The program's version, for `--version`.
  ///   - summary: A one-sentence description for the help.
  ///   - operands: The operands that the program accepts.
  ///   - options: The application's own options, which its subcommands accept as well.
  ///   - commands: The application's own subcommands, in addition to the standard ones.
  ///   - launch: Returns the launch configuration for a command line without a subcommand.
  public init(
    _ name: String, version: String = "0.1.0", summary: String, operands: Operands = .none,
    options: [Option] = [], commands: [Command] = [],
    launch: @escaping @MainActor (Arguments) throws -> LaunchConfiguration<Route>
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.operands = operands
    self.options = options
    let own = commands + [.sessions(of: name)]
    let help = HelpText(
      program: name, summary: summary, operands: operands.usage, options: options, commands: own)
    self.commands = own + Command.standard(help, version: version)
    self.launch = launch
  }

  /// Parses a command line without starting the application, for tests. Throws `UsageError`. Only
  /// `main` checks the number of the application's operands.
  ///
  ///     let arguments = try program.arguments(["--site", "north"])
  public func arguments(_ words: [String]) throws -> Arguments {
    try Arguments(words, commands: commands, options: options, program: name)
  }

  /// Starts the application or subcommand that the command line requests, and exits the process
  /// when it ends.
  ///
  /// - Parameters:
  ///   - words: The command line without the command's name.
  ///   - environment: The environment of the process.
  public func main(
    _ words: [String] = Array(CommandLine.arguments.dropFirst()),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Never {
    var environment = environment
    let locked = LockedRun.received(by: name, &environment)
    do {
      let closed = StandardFiles.openClosed()
      try StandardFiles.requireEnough()
      let arguments = try self.arguments(words)
      let command = commands.first { $0.name == arguments.command }
      if arguments.has("help") {
        finish(Command.Output(command.map { help.text(of: $0) } ?? help.text))
      }
      if arguments.has("version") { finish(Command.Output("\(name) \(version)\n")) }
      if let command {
        if closed.contains(STDOUT_FILENO) { throw OutputError(code: EBADF) }
        run(command, arguments)
      }
      try refuseMistypedCommands(arguments)
      let launch = try launch(arguments)
      let settings = try TerminalSettings(
        application: name, arguments, environment: environment)
      let options = NcursesTerminal.Options(
        isASCII: arguments.has("ascii"),
        background: settings.background.flatMap { TerminalBackground(rawValue: $0) },
        takesMouse: settings.takesMouse)
      if let locked { NcursesTerminal.restoreModes(locked.modes) }
      if let signIn = launch.signIn {
        let runner = try ApplicationRunner(
          name, options, environment: environment)
        let run = LockableRun(
          signIn, name: name, version: version, arguments: arguments, environment: environment,
          runner: runner, application: launch.application)
        runner.beforeEnd = { signIn.settings.openLogins.logOutAllNow() }
        try runner.run { try run.begin(locked) }
      }
      let (session, begun) = try session(for: launch, arguments, environment)
      let runner = try ApplicationRunner(
        name, options, environment: environment)
      let application = try begun.application(nil)
      try runner.run { try runner.show(application, session, receive: begun.receive) }
    } catch {
      // The replaced process has left its frame on the alternate screen.
      if let locked {
        NcursesTerminal.restoreModes(locked.modes)
        try? NcursesTerminal(environment: environment).close()
      }
      fail(error)
    }
  }

  /// Opens the session of a launch. Returns it with the launch configuration to use, which differs
  /// if the last session is resumed.
  private func session(
    for launch: LaunchConfiguration<Route>, _ arguments: Arguments, _ environment: [String: String]
  ) throws -> (Session, LaunchConfiguration<Route>) {
    var launch = launch
    var request = SessionRequest(
      application: name, version: version, routes: RouteServers(of: Route.self),
      account: launch.account, arguments: arguments,
      environment: environment, isNamed: arguments.namesSession,
      terminalIdentity: arguments.has("ephemeral")
        ? nil : TerminalIdentity.ofThisProcess(environment))
    let isPlain = launch.account == nil && arguments.hasNoStartOptions
    let last = isPlain ? launch.continuing.map { _ in LastSession(request) } : nil
    let continued = try last?.found.flatMap { try launch.continuing?($0.snapshot) }
    if let found = last?.found, let continued {
      launch = continued
      request.account = found.snapshot.account
      request.arguments = arguments.setting("session", to: found.name)
    } else if launch.openRequest?.isEmpty ?? true {
      // Documents are sent to the usual session rather than to this terminal's.
      request = request.inThisTerminal()
    }
    let seen = try Session(request)
    if let openRequest = launch.openRequest, !openRequest.isEmpty {
      if let message = try handOver(openRequest, to: seen, request) {
        finish(Command.Output(message + "\n"))
      }
      // The pipe was read to its end, so keys must be read from the terminal.
      if openRequest.documents.contains(where: \.isReceived) {
        try StandardInput.reopenTerminal()
      }
    }
    if let foreign = seen.foreign {
      try foreign.requireShowable()
      guard isatty(STDIN_FILENO) == 1 else { throw TerminalError.notATerminal(.input) }
      guard foreign.isConfirmed() else { finish(Command.Output("", note: foreign.refusal)) }
    }
    var session = try request.open(seen)
    for sentence in last?.passedOver.reversed() ?? [] { session.say(sentence) }
    if continued != nil { last?.resume(in: &session, description: launch.description) }
    return (session, launch)
  }

  /// Sends documents to the process that has the session open, and returns a sentence about where
  /// they were opened. Returns `nil` if no process listens, or if it rejects them and the user
  /// didn't name the session. A new session is opened then, with a notice about the other process.
  private func handOver(
    _ openRequest: OpenRequest, to seen: Session, _ request: SessionRequest
  ) throws -> String? {
    // With `--fresh` or `--take-over`, the documents are opened in this process.
    guard !["fresh", "take-over"].contains(where: request.arguments.has), let path = seen.path
    else { return nil }
    let address = InstanceAddress(of: name, session: path, environment: request.environment)
    do {
      return try openRequest.send(to: address, application: name)
    } catch {
      guard request.isNamed else { return nil }
      throw error
    }
  }

  private func run(_ command: Command, _ arguments: Arguments) -> Never {
    ProgramTerminal.offer()
    Task {
      do {
        finish(try await command.run(arguments))
      } catch {
        fail(error)
      }
    }
    dispatchMain()
  }

  /// Rejects an operand that resembles a command's name, because it is probably a typing error.
  /// Throws `UsageError`.
  private func refuseMistypedCommands(_ arguments: Arguments) throws {
    let names = commands.map(\.name)
    if operands.limit > 0, !arguments.isLiteral, let operand = arguments.operands.first,
      let meant = Suggestion.nearest(to: operand, among: names)
    {
      throw UsageError(
        "unknown command “\(operand)”",
        advice: "Did you mean “\(meant)”? To open what has that name: \(name) -- \(operand)")
    }
    if let operand = arguments.operands.dropFirst(operands.limit).first {
      throw UsageError.unknownCommand(operand, among: names, program: name)
    }
  }

  private func finish(_ output: Command.Output) -> Never {
    if let note = output.note {
      // Line feeds in a note are preserved; other control characters aren't.
      let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
        .map { SafeText.visible(String($0)) }
      StandardError.write("\(name): \(lines.joined(separator: "\n"))\n")
    }
    do {
      // Output is buffered, because a write per row would be slow.
      var buffered = ""
      try output.write { piece in
        buffered += piece
        guard buffered.utf8.count > 1 << 16 else { return }
        try StandardOutput.write(buffered)
        buffered = ""
      }
      try StandardOutput.write(buffered)
    } catch {
      fail(error)
    }
    exit(output.exitCode.rawValue)
  }

  private func fail(_ error: any Error) -> Never {
    let report = StatusMessage(problem: name, error)
    let reason = report.text.hasSuffix(".") ? String(report.text.dropLast()) : report.text
    let advice =
      CertificateAdvice(error, program: name, commands: commands)?.text ?? report.advice ?? ""
    let lines =
      reason.split(whereSeparator: \.isNewline) + advice.split(whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      let text = (number == 0 ? "\(name): " : "  ") + SafeText.visible(String(line)) + "\n"
      // A command to copy must not be wrapped.
      if line.hasPrefix(name + " ") {
        StandardError.writeWhole(text)
      } else {
        StandardError.write(text)
      }
    }
    exit(ExitCode(error).rawValue)
  }

  private var help: HelpText {
    HelpText(
      program: name, summary: summary, operands: operands.usage, options: options,
      commands: commands)
  }
}

extension Application {
  /// Starts the application with the standard command line: without operands, options and
  /// subcommands of its own. Exits the process when the application ends.
  public func main() -> Never {
    Program(name, version: version, summary: "\(title) comes back as it was left.") { _ in
      LaunchConfiguration { self }
    }
    .main()
  }
}
