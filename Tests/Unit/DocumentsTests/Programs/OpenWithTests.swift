import Chemistry
import Core
import Foundation
import Molecules
import RepriseTesting
import Testing

@testable import Documents

@Suite struct OpenWithTests {
  private let desk: Desk
  private let openWith: OpenWith
  private let type = DocumentType(.molfile)

  init() throws {
    var desk = try Desk()
    desk.environment["OUT"] = desk.directory.file("out")
    self.desk = desk
    openWith = OpenWith(of: "molecules", environment: desk.environment)
  }

  /// An editor of the person's, as EDITOR has it.
  private func editor(_ script: String) throws -> (OpenWith, DocumentProgram) {
    let path = try desk.directory.writeScript("bin/edit", "#!/bin/sh\n\(script)\n")
    var environment = desk.environment
    environment["EDITOR"] = path
    let openWith = OpenWith(of: "molecules", environment: environment)
    let program = try #require(openWith.menu(for: type).programs.first { $0.source == .editor })
    return (openWith, program)
  }

  /// A terminal that is none, so that the tests' own isn't touched.
  private var nowhere: ForegroundProcess { ForegroundProcess(terminal: -1) }

  private var remaining: [String] {
    (try? FileManager.default.subpathsOfDirectory(atPath: desk.directory.file("run"))) ?? []
  }

