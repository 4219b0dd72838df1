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
      if let recording = unlocked.played { return Viewer(playing: recording).application }
      return Viewer(unlocked).application
    }
    .main()
  }

  static let unplugged = Option(
    "unplugged", .optional("DIR"),
    help: "run on the built-in, invented patients, or on what was recorded in DIR")
  static let record = Option(
    "record", .required("DIR"), help: "record the answers, sealed, for --unplugged=DIR")
  static let lockAfter = Option(
    "lock-after", .required("MINUTES"), help: "lock when no key was pressed so long; 5 if not said"
  )
  /// Nothing is loaded by itself while somebody reads, and no answers are recorded in the clear.
  static let live = Option.live.filter { !["refresh", "record"].contains($0.name) } + [record]

  /// Throws `UsageProblem`, and what speaks against the folder that the answers are to be recorded in.
  static func settings(_ arguments: Arguments) throws -> LiveSettings {
    if arguments.has("unplugged"), arguments.has("record") {
      throw UsageProblem(
        "unplugged there is nothing to record", advice: "Leave out --record or --unplugged.")
    }
    let settings = try LiveSettings(application: "patients", arguments)
    if let folder = settings.recordFolder { try RecordingFolder(folder).requireRecordable() }
    return settings
  }

  /// The recording that the arguments name; nil for the built-in patients, and at a server.
  private static func recording(_ arguments: Arguments) -> RecordingFolder? {
    arguments.value("unplugged").map { RecordingFolder($0) }
  }

  /// The source that the arguments name, for commands: at a terminal the person is asked for the password.
  @MainActor static func source(_ arguments: Arguments) async throws -> RecordSource {
    let settings = try settings(arguments)
    if let folder = recording(arguments) { return .recorded(try await settings.open(folder)) }
    if arguments.has("unplugged") { return .unplugged() }
    guard let account = settings.account, !account.user.isEmpty else {
      throw UsageProblem(
        "it isn't said whose patients are meant",
        advice: "Name a server and a user, --server URL --user NAME, or take --unplugged.")
    }
    let connections = try await Connections.recording(
      account, settings, OpenMRSClient.configuration)
    return Viewer(account, connections).source
  }

  private static func principal(_ arguments: Arguments) -> Principal? {
    arguments.has("unplugged") ? Principal(server: "unplugged built-in") : nil
  }

  /// What is built in is nobody's secret; all else is behind a password.
  @MainActor private static func gate(_ arguments: Arguments) throws -> Gate? {
    let limit = try idleLimit(arguments)
    let settings = try settings(arguments)
    if let folder = recording(arguments) {
      try folder.requireSealed()
      return Gate(playing: folder, settings, idleLimit: limit)
    }
    if arguments.has("unplugged") { return nil }
    return Gate(settings, OpenMRSClient.configuration, idleLimit: limit)
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
