import Documents
import Foundation
import RepriseTesting
import Testing

@Suite struct RegistrarTests {
  private let entry = "data/applications/molecules.desktop"
  private let package = "data/mime/packages/molecules.xml"

  /// A home in which others have written something everywhere.
  private func furnishedDesk(tools: Bool = true) throws -> Desk {
    let desk = try Desk(tools: tools)
    let directory = desk.directory
    try directory.write(
      "home/config/mimeapps.list",
      "# mine\n[Default Applications]\nchemical/x-cdx=other.desktop\n")
    try directory.write(
      "home/data/applications/other.desktop",
      "[Desktop Entry]\nType=Application\nName=Other\nExec=cat %f\nMimeType=chemical/x-cdx;\n")
    try directory.write("home/.mailcap", Array("text/html; w3m %s".utf8) + [0xFF])
    try directory.write("home/.mime.types", "text/x-mine mine\r\n")
    try directory.write(
      "home/data/mime/packages/other.xml",
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="text/x-other"><comment>O</comment><glob pattern="*.other"/></mime-type>
      </mime-info>
      """)
    return desk
  }

  @Test func onlyItsOwnFilesAreWrittenAndDeleted() throws {
    let desk = try furnishedDesk(tools: false)
    let before = try desk.picture()
    let report = try desk.registrar().register()
    #expect(report.isWhole, "\(report.text)")
    let changes = try desk.changes(since: before)
    #expect(changes == [entry, package])
    #expect(try desk.text(entry).contains("Exec="))
    let once = try desk.picture()
    #expect(try desk.registrar { $0.claimsExtensions = true }.register().isWhole)
    #expect(try desk.registrar().register().isWhole)
    let again = try desk.changes(since: once)
    #expect(again == [])
    let undone = try desk.registrar().unregister()
    #expect(undone.isWhole, "\(undone.text)")
    let rest = try desk.changes(since: before)
    #expect(rest == [])
  }

  @Test func theToolsRunForWhatChanged() throws {
    var desk = try Desk(tools: false)
    desk.environment["PATH"] = desk.directory.file("tools")
    for tool in ["update-mime-database", "update-desktop-database"] {
      try desk.directory.writeScript(
        "tools/\(tool)", "#!/bin/sh\necho \(tool) $1 >> \(desk.directory.file("calls"))\n")
    }
    let calls = {
      (try? desk.directory.bytes("calls")).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(try desk.registrar().unregister().isWhole)
    #expect(calls() == nil)
    let once = """
      update-mime-database \(desk.directory.file("home/data/mime"))
      update-desktop-database \(desk.directory.file("home/data/applications"))

      """
    #expect(try desk.registrar().register().isWhole)
    #expect(calls() == once)
    #expect(try desk.registrar().unregister().isWhole)
    #expect(calls() == once + once)
    try desk.directory.writeScript("tools/update-mime-database", "#!/bin/sh\necho bad; exit 1\n")
    let report = try desk.registrar().register()
    #expect(report.text.contains("FAILED   update-mime-database "))
    #expect(report.steps.map(\.result).contains(.failed("bad\n")))
  }

  @Test(
    "Unregistering keeps MIME types that others added meanwhile",
    .enabled(if: Tool.isInstalled("update-mime-database"), "shared-mime-info isn't installed"))
  func theTypesOfOthersStayAndOursGo() throws {
    let desk = try furnishedDesk()
    #expect(try desk.registrar().register().isWhole)
    #expect(try desk.text("data/mime/globs2").contains("*.mol\n"))
    #expect(try desk.registrar().unregister().isWhole)
    let globs = try desk.text("data/mime/globs2")
    #expect(globs.contains("*.other\n"))
    #expect(!globs.contains("*.mol\n"))
  }

  @Test func aProgramThatOpensTheTypeStaysAndIsNamed() throws {
    let desk = try furnishedDesk()
    let advice = try desk.registrar().register().advice
    #expect(
      advice.contains(
        "As before, chemical/x-cdx is opened by Other. "
          + "To change that: xdg-mime default molecules.desktop TYPE"))
  }

  @Test("Registration report names no other program where there is none")
  func whereNobodyElseOpensThemNobodyIsNamed() throws {
    var desk = try Desk()
    // Nothing that the machine has.
    desk.environment["XDG_DATA_DIRS"] = desk.directory.file("none")
    let report = try desk.registrar().register()
    #expect(report.isWhole, "\(report.text)")
    #expect(!report.advice.contains { $0.hasPrefix("As before, ") })
    #expect(report.advice.contains { $0.hasPrefix("Extensions left to others: ") })
    let claiming = try desk.registrar { $0.claimsExtensions = true }.register()
    #expect(claiming.advice == [])
  }

  @Test("Unregistering again runs a tool that failed before") func unregisteringIsRepeated() throws
  {
    var desk = try Desk(tools: false)
    desk.environment["PATH"] = desk.directory.file("tools")
    let tool = "tools/update-desktop-database"
    try desk.directory.writeScript(tool, "#!/bin/sh\nexit 0\n")
    #expect(try desk.registrar().register().isWhole)
    try desk.directory.writeScript(tool, "#!/bin/sh\nkill -9 $$\n")
    let failed = try desk.registrar().unregister()
    #expect(failed.text.contains("FAILED   update-desktop-database"))
    #expect(failed.text.contains("It didn't end in time, or was killed."))
    let calls = desk.directory.file("calls")
    try desk.directory.writeScript(tool, "#!/bin/sh\necho $1 > \(calls)\n")
    #expect(try desk.registrar().unregister().isWhole)
    #expect(
      String(decoding: try desk.directory.bytes("calls"), as: UTF8.self)
        == desk.directory.file("home/data/applications") + "\n")
  }

  @Test func aFileOfTheSameNameThatIsNotOursStays() throws {
    let desk = try Desk(tools: false)
    // Written by hand, under the same name.
    try desk.directory.write("home/" + entry, "[Desktop Entry]\nName=x\n")
    let report = try desk.registrar().register()
    #expect(!report.isWhole)
    #expect(report.text.contains("FAILED   enter the program in \(desk.directory.file("home/"))"))
    #expect(report.text.contains("Another program wrote the file that is there. Move it away."))
    let undone = try desk.registrar().unregister()
    #expect(undone.isWhole, "\(undone.text)")
    #expect(undone.text.contains("skipped  delete \(desk.directory.file("home/" + entry)): "))
    #expect(try desk.text(entry) == "[Desktop Entry]\nName=x\n")
  }

  @Test("Registration names the one file that cannot be written")
  func aFileThatCantBeWrittenFailsAloneAndIsNamed() throws {
    let desk = try Desk(tools: false)
    try desk.directory.write("home/data/mime", "a file")
    let report = try desk.registrar().register()
    #expect(report.steps.filter { if case .failed = $0.result { true } else { false } }.count == 1)
    #expect(
      report.text.hasPrefix(
        "FAILED   describe the file types in \(desk.directory.file("home/" + package)): "))
    #expect(try desk.text(entry).contains("Exec="))
    #expect(try desk.registrar().unregister().isWhole)
  }

  @Test("Registration report names missing tools") func withoutToolsTheReportSaysWhatIsMissing()
    throws
  {
    let desk = try Desk(tools: false)
    let text = try desk.registrar().register().text
    for words in [
      "update-mime-database isn't installed (package shared-mime-info).",
      "update-desktop-database isn't installed (package desktop-file-utils).",
    ] {
      #expect(
        text.contains(": \(words) Until it is, and has run, the desktop doesn't see the change.\n"))
    }
  }

  @Test("Registration of an application without types has its URLs only")
  func anApplicationWithoutTypesRegistersItsURLsAlone() throws {
    let desk = try Desk()
    let registrar = try desk.registrar { $0.types = [] }
    #expect(registrar.register().isWhole)
    #expect(try desk.picture().keys.allSatisfy { !$0.hasPrefix("data/mime") })
    #expect(try desk.text(entry).contains("\nMimeType=x-scheme-handler/molecules;\n"))
    #expect(registrar.check().isWhole, "\(registrar.check().text)")
    #expect(registrar.unregister().isWhole)
    #expect(try desk.picture()[entry] == nil)
  }

  @Test(
    "Registration refuses a name that is no file name",
    arguments: ["../x", "a b", "", ".hidden", "a/b", "a\nb"])
  func aNameThatIsNoFileNameIsRefused(name: String) throws {
    let desk = try Desk()
    let before = try desk.picture()
    let registration = Registration(name, title: "x", program: desk.program)
    let report = try Registrar(registration, environment: desk.environment).register()
    #expect(!report.isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }
}
