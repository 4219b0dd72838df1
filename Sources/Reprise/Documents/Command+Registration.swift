public import Commands
public import Documents
public import FoundationEssentials

extension Command {
  /// Creates the subcommands that register an application with the user's desktop, check the
  /// registration, and remove it.
  ///
  /// ```swift
  /// let types = DocumentRegistry.chemistry.types
  /// let commands = Command.registration("molecules", types: types) { registration in
  ///   registration.title = "Molecules"
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - application: The application's name.
  ///   - types: The document types that the application opens; empty if it only opens URLs.
  ///   - environment: The environment, which determines the directories of the desktop's files.
  ///   - describe: Sets further properties of the registration, such as its title, categories and
  ///     URL schemes.
  public static func registration(
    _ application: String, types: [DocumentType],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    describe: @escaping @Sendable (inout Registration) -> Void
  ) -> [Command] {
    @Sendable func registrar(_ arguments: Arguments, claims: Bool = false) throws -> Registrar {
      guard arguments.operands.isEmpty else {
        throw UsageError(
          "\(arguments.command ?? "this command") takes no operand",
          advice: types.isEmpty
            ? "It registers \(application) itself, for its URLs."
            : "It registers \(application) itself; it recognizes files by content.")
      }
      var registration = Registration(
        application, title: application, program: ThisProgram.path, types: types)
      describe(&registration)
      registration.claimsExtensions = claims
      return try Registrar(registration, environment: environment)
    }
    return [
      Command(
        "register",
        help: types.isEmpty
          ? "register \(application) with your desktop for its URLs"
          : "register \(application) with your desktop for its file types",
        options: types.isEmpty
          ? []
          : [
            Option(
              "claim-extensions",
              help: "also take over file extensions that other types share")
          ]
      ) { arguments in
        let claims = arguments.has("claim-extensions")
        let report = try registrar(arguments, claims: claims).register()
        return Output(report.text, exitCode: report.isWhole ? .success : .cannotCreate)
      },
      Command("unregister", help: "undo register: delete its files") { arguments in
        let report = try registrar(arguments).unregister()
        return Output(report.text, exitCode: report.isWhole ? .success : .inputOutput)
      },
      Command("check-registration", help: "check what the desktop has registered") { arguments in
        // The registration is valid with or without claimed extensions.
        let usual = try registrar(arguments).check()
        let claiming = usual.isWhole ? usual : try registrar(arguments, claims: true).check()
        let report = claiming.isWhole ? claiming : usual
        // An unreadable file has its own exit code, to distinguish it from a missing registration.
        let failure = report.refusal?.exitCode ?? .unavailable
        return Output(report.text, exitCode: report.isWhole ? .success : failure)
      },
    ]
  }
}

enum ThisProgram {
  /// The absolute path with which the program was started. Links aren't resolved, because a link
  /// remains valid when a newer release replaces the program.
  static var path: String {
    let argument = CommandLine.arguments.first ?? ""
    if argument.contains("/") { return FilePath.absolute(argument) }
    let search = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let found = search.split(separator: ":").map { "\($0)/\(argument)" }
      .first { $0.hasPrefix("/") && FileManager.default.isExecutableFile(atPath: $0) }
    return found ?? (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? argument
  }
}
