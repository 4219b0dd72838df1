import Chemistry
import Documents
import Foundation
import Molecules
import RepriseTesting
import Testing

@Suite struct ProgramFinderTests {
  /// A machine of a test's own: programs in bin, entries in the person's and the machine's
  /// applications.
  private func machine() throws -> Desk {
    var desk = try Desk(tools: false)
    let directory = desk.directory
    for name in ["jmol", "vim", "textual", "gui", "less"] {
      try directory.writeScript("bin/\(name)", "#!/bin/sh\n")
    }
    desk.environment["PATH"] = directory.file("bin")
    desk.environment["XDG_DATA_DIRS"] = directory.file("share")
    desk.environment["XDG_CONFIG_DIRS"] = directory.file("etc")
    func entry(_ path: String, _ name: String, _ exec: String, _ rest: String) throws {
      try directory.write(
        path, "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(exec)\n\(rest)\n")
    }
    let mol = "chemical/x-mdl-molfile"
    try entry(
      "share/applications/jmol.desktop", "Jmol", "jmol %f", "Terminal=true\nMimeType=\(mol);")
    try entry("share/applications/gone.desktop", "Gone", "gone %f", "MimeType=\(mol);")
    try entry(
      "share/applications/try.desktop", "Try", "jmol %f", "TryExec=gone\nMimeType=\(mol);")
    try entry(
      "share/applications/quiet.desktop", "Quiet", "jmol %f",
      "NoDisplay=true\nTerminal=true\nMimeType=\(mol);")
    try entry("share/applications/org/gui.desktop", "GUI", "gui %U", "MimeType=\(mol);")
    try entry("share/applications/hidden.desktop", "Hidden", "jmol", "MimeType=\(mol);")
    try entry("home/data/applications/hidden.desktop", "Hidden", "jmol", "Hidden=true")
    try entry(
      "share/applications/textual.desktop", "Textual", "textual %f",
      "Terminal=true\nMimeType=text/plain;")
    try entry(
      "share/applications/molecules.desktop", "Molecules", "molecules %f",
      "Terminal=true\nMimeType=\(mol);")
    return desk
  }

  private func finder(_ desk: Desk, _ more: [String: String] = [:]) -> ProgramFinder {
    ProgramFinder(for: "molecules", environment: desk.environment.merging(more) { $1 })
  }

