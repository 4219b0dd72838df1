import ChemicalDocuments
import Chemistry
import Foundation
import Reprise

/// The viewer of molecules and reactions in files.
@main enum Molecules {
  @MainActor static func main() { program.main() }

  @MainActor static var program: Program<Route> {
    Program(
      "molecules", version: version,
      summary: "Molecules shows the molecules and reactions in chemical files.",
      operands: .any("[FILE[#N]|FOLDER|-]..."), commands: commands, launch: launch)
  }

  static let commands: [Command] =
    [.list, .show, .draw, .convert]
    + Command.registration("molecules", types: DocumentRegistry.chemistry.types) { registration in
      registration.title = "Molecules"
      registration.summary = "Shows the molecules and reactions in chemical files"
      registration.genericName = "Molecule viewer"
      registration.categories = ["Science", "Chemistry"]
      registration.printing = ["list"]
    }

  static let version = "0.1.0"

  @MainActor private static func launch(_ arguments: Arguments) throws -> LaunchConfiguration<Route>
  {
    let environment = ProcessInfo.processInfo.environment
    // Root keeps nothing in another user's home: what is piped in is for this run alone then.
    let directory = try? PrivateDirectory(ofApplication: "molecules", environment: environment)
    let received = Received(
      environment, keeps: directory != nil && !arguments.has("ephemeral"),
      snapshot: arguments.value("snapshot"))
    let target = try Target(
      arguments.operands, directory: FileManager.default.currentDirectoryPath
    ) { try received.readStandardInput() }
    // Each file and folder has a session of its own: what was open in one isn't lost when another is opened. A session that is named is that
    // one, whatever it shows.
    var launch = self.launch(target, arguments, received)
    if arguments.value("session") == nil {
      launch.account = target.path.map { Account(server: place + $0) }
    }
    launch.delivery = target.delivery
    launch.continuing = { session in
      var continued = self.launch(Target(), arguments, received)
      // A session that is named may show any file; what it shows says so itself.
      continued.words =
        session.account.map { path($0) ?? "recent files" }
        ?? (session.entries.count > 1 ? nil : "recent files")
      return continued
    }
    return launch
  }

  @MainActor private static func launch(
    _ target: Target, _ arguments: Arguments, _ received: Received
  ) -> LaunchConfiguration<Route> {
    var launch = LaunchConfiguration<Route> {
      let environment = ProcessInfo.processInfo.environment
      let directory = try? PrivateDirectory(ofApplication: "molecules", environment: environment)
      let keeps = !arguments.has("ephemeral")
      let current = FileManager.default.currentDirectoryPath
      let viewer = Viewer(
        library: FileLibrary(indexes: keeps ? directory.map { IndexDirectory(in: $0) } : nil),
        recent: RecentFiles(
          file: keeps ? directory.map { PrivateFile($0.path + "/recent.json") } : nil),
        received: received, target: target,
        opener: DocumentOpener(
          OpenWith(of: "molecules", environment: environment), keepingChangesIn: current,
          keepsChoices: keeps), isASCII: arguments.has("ascii"), directory: current)
      return viewer.application
    }
    launch.receive = Target.received
    return launch
  }

  private static let place = "file "

  /// The file or folder that a session belongs to.
  private static func path(_ account: Account) -> String? {
    account.server.hasPrefix(place) ? String(account.server.dropFirst(place.count)) : nil
  }
}
