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
      "data/applications/mimeinfo.cache", "[MIME Cache]\ntext/plain=vim.desktop;\n")
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
    _ words: String..., of program: String = "molecules", path: String? = nil
  ) throws -> ProgramRun {
    var environment = environment
    if let path { environment["PATH"] = path }
    return try ProgramRun(
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

  /// All that is in the home: the files' bytes, and folders as nil.
  private func picture() throws -> [String: [UInt8]?] {
    var all: [String: [UInt8]?] = [:]
    for path in try home.files() {
      var status = stat()
      guard lstat(home.file(path), &status) == 0 else { continue }
      all[path] = status.st_mode & S_IFMT == S_IFDIR ? .some(nil) : try home.bytes(path)
    }
    return all
  }

  @Test("Registration is known to the desktop until unregistered")
  func theDesktopKnowsItUntilItIsUnregisteredAndThenAllIsAsItWas() throws {
    let before = try picture()
    #expect(try run("check-registration").exitCode == ExitCode.unavailable.rawValue)
    #expect(try picture() == before)
    let registered = try run("register")
    #expect(registered.exitCode == 0, "\(registered.outputText)")
    #expect(registered.outputText.contains("done     "))
    let check = try run("check-registration")
    #expect(check.exitCode == 0, "\(check.outputText)")
    for line in check.outputText.split(separator: "\n") where line.hasPrefix("skipped") {
      print("SKIPPED: \(line)")
    }
    let type = "chemical/x-mdl-sdfile"
    if let answer = try ask("gio", "mime", type) { #expect(answer.contains("molecules.desktop")) }
    if let answer = try ask("xdg-mime", "query", "default", type) {
      #expect(answer == "molecules.desktop\n")
    }
    let file = try home.write("a.sdf", MoleculeViewer.record("water"))
    if let answer = try ask("run-mailcap", "--norun", file) {
      #expect(answer.lowercased().contains("molecules"), "\(answer)")
    }
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
    #expect(try changes(since: before) == [])
  }

  @Test("Registration of an application without files has its URLs")
  func anApplicationWithoutFilesIsRegisteredForItsURLs() throws {
    let before = try picture()
    let registered = try run("register", of: "cloudburst")
    #expect(registered.exitCode == 0, "\(registered.outputText)")
    let entry = String(
      decoding: try home.bytes("data/applications/cloudburst.desktop"), as: UTF8.self)
    #expect(entry.contains(" %u\nTryExec="))
    #expect(entry.contains("\nMimeType=x-scheme-handler/cloudburst;\n"))
    let type = "x-scheme-handler/cloudburst"
    if let answer = try ask("gio", "mime", type) { #expect(answer.contains("cloudburst.desktop")) }
    if let answer = try ask("xdg-mime", "query", "default", type) {
      #expect(answer == "cloudburst.desktop\n")
    }
    let check = try run("check-registration", of: "cloudburst")
    #expect(check.exitCode == 0, "\(check.outputText)")
    // No file is its own.
    #expect(
      try changes(since: before).allSatisfy { !$0.contains("mailcap") && !$0.contains("mime/") })
    #expect(try run("unregister", of: "cloudburst").exitCode == 0)
    #expect(try changes(since: before) == [])
  }

  @Test("Registration claims extensions only with the option")
  func extensionsAreClaimedOnlyIfAskedFor() throws {
    let before = try picture()
    #expect(try run("register").outputText.contains("--claim-extensions"))
    let usual = try home.bytes("data/mime/packages/molecules.xml")
    #expect(try run("register", "--claim-extensions").exitCode == 0)
    #expect(try home.bytes("data/mime/packages/molecules.xml") != usual)
    #expect(try run("check-registration").exitCode == 0)
    #expect(try run("unregister").exitCode == 0)
    #expect(try changes(since: before) == [])
  }

  /// The process is killed in the middle: by the tool that updates the type database, before it has
  /// done that or after.
  @Test("Registration that was killed can be undone", arguments: [false, true])
  func aRegistrationThatWasInterruptedIsTakenBack(isToolDone: Bool) throws {
    let before = try picture()
    #expect(try interruptedRegister(isToolDone: isToolDone).exitCode == 128 + SIGKILL)
    #expect(try changes(since: before) != [])
    #expect(try run("unregister").exitCode == 0)
    #expect(try changes(since: before) == [])
  }

  @Test("Registration that was killed is completed by another", arguments: [false, true])
  func anInterruptedRegistrationIsMadeWholeByAnother(isToolDone: Bool) throws {
    let before = try picture()
    _ = try interruptedRegister(isToolDone: isToolDone)
    #expect(try run("register").exitCode == 0)
    #expect(try run("check-registration").exitCode == 0)
    #expect(try run("unregister").exitCode == 0)
    #expect(try changes(since: before) == [])
  }

  private func interruptedRegister(isToolDone: Bool) throws -> ProgramRun {
    let directory = try TemporaryDirectory()
    let first = isToolDone ? "/usr/bin/update-mime-database \"$@\" 2>/dev/null\n" : ""
    try directory.writeScript(
      "update-mime-database", "#!/bin/sh\n\(first)kill -9 $PPID\nsleep 1\n")
    return try run("register", path: "\(directory.path):/usr/bin:/bin")
  }

  @Test("Registration commands refuse operands") func operandsAreRefused() throws {
    for command in ["register", "unregister", "check-registration"] {
      #expect(try run(command, "drugs.sdf").exitCode == ExitCode.usage.rawValue)
    }
  }

  /// The paths that differ, but for the empty folder of the application's own record.
  private func changes(since before: [String: [UInt8]?]) throws -> [String] {
    let now = try picture()
    return Set(before.keys).union(now.keys).filter { before[$0] != now[$0] }.sorted()
  }
}
