import Reprise

/// The viewer of patients' records.
@main enum Patients {
  @MainActor static func main() {
    Program(
      "patients", summary: "Patients shows the records of an OpenMRS server.",
      options: [unplugged, .lockAfter] + live,
      commands: [.list, .show, .certificates(of: "patients")], principal: principal, gate: gate
    ) { _, unlocked in
      guard let unlocked else { return Viewer(unplugged: .unplugged()).application }
      return Viewer(unlocked).application
    }
    .main()
  }

  static let unplugged = Option("unplugged", help: "run on the built-in, invented patients")
  /// Nothing is loaded by itself while somebody reads, and no answers are recorded: they would lie in the clear.
  static let live = Option.live.filter { !["refresh", "record"].contains($0.name) }

  static func settings(_ arguments: Arguments) throws -> LiveSettings {
    try LiveSettings(application: "patients", arguments)
  }

  /// The source that the arguments name, for commands: at a terminal the person is asked for the password.
  @MainActor static func source(_ arguments: Arguments) throws -> RecordSource {
    if arguments.has("unplugged") { return .unplugged() }
    let settings = try settings(arguments)
    guard let account = settings.account, !account.user.isEmpty else {
      throw UsageProblem(
        "it isn't said whose patients are meant",
        advice: "Name a server and a user, --server URL --user NAME, or take --unplugged.")
    }
    let connections = Connections(settings, OpenMRSClient.configuration, promptsAtTerminal: true)
    return Viewer(account, connections).source
  }

  private static func principal(_ arguments: Arguments) -> Principal? {
    arguments.has("unplugged") ? Principal(server: "unplugged built-in") : nil
  }

  /// What is built in is nobody's secret; all else is behind a password.
  @MainActor private static func gate(_ arguments: Arguments) throws -> Gate? {
    if arguments.has("unplugged") {
      // Nothing is locked there, but a slip is told all the same.
      _ = try IdleLimit.said(in: arguments)
      return nil
    }
    return Gate(
      try settings(arguments), OpenMRSClient.configuration, keeping: KeptRecords.kinds)
  }
}
