import Reprise

/// The viewer of patients' records.
@main enum Patients {
  @MainActor static func main() {
    Program(
      "patients", version: version, summary: "Patients shows the records of an OpenMRS server.",
      options: [unplugged, .lockAfter] + live,
      commands: [.list, .show, .certificates(of: "patients")], account: account, gate: gate
    ) { _, unlocked in
      guard let unlocked else { return Viewer(unplugged: .unplugged()).application }
      if let recording = unlocked.played { return Viewer(playing: recording).application }
      return Viewer(unlocked).application
    }
    .main()
  }

  static let version = "0.2.0"

  static let unplugged = Option(
    "unplugged", .optional("DIR"),
    help: "use the demo data, or the answers recorded in DIR")
  static let record = Option(
    "record", .required("DIR"), help: "record answers, sealed, in DIR, for --unplugged=DIR")
  /// Nothing is loaded by itself while somebody reads, and no answers are recorded in the clear.
  static let live = Option.live.filter { !["refresh", "record"].contains($0.name) } + [record]

  /// Throws `UsageProblem`, and what speaks against the folder that the answers are to be recorded in.
  static func settings(_ arguments: Arguments) throws -> LiveSettings {
    let settings = try LiveSettings(application: "patients", arguments)
    if let folder = settings.recordFolder { try RecordingFolder(folder).requireRecordable() }
    return settings
  }

  /// The recording that the arguments name; nil for the built-in patients, and at a server.
  private static func recording(_ arguments: Arguments) -> RecordingFolder? {
    arguments.value("unplugged").map { RecordingFolder($0) }
  }

  /// Whether the built-in patients are meant. Throws `UsageProblem` if they or a recording are to be recorded.
  private static func isBuiltIn(_ arguments: Arguments) throws -> Bool {
    guard arguments.has("unplugged") else { return false }
    if arguments.has("record") {
      throw UsageProblem(
        "there is nothing to record with --unplugged", advice: "Leave out --record or --unplugged.")
    }
    return arguments.value("unplugged") == nil
  }

  /// The source that the arguments name, for commands: at a terminal the person is asked for the password.
  @MainActor static func source(_ arguments: Arguments) async throws -> RecordSource {
    if try isBuiltIn(arguments) { return .unplugged() }
    let settings = try settings(arguments)
    if let folder = recording(arguments) { return .recorded(try await settings.open(folder)) }
    guard let account = settings.account, !account.user.isEmpty else {
      throw UsageProblem(
        "no server given",
        advice:
          "Name a server and a user, --server URL --user NAME, or use the demo data: --unplugged.")
    }
    let connections = try await Connections.recording(
      account, settings, OpenMRSClient.configuration)
    return Viewer(account, connections).source
  }

  private static func account(_ arguments: Arguments) -> Account? {
    arguments.has("unplugged") ? Account(server: "unplugged built-in") : nil
  }

  /// What is built in is nobody's secret; all else is behind a password.
  @MainActor private static func gate(_ arguments: Arguments) throws -> Gate? {
    if try isBuiltIn(arguments) {
      // Nothing is locked there, but a slip is told all the same.
      _ = try IdleLimit.said(in: arguments)
      return nil
    }
    let settings = try settings(arguments)
    if let folder = recording(arguments) {
      try folder.requireSealed()
      return Gate(playing: folder, settings)
    }
    return Gate(
      settings, OpenMRSClient.configuration, keeping: KeptRecords.kinds)
  }
}