  @Test("Open-with copy is private, has the right extension, and is deleted")
  func theCopyIsPrivateHasTheRightExtensionAndIsGoneAfterwards() throws {
    let (openWith, program) = try editor(
      #"{ echo "$1"; stat -c %a "$1" "$(dirname "$1")"; cat "$1"; } >"$OUT""#)
    let result = try openWith.open(
      Array(Samples.counts.utf8), named: "/x/aspirin (1)", as: type, with: program,
      foreground: nowhere)
    #expect(result == .ended(.exit(code: 0), changed: nil))
    let lines = try String(decoding: desk.directory.bytes("out"), as: UTF8.self)
      .split(separator: "\n", maxSplits: 3).map(String.init)
    #expect(lines[0].hasPrefix(desk.directory.file("run/molecules-open-")))
    #expect(lines[0].hasSuffix("/aspirin__1_.mol"))
    #expect(lines[1...2] == ["600", "700"])
    #expect(lines[3] == Samples.counts)
    #expect(remaining == [])
  }

  @Test("Open-with returns the change of the program") func whatTheProgramHasChangedComesBack()
    throws
  {
    let (openWith, program) = try editor(#"echo more >>"$1"; touch "$(dirname "$1")/.swp"; exit 3"#)
    let result = try openWith.open(
      Array("one\n".utf8), named: "a.mol", as: type, with: program, foreground: nowhere)
    #expect(result == .ended(.exit(code: 3), changed: Array("one\nmore\n".utf8)))
    #expect(remaining == [])
  }

  @Test("Open-with: a killed program that deleted the copy leaves nothing")
  func aProgramThatDiesOrDeletesTheCopyLeavesNothing() throws {
    let (openWith, program) = try editor(#"rm "$1"; kill -9 $$"#)
    let result = try openWith.open(
      Array("one\n".utf8), named: "a.mol", as: type, with: program, foreground: nowhere)
    // The shell that starts the editor becomes it, or tells of its end.
    let ends: [ForegroundProcess.End] = [.signal(SIGKILL), .exit(code: 137)]
    #expect(ends.map { OpenWith.Result.ended($0, changed: nil) }.contains(result))
    #expect(remaining == [])
  }

  /// As C-x C-w of Emacs, whose own backup of the copy is nobody's work.
  @Test("Open-with keeps and names a file saved beside the copy")
  func whatAProgramSavedBesideItsCopyStaysAndIsNamed() throws {
    let (openWith, program) = try editor(
      #"echo other >"$(dirname "$1")/other.sdf"; cp "$1" "$1~"; echo more >>"$1""#)
    let result = try openWith.open(
      Array("one\n".utf8), named: "a.mol", as: type, with: program, foreground: nowhere)
    guard case .ended(.exit(code: 0), let changed, let directory?) = result else {
      Issue.record("It is gone: \(result)")
      return
    }
    #expect(changed == Array("one\nmore\n".utf8))
    TemporaryDocuments.sweep(desk.directory.file("run"), "molecules-open-", olderThan: -1)
    #expect(FileManager.default.contents(atPath: directory + "/other.sdf") == Data("other\n".utf8))
    let (plain, editing) = try editor(#"cp "$1" "$1~"; touch "$(dirname "$1")/.a.swp""#)
    let before = Set(remaining)
    #expect(
      try plain.open(
        Array("one\n".utf8), named: "a.mol", as: type, with: editing, foreground: nowhere)
        == .ended(.exit(code: 0), changed: nil))
    #expect(Set(remaining) == before)
  }

  /// vi keeps what was typed and not saved when it is ended, as by a line that drops.
  @Test("Open-with keeps and names unsaved work of a program that was ended")
  func whatAProgramThatIsEndedHadNotSavedStaysAndIsNamed() throws {
    let (openWith, program) = try editor(#"echo typed >"$1.swp"; kill -HUP $$"#)
    let result = try openWith.open(
      Array("one\n".utf8), named: "a.mol", as: type, with: program, foreground: nowhere)
    guard case .ended(let end, nil, let unsaved?) = result else {
      Issue.record("It is gone: \(result)")
      return
    }
    #expect(end.signal == SIGHUP)
    #expect(FileManager.default.contents(atPath: unsaved + "/a.mol.swp") == Data("typed\n".utf8))
    TemporaryDocuments.sweep(desk.directory.file("run"), "molecules-open-", olderThan: -1)
    #expect(FileManager.default.fileExists(atPath: unsaved))
  }

  @Test("Open-with keeps and names a copy that cannot be read back")
  func aCopyThatCannotBeReadBackStaysAndIsNamed() throws {
    let (openWith, program) = try editor(#"echo more >>"$1"; ln "$1" "$1.bak""#)
    do {
      _ = try openWith.open(
        Array("one\n".utf8), named: "a.mol", as: type, with: program, foreground: nowhere)
      Issue.record("It was read.")
    } catch let problem as UnreadCopy {
      #expect(FileManager.default.contents(atPath: problem.path) == Data("one\nmore\n".utf8))
      #expect(problem.localizedDescription.contains("several names"))
      // Nor does the next start take it away.
      TemporaryDocuments.sweep(desk.directory.file("run"), "molecules-open-", olderThan: -1)
      #expect(FileManager.default.fileExists(atPath: problem.path))
    }
  }

  @Test("Open-with: a copy replaced by a link counts as unchanged")
  func aProgramThatMakesALinkOfTheCopyHasChangedNothing() throws {
    let (openWith, program) = try editor(#"ln -sf /etc/passwd "$1""#)
    let result = try openWith.open(
      Array("one\n".utf8), named: "a.mol", as: type, with: program, foreground: nowhere)
    #expect(result == .ended(.exit(code: 0), changed: nil))
    #expect(remaining == [])
  }

  @Test("Open-with names the missing program of a desktop entry")
  func aProgramOfADesktopEntryThatIsGoneIsSaid() throws {
    try desk.directory.write(
      "home/data/applications/x.desktop",
      "[Desktop Entry]\nType=Application\nName=X\nExec=\(desk.program) %f\nTerminal=true\n"
        + "MimeType=chemical/x-mdl-molfile;\n")
    let program = try #require(openWith.menu(for: type).programs.first { $0.name == "X" })
    try FileManager.default.removeItem(atPath: desk.program)
    #expect(throws: DocumentError.program(name: desk.program, reason: "there is no such program")) {
      try openWith.open([1], named: "a.mol", as: type, with: program, foreground: nowhere)
    }
    #expect(remaining == [])
  }

  /// A text that somebody has typed there must not go with the window.
  @Test(
    "Open-with in a window keeps the copy until close, longer if saved", arguments: [false, true])
  func aWindowKeepsItsCopyUntilItIsClosedAndLongerIfItSaved(saves: Bool) async throws {
    let fifo = desk.directory.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    let script = try desk.directory.writeScript(
      "bin/gui",
      "#!/bin/sh\ncat \"$1\" >'\(fifo)'\nread x <'\(fifo)'\n"
        + (saves ? "echo more >>\"$1\"\n" : ""))
    try desk.directory.write(
      "home/data/applications/gui.desktop",
      "[Desktop Entry]\nType=Application\nName=GUI\nExec=\(script) %f\n"
        + "MimeType=chemical/x-mdl-molfile;\n")
    var environment = desk.environment
    environment["DISPLAY"] = ":99"
    var openWith = OpenWith(of: "molecules", environment: environment)
    openWith.longestHandover = .zero
    let program = try #require(openWith.menu(for: type).programs.first { $0.name == "GUI" })
    let result = try openWith.open(
      Array("picture\n".utf8), named: "a", as: type, with: program, foreground: nowhere)
    guard case .window = result else {
      Issue.record("\(result)")
      return
    }
    let reading = try #require(FileHandle(forReadingAtPath: fifo))
    #expect(try reading.readToEnd() == Data("picture\n".utf8))
    // Or the program would wait for a writer that has come and gone.
    try reading.close()
    #expect(remaining.contains { $0.hasSuffix("/a.mol") })
    let writing = try #require(FileHandle(forWritingAtPath: fifo))
    try writing.write(contentsOf: Data("closed\n".utf8))
    try writing.close()
    guard saves, case .window(let copy) = result else {
      return try await waitUntil("the copy is gone") { remaining.isEmpty }
    }
    try await waitUntil("it is left to the person") {
      FileManager.default.contents(atPath: copy) == Data("picture\nmore\n".utf8)
    }
    // The next start doesn't take it away: not before a week is over.
    let base = URL(fileURLWithPath: copy).deletingLastPathComponent().deletingLastPathComponent()
    TemporaryDocuments.sweep(base.path, "molecules-open-", olderThan: -1)
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  @Test("Open-with keeps the copy of a program that hands it to another window")
  func aProgramThatHandsItsCopyToAnotherWindowLeavesIt() async throws {
    let done = desk.directory.file("done")
    let script = try desk.directory.writeScript("bin/gui", "#!/bin/sh\necho \"$1\" >'\(done)'\n")
    try desk.directory.write(
      "home/data/applications/gui.desktop",
      "[Desktop Entry]\nType=Application\nName=GUI\nExec=\(script) %f\n"
        + "MimeType=chemical/x-mdl-molfile;\n")
    var environment = desk.environment
    environment["DISPLAY"] = ":99"
    var openWith = OpenWith(of: "molecules", environment: environment)
    // However busy the machine is.
    openWith.longestHandover = .seconds(600)
    let program = try #require(openWith.menu(for: type).programs.first { $0.name == "GUI" })
    _ = try openWith.open(
      Array("picture\n".utf8), named: "a", as: type, with: program, foreground: nowhere)
    for _ in 0..<12_000 where (try? desk.directory.bytes("done"))?.last != 0x0A {
      try await Task.sleep(for: .milliseconds(5))
    }
    let path = String(decoding: try desk.directory.bytes("done").dropLast(), as: UTF8.self)
    // The script has only to end now, and somebody to take note of it.
    for _ in 0..<50 {
      #expect(FileManager.default.contents(atPath: path) == Data("picture\n".utf8))
      try await Task.sleep(for: .milliseconds(5))
    }
    // Nor does the next start take it away: not before a day is over.
    let base = URL(fileURLWithPath: path).deletingLastPathComponent()
    TemporaryDocuments.sweep(
      base.deletingLastPathComponent().path, "molecules-open-", olderThan: -1)
    #expect(FileManager.default.fileExists(atPath: path))
  }

  /// Nothing else is beside it, for which the folder would stay anyway.
  @Test("Open-with keeps what replaced the copy", arguments: ["mkfifo", "mkdir"])
  func whatStandsInThePlaceOfACopyStays(command: String) throws {
    let (openWith, program) = try editor("rm \"$1\"; \(command) \"$1\"")
    let problem = #expect(throws: UnreadCopy.self) {
      try openWith.open([1], named: "a.mol", as: type, with: program, foreground: nowhere)
    }
    let path = try #require(problem?.path)
    #expect(problem?.reason == "it is not a plain file")
    #expect(problem?.program == program.name)
    TemporaryDocuments.sweep(desk.directory.file("run"), "molecules-open-", olderThan: -1)
    #expect(remaining.contains { path.hasSuffix($0) })
  }

  @Test("Open-with: a directory replaced by a file counts as unchanged")
  func aProgramThatPutsAFileInItsFoldersPlaceHasChangedNothing() throws {
    let (openWith, program) = try editor(#"d=$(dirname "$1"); rm -r "$d"; : >"$d""#)
    let result = try openWith.open(
      [1], named: "a.mol", as: type, with: program, foreground: nowhere)
    #expect(result == .ended(.exit(code: 0), changed: nil))
    #expect(remaining == [])
  }

  @Test(
    "Open-with file name gets an extension of its type",
    arguments: [
      ("a", "a.mol"), ("a.mol", "a.mol"), ("a.MDL", "a.MDL"), ("a.sdf", "a.sdf.mol"),
      ("", "document.mol"), (".mol", ".mol.mol"), ("a.mol/b", "a.mol/b.mol"),
    ])
  func aNameEndsAsThoseOfItsTypeDo(name: String, file: String) {
    let type = DocumentType("x", name: "X", mimeTypes: [], extensions: ["mol", "mdl"])
    #expect(OpenWith.fileName(name, of: type) == file)
    let none = DocumentType("x", name: "X", mimeTypes: [], extensions: [])
    #expect(OpenWith.fileName(name, of: none) == name)
  }

  @Test(
    "Open-with spare directory follows TMPDIR, else /tmp",
    arguments: [
      (["TMPDIR": "/var/tmp"], "/var/tmp"), (["TMPDIR": "/none"], "/tmp"),
      (["TMPDIR": "x"], "/tmp"), (["TMPDIR": ""], "/tmp"),
      ([:], "/tmp"),
    ] as [([String: String], String)])
  func whatHasNowhereElseToGoGoesIntoTheSparesFolder(
    environment: [String: String], directory: String
  ) {
    #expect(OpenWith(of: "x", environment: environment).spareDirectory == directory)
  }

  @Test(
    "Exit code above 128 of a shell is a signal",
    arguments: [
      (.signal(9), 9), (.exit(code: 0), nil), (.exit(code: 128), nil), (.exit(code: 129), 1),
      (.exit(code: 159), 31), (.exit(code: 160), nil),
    ] as [(ForegroundProcess.End, Int32?)])
  func aShellTellsOfASignalByItsCode(end: ForegroundProcess.End, signal: Int32?) {
    #expect(end.signal == signal)
  }
}
