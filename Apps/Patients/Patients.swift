import Reprise

/// The viewer of patients' records.
@main enum Patients {
  @MainActor static func main() {
    Program(
      "patients", summary: "Patients shows the records of an OpenMRS server.",
      options: [unplugged], commands: [.list, .show], principal: principal
    ) { arguments in
      application(try source(arguments))
    }
    .main()
  }

  static let unplugged = Option("unplugged", help: "run on the built-in, invented patients")

  @MainActor static func application(_ source: RecordSource) -> Application<Route> {
    Application("patients", title: "Patients", root: .start) { route in
      switch route {
      case .start: startScreen(source)
      case .home: homeScreen(source)
      case .find: findScreen(source)
      case .activeVisits: activeVisitsScreen(source)
      case .patient(let id): patientScreen(id, source)
      case .visit(let id, let patient): visitScreen(id, of: patient, source)
      case .encounter(let id, let patient): encounterScreen(id, of: patient, source)
      case .vitals(let patient): vitalsTableScreen(of: patient, source)
      case .sign(let sign, let patient): signScreen(sign, of: patient, source)
      case .patientAnswer(let id): patientAnswerScreen(id, source)
      case .encounterAnswer(let id): encounterAnswerScreen(id, source)
      }
    }
  }

  /// The source that the arguments name. Throws `LiveProblem`: so far there is one.
  static func source(_ arguments: Arguments) throws -> RecordSource {
    guard arguments.has("unplugged") else { throw LiveProblem() }
    return .unplugged()
  }

  private static func principal(_ arguments: Arguments) -> Principal? {
    arguments.has("unplugged") ? Principal(server: "unplugged built-in") : nil
  }
}
