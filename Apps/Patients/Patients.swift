import Accounts
import Reprise

@main enum Patients {
  @MainActor static func main() {
    Program(
      "patients", version: version, summary: "Patients shows the records of an OpenMRS server.",
      options: [unplugged, .lockAfter] + serverOptions,
      commands: [.list, .show, .certificates(of: "patients", settings)], launch: launch
    )
    .main()
  }

  /// Everything except the demo data requires the user to sign in.
  @MainActor private static func launch(_ arguments: Arguments) throws -> LaunchConfiguration<Route>
  {
    if try isBuiltIn(arguments) {
      // The demo data are never locked, but an invalid value is still reported.
      _ = try IdleLimit.option(in: arguments)
      return LaunchConfiguration(of: .demoData) {
        Viewer(unplugged: .unplugged()).application
      }
    }
    let settings = try settings(arguments)
    if let directory = recording(arguments) {
      try directory.requireSealed()
      let gate = try SignIn(
        RecordingAuthenticator(directory, settings), settings, examples: examples)
      return LaunchConfiguration(behind: gate) { unlocked in
        guard let recording = unlocked.played else { throw RecordingError.nowhere(directory.path) }
        return Viewer(playing: recording).application
      }
    }
    let vitals = try VitalDictionary.chosen(settings.value(vitalsKey))
    let gate = try SignIn(
      ServerAuthenticator(settings, OpenMRSClient.configuration), settings,
      keeping: OfflineRecords<Patient>.kinds, examples: examples)
    return LaunchConfiguration(behind: gate) {
      Viewer($0, vitals: vitals).application
    }
  }

  static let examples = (server: "clinic.example.org", user: "nurse")

  static let version = "0.3.0"

  static let vitalsKey = "vitals"

  static let unplugged = Option(
    "unplugged", .optional("DIR"),
    help: "use the demo data, or the answers recorded in DIR")
  static let record = Option(
    "record", .required("DIR"), help: "record answers, sealed, in DIR, for --unplugged=DIR")
  /// Nothing refreshes automatically while the user reads, and no recording is unencrypted.
  static let serverOptions =
    Option.servers.filter { !["refresh", "record"].contains($0.name) } + [record]

  /// Also throws the reason why the given directory can't hold a recording.
  @Sendable static func settings(_ arguments: Arguments) throws -> ServerSettings {
    let settings = try ServerSettings(
      application: "patients", arguments, keys: [IdleLimit.settingsKey, vitalsKey],
      pages: ["ws", "ms", "spa", "owa", "admin", "module", "referenceapplication", "coreapps"])
    if let directory = settings.recordDirectory {
      try RecordingDirectory(directory).requireRecordable()
    }
    return settings
  }

  /// `nil` for the demo data or a server.
  private static func recording(_ arguments: Arguments) -> RecordingDirectory? {
    arguments.value("unplugged").map { RecordingDirectory($0) }
  }

  private static func isBuiltIn(_ arguments: Arguments) throws -> Bool {
    guard arguments.has("unplugged") else { return false }
    if arguments.has("record") { throw UsageError.nothingToRecord }
    return arguments.value("unplugged") == nil
  }

  /// Ends the server's session afterwards. At a terminal the user is prompted for the password.
  @MainActor static func withSource<Found>(
    _ arguments: Arguments, _ body: @MainActor (RecordSource) async throws -> Found
  ) async throws -> Found {
    if try isBuiltIn(arguments) { return try await body(.unplugged()) }
    let settings = try settings(arguments)
    if let directory = recording(arguments) {
      return try await body(.recorded(try await settings.open(directory)))
    }
    let account = try settings.requireAccount()
    let connections = try await Connections.recording(
      account, settings, OpenMRSClient.configuration)
    let vitals = try VitalDictionary.chosen(settings.value(vitalsKey))
    let source = Viewer(ServerAccount(account, connections), vitals: vitals).source
    // The password prompt handles signals itself.
    if source.client.connection.lacksPassword { _ = try await source.client.connection.password() }
    return try await settings.openLogins.loggingOutAll { try await body(source) }
  }
}
