import Foundation
import Reprise
import RepriseTesting

/// `molecules` in a real terminal, with a home of its own and a file of two records in it.
struct MoleculeViewer {
  let home: TemporaryDirectory
  let terminal: TmuxTerminal

  /// Starts `molecules` with these words, in the home.
  init(
    _ words: String..., size: Size = Size(rows: 24, columns: 80), home: TemporaryDirectory? = nil,
    environment: [String: String?] = [:]
  ) throws {
    let home = try home ?? MoleculeViewer.makeHome()
    self.home = home
    terminal = try TmuxTerminal(
      size: size, environment: MoleculeViewer.environment(home, environment), home: home,
      in: home.path, running: [BuiltProgram.path("molecules")] + words)
  }

  /// True if there is an editor that the file can be opened with: the smallest Debian has none.
  static let hasEditor = ["/bin/vi", "/usr/bin/vi"].contains { (path: String) in
    access(path, X_OK) == 0
  }

  /// A home with `drugs.sdf` and `water.mol`, and a folder for what lasts as long as a login.
  static func makeHome() throws -> TemporaryDirectory {
    let home = try TemporaryDirectory()
    try home.write("drugs.sdf", record("ethanol") + record("methanol"))
    try home.write("water.mol", molfile("water"))
    mkdir(home.file("run"), 0o700)
    return home
  }

  /// Nothing of the person's who runs the tests, and no programs but those of the test.
  static func environment(
    _ home: TemporaryDirectory, _ own: [String: String?] = [:]
  ) -> [String: String?] {
    [
      "HOME": home.path, "XDG_STATE_HOME": home.file("state"), "XDG_RUNTIME_DIR": home.file("run"),
      "XDG_DATA_HOME": home.file("data"), "XDG_CONFIG_HOME": home.file("config"),
      "XDG_DATA_DIRS": home.file("nothing"),
      "EDITOR": "vi -u NONE", "PAGER": "less", "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
      "VISUAL": nil,
    ].merging(own) { $1 }
  }

  /// Runs `molecules` to its end without a terminal.
  static func run(
    _ words: String..., in home: TemporaryDirectory, environment: [String: String?] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path("molecules"), words,
      environment: SafeEnvironment.variables(
        home: home.path, MoleculeViewer.environment(home, environment)))
  }

  static func molfile(_ name: String) -> String {
    """
    \(name)
      Reprise 11232600002D

      2  1  0  0  0  0  0  0  0  0999 V2000
        0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0
        1.2990    0.7500    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0
      1  2  1  0
    M  END

    """
  }

  static func record(_ name: String) -> String { molfile(name) + "$$$$\n" }

  /// The folders with copies for other programs that are still there.
  func copies() throws -> [String] {
    try home.files().filter { $0.contains("molecules-open-") && !$0.dropFirst(4).contains("/") }
  }
}
