import Foundation
import Reprise

/// The viewer of molecules and reactions in files.
@main enum Molecules {
  @MainActor static func main() { program.main() }

  @MainActor static var program: Program<Route> {
    Program(
      "molecules", version: version,
      summary: "Molecules shows the molecules and reactions in chemical files.",
      operands: .one("[FILE[#N]|FOLDER]"), commands: commands, launch: launch)
  }

  static let commands: [Command] = [.list, .show, .draw, .convert]

  static let version = "0.1.0"

  @MainActor private static func launch(_ arguments: Arguments) throws -> Launch<Route> {
    let target = Target(
      arguments.operands.first, folder: FileManager.default.currentDirectoryPath)
    // Each file and folder has a session of its own: what was open in one isn't lost when another is opened.
    var launch = self.launch(target, arguments)
    launch.account = target.path.map { Account(server: place + $0) }
    launch.continuing = { session in
      var continued = self.launch(Target(), arguments)
      continued.words = session.account.flatMap { path($0) } ?? "recent files"
      return continued
    }
    return launch
  }

  @MainActor private static func launch(
    _ target: Target, _ arguments: Arguments
  ) -> Launch<Route> {
    Launch { _ in
      let folder = try? PrivateFolder(
        ofApplication: "molecules", environment: ProcessInfo.processInfo.environment)
      let keeps = !arguments.has("ephemeral")
      let viewer = Viewer(
        library: FileLibrary(indexes: keeps ? folder.map { IndexFolder(in: $0) } : nil),
        recent: RecentFiles(
          file: keeps ? folder.map { PrivateFile($0.path + "/recent.json") } : nil),
        target: target, isASCII: arguments.has("ascii"))
      return viewer.application
    }
  }

  private static let place = "file "

  /// The file or folder that a session belongs to.
  private static func path(_ account: Account) -> String? {
    account.server.hasPrefix(place) ? String(account.server.dropFirst(place.count)) : nil
  }
}
