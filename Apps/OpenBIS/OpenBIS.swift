import Accounts
import Documents
import FoundationEssentials
import Reprise

@main enum OpenBIS {
  @MainActor static func main() { program.main() }

  @MainActor static var program: Program<Route> {
    Program(
      "openbis", version: version,
      summary: "openBIS browses an openBIS instance, on and offline.",
      options: [unplugged, .lockAfter] + serverOptions,
      commands: commands + [.certificates(of: "openbis", settings)], launch: launch)
  }

  /// Everything but the demo data requires a password.
  @MainActor private static func launch(_ arguments: Arguments) throws -> LaunchConfiguration<Route>
  {
    if arguments.has("unplugged") {
      // Demo data are never locked, but an invalid limit is still reported.
      _ = try IdleLimit.option(in: arguments)
      let reader = try EntityReader.unplugged()
      return LaunchConfiguration(of: .demoData) {
        Viewer(reader, chafa: Chafa(environment: ProcessInfo.processInfo.environment)).application
      }
    }
    let settings = try settings(arguments)
    let gate = try SignIn(
      ServerAuthenticator(settings, OpenBISSession.configuration), settings,
      keeping: EntityStore.kinds, title: "openBIS",
      examples: ("openbis.example.org", "anna"))
    return LaunchConfiguration(behind: gate) { Viewer($0).application }
  }

  static let version = "0.3.0"

  static let commands: [Command] = [.list, .show, .search]

  static let unplugged = Option("unplugged", help: "use the demo data")

  static let serverOptions = Option.servers.filter { !["refresh", "record"].contains($0.name) }

  @Sendable static func settings(_ arguments: Arguments) throws -> ServerSettings {
    try ServerSettings(application: "openbis", arguments, keys: [IdleLimit.settingsKey])
  }
}

extension EntityReader {
  static func unplugged(zone: Zone = .local) throws -> EntityReader {
    EntityReader(
      client: try DemoInstance().client(), origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(seconds: DemoInstance.timestamp) })
  }
}
