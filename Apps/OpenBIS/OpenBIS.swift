import Reprise

/// The browser of openBIS instances.
@main enum OpenBIS {
  @MainActor static func main() { program.main() }

  @MainActor static var program: Program<Route> {
    Program(
      "openbis", version: version,
      summary: "openBIS shows what an openBIS instance has to show, also offline.",
      options: [unplugged], commands: commands, launch: launch)
  }

  static let version = "0.1.0"

  static let commands: [Command] = [.list, .show, .search]

  static let unplugged = Option("unplugged", help: "use the demo data")

  @MainActor private static func launch(_ arguments: Arguments) throws -> Launch<Route> {
    let reader = try reader(arguments)
    return Launch(of: Account(server: "unplugged built-in")) { _ in
      Viewer(reader).application
    }
  }

  /// Returns the reader of the instance that the arguments name. Throws `UsageProblem` if they name none.
  static func reader(_ arguments: Arguments) throws -> EntityReader {
    guard arguments.has("unplugged") else {
      throw UsageProblem("no server given", advice: "Use the demo data: --unplugged.")
    }
    return try .unplugged()
  }
}

extension EntityReader {
  /// Returns a reader of the demo data.
  static func unplugged(zone: Zone = .local) throws -> EntityReader {
    EntityReader(
      client: EntityClient(try DemoInstance().source), origin: Provenance(.demoData), zone: zone,
      now: { Timestamp(milliseconds: DemoInstance.moment * 1000) })
  }
}
