import Reprise

/// The viewer of patients' records.
@main enum Patients {
  @MainActor static func main() {
    Program(
      "patients", summary: "Patients shows the records of an OpenMRS server.",
      options: [unplugged], commands: [.list, .show], principal: principal
    ) { arguments in
      Viewer(unplugged: try source(arguments)).application
    }
    .main()
  }

  static let unplugged = Option("unplugged", help: "run on the built-in, invented patients")

  /// The source that the arguments name. Throws `LiveProblem`: so far there is one.
  static func source(_ arguments: Arguments) throws -> RecordSource {
    guard arguments.has("unplugged") else { throw LiveProblem() }
    return .unplugged()
  }

  private static func principal(_ arguments: Arguments) -> Principal? {
    arguments.has("unplugged") ? Principal(server: "unplugged built-in") : nil
  }
}
