import Reprise

/// The viewer of patients' records.
@main enum Patients {
  @MainActor static func main() {
    Program(
      "patients", summary: "Patients shows the records of an OpenMRS server.",
      options: [unplugged, lockAfter] + live,
      commands: [.list, .show, .certificates(of: "patients")], principal: principal, gate: gate
    ) { _, unlocked in
      guard let unlocked else { return Viewer(unplugged: .unplugged()).application }
      return Viewer(unlocked).application
    }
    .main()
  }

  static let unplugged = Option("unplugged", help: "run on the built-in, invented patients")
  static let lockAfter = Option(
    "lock-after", .required("MINUTES"), help: "lock when no key was pressed so long; 5 if not said"
  )
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
    let limit = try idleLimit(arguments)
    if arguments.has("unplugged") { return nil }
    return Gate(try settings(arguments), OpenMRSClient.configuration, idleLimit: limit)
  }

  /// In seconds.
  static func idleLimit(_ arguments: Arguments) throws -> Int {
    guard let text = arguments.value("lock-after") else { return 300 }
    guard let minutes = Int(text), (1...1_440).contains(minutes) else {
      throw UsageProblem("“\(text)” is no number of minutes", advice: "1 to 1440.")
    }
    return minutes * 60
  }
}
