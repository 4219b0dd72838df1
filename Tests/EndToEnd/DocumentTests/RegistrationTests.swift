import Documents
import Foundation
import Reprise
import RepriseTesting
import Testing

/// `molecules register` in a home of its own, as the desktop's tools see it, and back.
@Suite(.timeLimit(.minutes(5))) struct RegistrationTests {
  private let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
    // What others have written there.
    try home.write(
      "config/mimeapps.list", "[Default Applications]\ntext/plain=vim.desktop\n\n# mine\n")
    try home.write(
      "data/applications/vim.desktop",
      "[Desktop Entry]\nType=Application\nName=Vim\nExec=vim\nMimeType=text/plain;\n")
    try home.write(".mailcap", "text/html; w3m %s\n")
    mkdir(home.file("run"), 0o700)
  }

  private var environment: [String: String?] {
    [
      "XDG_STATE_HOME": home.file("state"), "XDG_DATA_HOME": home.file("data"),
      "XDG_CONFIG_HOME": home.file("config"), "XDG_CACHE_HOME": home.file("cache"),
      "XDG_RUNTIME_DIR": home.file("run"), "DISPLAY": nil,
    ]
  }

  private func run(
    _ words: String..., of program: String = "molecules"
  ) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path(program), words,
      environment: SafeEnvironment.variables(home: home.path, environment))
  }

  /// The answer of a tool of the desktop; nil, said aloud, if it isn't installed.
  private func ask(_ tool: String, _ words: String...) throws -> String? {
    for directory in ["/usr/bin/", "/bin/"] where access(directory + tool, X_OK) == 0 {
      return try ProgramRun(
        directory + tool, words,
        environment: SafeEnvironment.variables(home: home.path, environment)
      ).outputText
    }
    print("SKIPPED: \(tool) isn't installed, so it isn't asked.")
    return nil
  }

  /// The answer of gio, which reads only the list that a tool makes.
  private func askGIO(_ type: String) throws -> String? {
    guard access("/usr/bin/update-desktop-database", X_OK) == 0 else {
      print("SKIPPED: update-desktop-database isn't installed, so gio isn't asked.")
      return nil
    }
    return try ask("gio", "mime", type)
  }

  private func othersFiles() throws -> [[UInt8]] {
    try ["config/mimeapps.list", "data/applications/vim.desktop", ".mailcap"].map(home.bytes)
  }

  @Test func theDesktopKnowsItUntilItIsUnregisteredAndThenOthersFilesAreAsTheyWere() throws {
    let before = try othersFiles()
    let files = try home.files()
    #expect(try run("check-registration").exitCode == ExitCode.unavailable.rawValue)
    #expect(try home.files() == files)
    let registered = try run("register")
    #expect(registered.exitCode == 0, "\(registered.outputText)")
    #expect(registered.outputText.contains("done     "))
    let check = try run("check-registration")
    #expect(check.exitCode == 0, "\(check.outputText)")
    for line in check.outputText.split(separator: "\n") where line.hasPrefix("skipped") {
      print("SKIPPED: \(line)")
    }
    let type = "chemical/x-mdl-sdfile"
    if let answer = try askGIO(type) { #expect(answer.contains("molecules.desktop")) }
    if let answer = try ask("xdg-mime", "query", "default", type) {
      #expect(answer == "molecules.desktop\n")
    }
    let file = try home.write("a.sdf", MoleculeViewer.record("water"))
    let lisp = try home.write("init.el", ";;; init.el\n(setq x 1)\n")
    if access("/usr/bin/update-mime-database", X_OK) == 0 {
      if let answer = try ask("gio", "info", "-a", "standard::content-type", file) {
        #expect(answer.contains(type))
      }
      if let answer = try ask("gio", "info", "-a", "standard::content-type", lisp) {
        #expect(answer.contains("text/x-emacs-lisp"))
      }
    }
    unlink(file)
    unlink(lisp)
    let taken = try run("unregister")
    #expect(taken.exitCode == 0, "\(taken.outputText)")
    #expect(try othersFiles() == before)
    #expect(try home.files().allSatisfy { !$0.hasSuffix("molecules.desktop") })
    #expect(try home.files().allSatisfy { !$0.hasSuffix("molecules.xml") })
  }

  @Test("Registration of an application without files has its URLs")
  func anApplicationWithoutFilesIsRegisteredForItsURLs() throws {
    let before = try othersFiles()
    let registered = try run("register", of: "cloudburst")
    #expect(registered.exitCode == 0, "\(registered.outputText)")
    let entry = String(
      decoding: try home.bytes("data/applications/cloudburst.desktop"), as: UTF8.self)
    #expect(entry.contains(" %u\nTryExec="))
    #expect(entry.contains("\nMimeType=x-scheme-handler/cloudburst;\n"))
    let type = "x-scheme-handler/cloudburst"
    if let answer = try askGIO(type) { #expect(answer.contains("cloudburst.desktop")) }
    if let answer = try ask("xdg-mime", "query", "default", type) {
      #expect(answer == "cloudburst.desktop\n")
    }
    let check = try run("check-registration", of: "cloudburst")
    #expect(check.exitCode == 0, "\(check.outputText)")
    // No file is its own.
    #expect(try home.files().allSatisfy { !$0.contains("mime/") })
    #expect(try run("unregister", of: "cloudburst").exitCode == 0)
    #expect(try home.files().allSatisfy { !$0.contains("cloudburst") })
    #expect(try othersFiles() == before)
  }

  @Test("Registration claims extensions only with the option")
  func extensionsAreClaimedOnlyIfAskedFor() throws {
    #expect(try run("register").outputText.contains("--claim-extensions"))
    let usual = try home.bytes("data/mime/packages/molecules.xml")
    #expect(try run("register", "--claim-extensions").exitCode == 0)
    #expect(try home.bytes("data/mime/packages/molecules.xml") != usual)
    #expect(try run("check-registration").exitCode == 0)
    #expect(try run("unregister").exitCode == 0)
  }

  @Test("Registration commands refuse operands") func operandsAreRefused() throws {
    for command in ["register", "unregister", "check-registration"] {
      #expect(try run(command, "drugs.sdf").exitCode == ExitCode.usage.rawValue)
    }
  }
}