  @Test("Program finder lists programs that can be started, in order")
  func theyComeInTheirOrderAndOnlyThoseThatCanBeStarted() throws {
    let desk = try machine()
    let found = finder(desk, ["EDITOR": "vim -u NONE", "PAGER": "less"])
      .programs(for: DocumentType(.molfile))
    #expect(
      found.map(\.name) == [
        "Jmol", "Textual", "Editor (vim)", "Pager (less)",
      ])
    #expect(Set(found.map(\.id)).count == found.count)
    #expect(found.allSatisfy { $0.needsTerminal })
  }

  @Test("Program finder offers window programs where there is a display")
  func windowsAreOfferedWhereThereIsADisplay() throws {
    let desk = try machine()
    let found = finder(desk, ["DISPLAY": ":0"]).programs(for: DocumentType(.molfile))
    let window = try #require(found.first { $0.name == "GUI" })
    #expect(window.id == "desktop:org-gui.desktop")
    #expect(!window.needsTerminal)
  }

  @Test("Program finder obeys order and removals of mimeapps.list")
  func thePersonsListDecidesOnOrderAndAbsence() throws {
    let desk = try machine()
    try desk.directory.write(
      "home/config/mimeapps.list",
      """
      [Default Applications]
      chemical/x-mdl-molfile=textual.desktop;gone.desktop
      [Added Associations]
      chemical/x-mdl-molfile=quiet.desktop;
      [Removed Associations]
      chemical/x-mdl-molfile=jmol.desktop;
      """)
    let found = finder(desk).programs(for: DocumentType(.molfile)).filter { $0.source == .desktop }
    #expect(found.map(\.name) == ["Textual", "Quiet"])
  }

  @Test("Program finder offers no editor or pager for a binary type")
  func noEditorIsOfferedForWhatIsNoText() throws {
    let desk = try machine()
    let found = finder(desk, ["EDITOR": "vim"]).programs(for: DocumentType(.cdx))
    #expect(found.allSatisfy { $0.source != .editor && $0.source != .pager })
  }

  @Test("Program menu has numbers and a filter that keeps them")
  func aMenuHasNumbersAndAFilterThatKeepsThem() throws {
    let desk = try machine()
    let openWith = OpenWith(of: "molecules", environment: desk.environment)
    let type = DocumentType(.molfile)
    let menu = openWith.menu(for: type)
    #expect(menu.programs.map(\.name) == ["Jmol", "Textual", "Pager (more)"])
    #expect(menu.note == nil)
  }

  /// Another user who may write them would decide what runs here.
  @Test("Program finder skips files that others may write and says so")
  func filesThatOthersMayWriteAreSkippedAndThatIsSaid() throws {
    let desk = try machine()
    let openWith = OpenWith(of: "molecules", environment: desk.environment)
    let entry = desk.directory.file("share/applications/textual.desktop")
    chmod(entry, 0o666)
    let menu = openWith.menu(for: DocumentType(.molfile))
    #expect(menu.programs.map(\.name) == ["Jmol", "Pager (more)"])
    #expect(menu.note?.hasPrefix("Others may write \(entry)") == true)
    // The person's own entry hides the machine's, but only if it is theirs.
    try desk.directory.write(
      "home/data/applications/jmol.desktop", "[Desktop Entry]\nHidden=true\n")
    #expect(openWith.menu(for: DocumentType(.molfile)).programs.first?.name == "Pager (more)")
    chmod(desk.directory.file("home/data/applications"), 0o777)
    let other = openWith.menu(for: DocumentType(.molfile))
    #expect(other.programs.first?.name == "Jmol")
    #expect(other.note?.contains(" Nor is 1 other file.") == true)
  }

  @Test("Program choice is remembered for its type until it is reset")
  func theChoiceIsRememberedForItsTypeAloneUntilItIsForgotten() throws {
    let desk = try machine()
    let openWith = OpenWith(of: "molecules", environment: desk.environment)
    let (molfile, sdfile) = (DocumentType(.molfile), DocumentType(.sdfile))
    let textual = try #require(openWith.menu(for: molfile).programs.dropFirst().first)
    try openWith.always(use: textual, for: molfile)
    #expect(openWith.menu(for: molfile).always == textual)
    #expect(openWith.menu(for: molfile).programs.map(\.name).prefix(2) == ["Textual", "Jmol"])
    #expect(openWith.menu(for: sdfile).always == nil)
    #expect(try desk.directory.permissions("home/state/molecules/programs.json") == 0o600)
    // A program that is gone is no choice any more.
    try FileManager.default.removeItem(atPath: desk.directory.file("bin/textual"))
    #expect(openWith.menu(for: molfile).always == nil)
    try openWith.always(use: nil, for: molfile)
    #expect(try desk.text("state/molecules/programs.json") == #"{"format":1,"always":{}}"#)
  }

  @Test("Program choices: a damaged file is quarantined") func aDamagedListOfChoicesIsSetAside()
    throws
  {
    let desk = try machine()
    try desk.directory.write("home/state/molecules/programs.json", "{damaged")
    let openWith = OpenWith(of: "molecules", environment: desk.environment)
    let menu = openWith.menu(for: DocumentType(.molfile))
    #expect(menu.always == nil)
    try openWith.always(use: menu.programs[0], for: DocumentType(.molfile))
    #expect(openWith.menu(for: DocumentType(.molfile)).always == menu.programs[0])
    #expect(try desk.text("state/molecules/programs.json.aside-1") == "{damaged")
  }

  /// Valid JSON, but nobody's choices.
  @Test("Program choices: foreign JSON is quarantined, unknown keys stay")
  func aListOfSomethingElseIsSetAsideAndWhatALaterReleaseAddedStays() throws {
    let desk = try machine()
    let type = DocumentType(.molfile)
    let openWith = OpenWith(of: "molecules", environment: desk.environment)
    try desk.directory.write("home/state/molecules/programs.json", "[1]")
    try openWith.always(use: nil, for: type)
    #expect(try desk.text("state/molecules/programs.json.aside-1") == "[1]")
    try desk.directory.write("home/state/molecules/programs.json", #"{"format":1,"later":[2]}"#)
    try openWith.always(use: nil, for: type)
    #expect(
      try desk.text("state/molecules/programs.json") == #"{"format":1,"later":[2],"always":{}}"#)
    #expect(
      try !desk.directory.files().contains("home/state/molecules/programs.json.aside-2"))
  }
}
