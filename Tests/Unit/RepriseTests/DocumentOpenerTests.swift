import Documents
import Foundation
import RepriseTesting
import Testing

@testable import Reprise

/// The way from a key to a program and back.
@MainActor @Suite struct DocumentOpenerTests {
  private enum Place: AppRoute {
    case root
    case programs
  }

  private let home: TemporaryDirectory
  private let type = DocumentType(
    "note", name: "Note", mimeTypes: ["text/x-note"], extensions: ["note"])

  init() throws { home = try TemporaryDirectory() }

  /// An opener of which the editor does what a script says with the file, `$1`.
  private func opener(_ script: String, keepsChoices: Bool = true) throws -> DocumentOpener {
    let editor = try home.writeScript("bin/edit", "#!/bin/sh\n\(script)\n")
    var environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "TMPDIR": home.path, "EDITOR": editor,
      "PAGER": "true", "LANG": "C.UTF-8",
    ]
    for name in ["RUNTIME_DIR", "DATA_DIRS", "DATA_HOME", "CONFIG_HOME", "STATE_HOME"] {
      environment["XDG_" + name] = home.file(name)
    }
    mkdir(home.file("RUNTIME_DIR"), 0o700)
    mkdir(home.file("kept"), 0o700)
    return DocumentOpener(
      OpenWith(of: "test", environment: environment), savingChangesIn: home.file("kept"),
      savesChoices: keepsChoices)
  }

  /// An application whose o opens the note, and whose O opens the list of programs for it; on a
  /// screen that shows long paths, too.
  private func session(
    _ script: String = "exit 0", keepsChoices: Bool = true
  ) async throws -> TestSession<Place> {
    let opener = try opener(script, keepsChoices: keepsChoices)
    let type = type
    let note: DocumentOpener.Source = {
      OutgoingDocument(type, name: "today") { Array("one\n".utf8) }
    }
    let keys = [
      KeyBinding("o", help: "Open it") { opener.open(note, otherwise: Place.programs, $0) },
      KeyBinding("O", help: "Choose") { $0.push(Place.programs) },
    ]
    return try await TestSession(
      Application("test", root: Place.root) { place in
        switch place {
        case .root: TextController(title: "Note", bindings: keys) { $0.show("the note itself") }
        case .programs: opener.programs(for: note)
        }
      }, size: Size(rows: 24, columns: 200))
  }

  @Test("The list of programs is numbered, and a digit opens one")
  func theProgramsAreNumberedAndADigitOpensOne() async throws {
    let seen = home.file("seen")
    let session = try await session("cp \"$1\" \(seen); basename \"$1\" >\(seen).name")
    await session.press("o")
    for text in ["1 Editor (edit)", "2 Pager (true)", "editor", "pager", "here", "2 programs"] {
      try session.expect(text)
    }
    await session.press("3")
    try session.expect("2 programs")
    await session.press("1")
    try session.expect("the note itself")
    #expect(try home.bytes("seen") == Array("one\n".utf8))
    #expect(try home.bytes("seen.name") == Array("today.note\n".utf8))
    // Nothing is to be told of a program that has ended as it should.
    try session.expectNo("Editor")
  }

  /// A digit is a letter of the filter while that is typed.
  @Test("A digit typed into the programs' filter opens nothing") func aDigitInAFilterOpensNothing()
    async throws
  {
    let session = try await session("touch \(home.file("opened"))")
    await session.press("O", "/", "1")
    try session.expectNo("the note itself")
    await session.press(.escape, .escape)
    #expect(!FileManager.default.fileExists(atPath: home.file("opened")))
  }

  @Test("A document changed by a program is kept under its name")
  func whatAProgramHasMadeOfItsCopyIsKeptUnderTheNameOfTheDocument() async throws {
    let session = try await session("echo two >>\"$1\"")
    await session.press("O", "1")
    try session.expect("Editor (edit) has changed its copy; it is saved as")
    #expect(try home.bytes("kept/today.note") == Array("one\ntwo\n".utf8))
  }

  @Test(
    "A program that fails to open a document is reported",
    arguments: [
      ("exit 3", "Editor (edit) exited with code 3."),
      ("exit 127", "Editor (edit) isn't there."),
      ("exit 130", "Editor (edit) was killed by signal 2."),
    ])
  func aProgramThatFailsIsSaidTo(script: String, sentence: String) async throws {
    let session = try await session(script)
    await session.press("O", "1")
    try session.expect(sentence)
    try session.expect("the note itself")
  }

  @Test("Files that a program saved beside a document are reported")
  func whatAProgramHasSavedBesideItsCopyIsNamed() async throws {
    let session = try await session("echo other >\"$(dirname \"$1\")/other.note\"")
    await session.press("O", "1")
    try session.expect("What it has saved beside its copy stays in ")
  }

  @Test("A program marked always opens without the list until unmarked")
  func theProgramThatIsAlwaysUsedNeedsNoListUntilThatIsTakenBack() async throws {
    let session = try await session("echo \"$1\" >>\(home.file("seen"))")
    await session.press("O", .down, "a")
    // It stands first from now on.
    try session.expect("1 Pager (true)")
    await session.press("k", "k")
    #expect(session.selectedText?.hasSuffix("always") == true)
    await session.press("a")
    try session.expect("1 Editor (edit)")
    await session.press("k", "k", "a", .escape, "o")
    try session.expect("the note itself")
    #expect(try home.bytes("seen").count(where: { $0 == 0x0A }) == 1)
  }

  @Test("A program can't be marked always if choices aren't saved")
  func whereNoChoiceMayBeWrittenNoneIsOffered() async throws {
    let session = try await session(keepsChoices: false)
    await session.press("O", "a")
    #expect(session.selectedText?.hasSuffix("always") == false)
    #expect(!FileManager.default.fileExists(atPath: home.file("STATE_HOME/test/programs.json")))
  }

  @Test("Only the first nine programs have a digit") func onlyTheFirstNineHaveADigit() throws {
    let program = try #require(try opener("exit 0").openWith.menu(for: type).programs.first)
    let marks = [1, 9, 10].map { OfferedProgram(program: program, number: $0, isAlways: true).mark }
    #expect(marks == [Mark("1", .accent), Mark("9", .accent), Mark(" ", .accent)])
    let cells = [true, false].map { isAlways in
      OfferedProgram.columns.map {
        $0.text(OfferedProgram(program: program, number: 1, isAlways: isAlways))
      }
    }
    #expect(
      cells == [
        ["Editor (edit)", "editor", "here", "always"], ["Editor (edit)", "editor", "here", ""],
      ])
  }
}
