import Chemistry
import Documents
import FoundationEssentials
import Glibc
import Reprise

/// A viewer for molecules and reactions in files.
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
    }

  static let version = "0.3.0"

  @MainActor private static func launch(_ arguments: Arguments) throws -> LaunchConfiguration<Route>
  {
    let environment = ProcessInfo.processInfo.environment
    // Root stores nothing in another user's home; standard input is then for this run only.
    let directory = try? PrivateDirectory(ofApplication: "molecules", environment: environment)
    let received = Received(
      environment, isPersistent: directory != nil && !arguments.has("ephemeral"),
      snapshot: arguments.value("snapshot"))
    let target = try Target(
      arguments.operands, directory: FileManager.default.currentDirectoryPath
    ) { try received.readStandardInput() }
    // Each file or directory has a session, so that opening one doesn't lose the screens of
    // another. With `--session`, that session is used for any file.
    var launch = self.launch(target, arguments, received)
    if arguments.value("session") == nil {
      launch.account = target.path.map { Account(server: filePrefix + $0) }
    }
    launch.openRequest = target.openRequest
    launch.continuing = { session in
      var continued = self.launch(Target(), arguments, received)
      // A named session can show any file, so it is described by its own screens.
      continued.description =
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
      let isPersistent = !arguments.has("ephemeral")
      let current = FileManager.default.currentDirectoryPath
      let viewer = Viewer(
        library: FileLibrary(
          indexes: isPersistent ? directory.map { IndexDirectory(in: $0) } : nil),
        recent: RecentFiles(
          file: isPersistent ? directory.map { PrivateFile($0.path + "/recent.json") } : nil),
        received: received, target: target,
        opener: DocumentOpener(
          OpenWith(of: "molecules", environment: environment), savingChangesIn: current,
          savesChoices: isPersistent), isASCII: arguments.has("ascii"), directory: current)
      return viewer.application
    }
    launch.receive = Target.received
    return launch
  }

  private static let filePrefix = "file "

  private static func path(_ account: Account) -> String? {
    account.server.hasPrefix(filePrefix) ? String(account.server.dropFirst(filePrefix.count)) : nil
  }
}
