import Foundation
import Reprise

/// The viewer of virtual systems.
@main enum CloudBurst {
  @MainActor static func main() {
    Program(
      "cloudburst", summary: "CloudBurst shows an appliance's virtual systems.",
      options: [unplugged], commands: [.list, .show], principal: principal
    ) { arguments in
      application(source(arguments))
    }
    .main()
  }

  static let unplugged = Option(
    "unplugged", .optional("PATH"),
    help: "run on the built-in fixture, or on a recorded list or folder")

  /// The application on a source; without one it begins with the question for a server.
  @MainActor static func application(
    _ source: VirtualSystemSource?, zone: Zone = .local
  ) -> Application<Route> {
    let unplugged = source ?? .unplugged(path: nil)
    return Application("cloudburst", title: "CloudBurst", root: .start) { route in
      switch route {
      case .start: startScreen(unplugged, isUnplugged: source != nil)
      case .systems(.unplugged): systemsScreen(unplugged, zone)
      case .system(let id, .unplugged): systemScreen(id, unplugged, zone)
      case .answer(let id, .unplugged): answerScreen(id, unplugged)
      }
    }
  }

  /// The source that the arguments name; nil if they name none.
  static func source(_ arguments: Arguments) -> VirtualSystemSource? {
    arguments.has("unplugged") ? .unplugged(path: arguments.value("unplugged")) : nil
  }

  /// Each recording has a session of its own.
  private static func principal(_ arguments: Arguments) -> Principal? {
    guard arguments.has("unplugged") else { return nil }
    let path = arguments.value("unplugged").map { URL(fileURLWithPath: $0).standardized.path }
    return Principal(server: "unplugged " + (path ?? "built-in"))
  }
}
