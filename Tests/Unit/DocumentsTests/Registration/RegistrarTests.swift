import Documents
import Foundation
import RepriseTesting
import Testing

@Suite struct RegistrarTests {
  @Test("Registration is undone byte for byte", arguments: [true, false])
  func whatIsRegisteredIsTakenBackByteForByte(hasTools: Bool) throws {
    let desk = try Desk(tools: hasTools)
    let before = try desk.picture()
    let report = try desk.registrar().register()
    #expect(report.isWhole, "\(report.text)")
    #expect(try desk.picture() != before)
    #expect(try desk.registrar().unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }

  /// A home in which others have written something everywhere, oddly where that is allowed.
  private func furnishedDesk(tools: Bool = true) throws -> Desk {
    let desk = try Desk(tools: tools)
    let directory = desk.directory
    try directory.write(
      "home/config/mimeapps.list",
      "# mine\n[Default Applications]\nchemical/x-cdx=other.desktop\n\n[Added Associations]\n"
        + "chemical/x-cdx=other.desktop\ntext/plain=vim.desktop;\n")
    try directory.write(
      "home/data/applications/mimeinfo.cache",
      "[MIME Cache]\nchemical/x-cdx=gone.desktop;\nx/y=a.desktop;\n")
    try directory.write(
      "home/data/applications/other.desktop",
      "[Desktop Entry]\nType=Application\nName=Other\nExec=cat %f\nMimeType=chemical/x-cdx;\n")
    // Without a line end at the end, and with bytes that are no UTF-8.
    try directory.write("home/.mailcap", Array("text/html; w3m %s".utf8) + [0xFF])
    try directory.write("home/.mime.types", "text/x-mine mine\r\n")
    try directory.write(
      "home/data/mime/packages/other.xml",
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="text/x-other"><comment>O</comment><glob pattern="*.other"/></mime-type>
      </mime-info>
      """)
    _ = try desk.output("update-mime-database", desk.directory.file("home/data/mime"))
    return desk
  }

  @Test("Registration keeps and restores lines of others", arguments: [true, false])
  func theLinesOfOthersStayAndComeBack(hasTools: Bool) throws {
    let desk = try furnishedDesk(tools: hasTools)
    let before = try desk.picture()
    let report = try desk.registrar().register()
    #expect(report.isWhole, "\(report.text)")

    // Without tools on the path the other's program isn't found there either.
    let others = report.advice.first { $0.hasPrefix("As before, ") }
    if hasTools {
      #expect(others?.contains("chemical/x-cdx is opened by Other") == true)
      #expect(
        others?.hasSuffix(". To change that: xdg-mime default molecules.desktop TYPE") == true)
    }
    let list = try desk.text("config/mimeapps.list")
    #expect(list.hasPrefix("# mine\n[Default Applications]\nchemical/x-cdx=other.desktop\n"))
    #expect(list.contains("\nchemical/x-cdx=other.desktop;molecules.desktop;\n"))
    #expect(list.contains("\nchemical/x-sketchel=molecules.desktop;\n"))
    #expect(list.contains("\nx-scheme-handler/molecules=molecules.desktop;\n"))
    #expect(list.contains("\ntext/plain=vim.desktop;\n"))
    let cache = try desk.text("data/applications/mimeinfo.cache")
    #expect(cache.hasPrefix("[MIME Cache]\nchemical/x-cdx=gone.desktop;molecules.desktop;\nx/y="))
    #expect(try desk.directory.bytes("home/.mailcap").starts(with: "text/html; w3m %s".utf8))
    #expect(try desk.text(".mime.types").hasPrefix("text/x-mine mine\r\n# molecules: begin."))

    #expect(try desk.registrar().unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }

  @Test("Registering twice equals registering once") func registeringTwiceIsRegisteringOnce() throws
  {
    let desk = try furnishedDesk()
    let before = try desk.picture()
    #expect(try desk.registrar { $0.claimsExtensions = true }.register().isWhole)
    #expect(try desk.registrar().register().isWhole)
    let once = try desk.picture()
    #expect(try desk.registrar().register().isWhole)
    #expect(try desk.picture() == once)
    #expect(try desk.text("data/mime/packages/molecules.xml").contains("weight=\"60\"") == false)
    #expect(try desk.registrar().unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }

  @Test("Unregistering keeps changes that others made meanwhile")
  func theChangesOfOthersMeanwhileStay() throws {
    let desk = try furnishedDesk()
    #expect(try desk.registrar().register().isWhole)
    let directory = desk.directory
    let list = try desk.text("config/mimeapps.list")
    try directory.write(
      "home/config/mimeapps.list",
      list.replacing("[Added Associations]\n", with: "[Added Associations]\na/b=new.desktop;\n"))
    try directory.write(
      "home/.mailcap", directory.bytes("home/.mailcap") + Array("a/b; cat %s\n".utf8))
    try directory.write(
      "home/.mime.types", Array("a/b new\n".utf8) + directory.bytes("home/.mime.types"))
    #expect(try desk.registrar().unregister().isWhole)
    #expect(
      try desk.text("config/mimeapps.list")
        == "# mine\n[Default Applications]\nchemical/x-cdx=other.desktop\n\n[Added Associations]\n"
        + "a/b=new.desktop;\nchemical/x-cdx=other.desktop\ntext/plain=vim.desktop;\n")
    #expect(
      try directory.bytes("home/.mailcap")
        == Array("text/html; w3m %s".utf8) + [0xFF] + Array("\na/b; cat %s\n".utf8))
    #expect(try desk.text(".mime.types") == "a/b new\ntext/x-mine mine\r\n")
    #expect(try desk.picture().keys.allSatisfy { !$0.contains("molecules") })
  }

  @Test(
    "Unregistering keeps MIME types that others added meanwhile",
    .enabled(if: Tool.isInstalled("update-mime-database"), "shared-mime-info isn't installed"))
  func theTypesThatOthersAddedMeanwhileStayAndOursGo() throws {
    let desk = try furnishedDesk()
    #expect(try desk.registrar().register().isWhole)
    try desk.directory.write(
      "home/data/mime/packages/third.xml",
      """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="text/x-third"><comment>T</comment><glob pattern="*.third"/></mime-type>
      </mime-info>
      """)
    _ = try desk.output("update-mime-database", desk.directory.file("home/data/mime"))
    #expect(try desk.text("data/mime/globs2").contains("*.mol\n"))
    #expect(try desk.registrar().unregister().isWhole)
    let globs = try desk.text("data/mime/globs2")
    for pattern in ["*.other\n", "*.third\n"] { #expect(globs.contains(pattern)) }
    #expect(!globs.contains("*.mol\n"))
  }

  @Test("Unregistering keeps associations that the user entered")
  func whatThePersonEnteredThemselvesStays() throws {
    let desk = try Desk()
    let own =
      "[Added Associations]\nchemical/x-cdx = molecules.desktop\n"
      + "chemical/x-mdl-molfile = other.desktop\n"
    try desk.directory.write("home/config/mimeapps.list", own)
    #expect(try desk.registrar().register().isWhole)
    // Somebody changes the file, so that it isn't put back as a whole.
    let list = try desk.text("config/mimeapps.list")
    #expect(list.contains("other.desktop;molecules.desktop;"))
    try desk.directory.write("home/config/mimeapps.list", "# new\n" + list)
    #expect(try desk.registrar().unregister().isWhole)
    #expect(try desk.text("config/mimeapps.list") == "# new\n" + own)
  }

  @Test("Registration that was interrupted leaves no empty files")
  func aRegistrationThatWasCutShortLeavesNoEmptyFiles() throws {
    let desk = try Desk()
    let before = try desk.picture()
    #expect(try desk.registrar().register().isWhole)
    // As it is when the process is killed before it has noted what it wrote.
    let path = desk.directory.file("home/state/molecules/registration.json")
    let record = String(
      decoding: try desk.directory.bytes("home/state/molecules/registration.json"), as: UTF8.self)
    let json = record.replacing(/\{\s*"size"[^}]*\}/, with: "null")
    #expect(json != record)
    try Data(json.utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    #expect(try desk.registrar().unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }

  /// As when the tool is installed, and runs, after the registration.
  @Test("Unregistering deletes MIME files that were generated later")
  func whatADesktopMakesOfATypeLaterIsFoundUnderItsProperName() throws {
    let desk = try Desk(tools: false)
    let before = try desk.picture()
    let registrar = try desk.registrar {
      $0.types = [
        DocumentType(
          "several", name: "text", mimeTypes: ["text/x-proper", "text/x-other"], extensions: ["x"])
      ]
    }
    #expect(registrar.register().isWhole)
    try desk.directory.write("home/data/mime/text/x-proper.xml", "<mime-type/>")
    #expect(registrar.unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }

  @Test("Unregistering without its record finds its marks")
  func withoutItsRecordARegistrationIsFoundByItsMarks() throws {
    let desk = try furnishedDesk()
    #expect(try desk.registrar().register().isWhole)
    try FileManager.default.removeItem(atPath: desk.directory.file("home/state"))
    #expect(try desk.registrar().unregister().isWhole)
    for (path, bytes) in try desk.picture() {
      #expect(!path.contains("molecules"))
      let text = String(decoding: bytes ?? [], as: UTF8.self)
      #expect(!text.contains("molecules"), "\(path)")
    }
  }

  /// Its lines would be those of before, and be put back.
  @Test("Registering again after the record was lost undoes the first", arguments: [false, true])
  func aRegistrationWhoseRecordIsLostIsTakenBackBeforeTheNext(claimsExtensions: Bool) throws {
    let desk = try furnishedDesk()
    #expect(try desk.registrar().register().isWhole)
    try FileManager.default.removeItem(atPath: desk.directory.file("home/state"))
    let again = try desk.registrar { $0.claimsExtensions = claimsExtensions }
    #expect(again.register().isWhole)
    #expect(try desk.registrar().unregister().isWhole)
    for (path, bytes) in try desk.picture() {
      #expect(!path.contains("molecules"))
      let text = String(decoding: bytes ?? [], as: UTF8.self)
      #expect(!text.contains("molecules"), "\(path)")
    }
  }

  @Test("Unregistering what is not registered changes nothing")
  func unregisteringWhatIsNotRegisteredChangesNothing() throws {
    let desk = try furnishedDesk()
    // Written by hand, under the same name.
    try desk.directory.write(
      "home/data/applications/molecules.desktop", "[Desktop Entry]\nName=x\n")
    let before = try desk.picture()
    #expect(try desk.registrar().unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
    // It is put aside for a registration, and put back.
    #expect(try desk.registrar().register().isWhole)
    #expect(try desk.registrar().unregister().isWhole)
    let later = try desk.changes(since: before)
    #expect(later == [])
  }

  @Test("Registration keeps links and permissions") func aLinkStaysALinkAndPermissionsStay() throws
  {
    let desk = try Desk()
    try desk.directory.write("home/dotfiles/list", "[Default Applications]\n")
    mkdir(desk.directory.file("home/config"), 0o755)
    symlink("../dotfiles/list", desk.directory.file("home/config/mimeapps.list"))
    chmod(desk.directory.file("home/dotfiles/list"), 0o640)
    let before = try desk.picture()
    #expect(try desk.registrar().register().isWhole)
    #expect(try desk.text("dotfiles/list").contains("molecules.desktop"))
    #expect(try desk.picture()["config/mimeapps.list"] == before["config/mimeapps.list"])
    #expect(try desk.directory.permissions("home/dotfiles/list") == 0o640)
    #expect(try desk.registrar().unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
    #expect(try desk.directory.permissions("home/dotfiles/list") == 0o640)
  }

  @Test("Registration names the one file that cannot be written")
  func aFileThatCantBeWrittenFailsAloneAndIsNamed() throws {
    let desk = try Desk()
    mkdir(desk.directory.file("home/.mailcap"), 0o755)
    let before = try desk.picture()
    let report = try desk.registrar().register()
    #expect(!report.isWhole)
    #expect(report.steps.filter { if case .failed = $0.result { true } else { false } }.count == 1)
    #expect(report.text.contains("FAILED   add to \(desk.directory.file("home/.mailcap"))"))
    #expect(try desk.text("data/applications/molecules.desktop").contains("Exec="))
    try FileManager.default.removeItem(atPath: desk.directory.file("home/.mailcap"))
    #expect(try desk.registrar().unregister().isWhole)
    mkdir(desk.directory.file("home/.mailcap"), 0o755)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }

  @Test("Registration report names missing tools") func withoutToolsTheReportSaysWhatIsMissing()
    throws
  {
    let desk = try Desk(tools: false)
    let report = try desk.registrar().register()
    #expect(report.isWhole)
    #expect(report.text.contains("update-mime-database isn't installed (package shared-mime-info)"))
    let check = try desk.registrar().check()
    #expect(check.text.contains("gio isn't installed (package libglib2.0-bin)"))
    // Our own files can be checked without anybody's help.
    #expect(check.text.contains("done     \(desk.directory.file("home/.mailcap")) has our lines"))
  }

  @Test("Registration of an application without types has its URLs only")
  func anApplicationWithoutTypesRegistersItsURLsAlone() throws {
    let desk = try Desk()
    let before = try desk.picture()
    let registrar = try desk.registrar { $0.types = [] }
    #expect(registrar.register().isWhole)
    #expect(try desk.picture().keys.allSatisfy { !$0.hasPrefix("data/mime") && $0 != ".mailcap" })
    #expect(
      try desk.text("config/mimeapps.list").contains(
        "x-scheme-handler/molecules=molecules.desktop;"))
    #expect(registrar.check().isWhole, "\(registrar.check().text)")
    #expect(registrar.unregister().isWhole)
    let changes = try desk.changes(since: before)
    #expect(changes == [])
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

  @Test("Registration report names no other program where there is none")
  func whereNobodyElseOpensThemNobodyIsNamed() throws {
    var desk = try Desk()
    // Nothing that the machine has.
    desk.environment["XDG_DATA_DIRS"] = desk.directory.file("none")
    let report = try desk.registrar().register()
    #expect(report.isWhole, "\(report.text)")
    #expect(!report.advice.contains { $0.hasPrefix("As before, ") })
    #expect(report.advice.contains { $0.hasPrefix("Left to others where only names count: ") })
    let claiming = try desk.registrar { $0.claimsExtensions = true }.register()
    #expect(claiming.advice == [])
  }

  @Test("Registration without space for its record changes nothing")
  func withoutRoomForItsRecordNothingIsRegistered() throws {
    let desk = try Desk()
    // No folder can be made there.
    try desk.directory.write("home/config", "a file")
    let before = try desk.picture()
    let report = try desk.registrar().register()
    #expect(!report.isWhole)
    let record = desk.directory.file("home/state/molecules/registration.json")
    #expect(report.steps.map(\.name) == ["keep what is there now in \(record)"])
    #expect(report.text.hasPrefix("FAILED   keep what is there now in \(record): "))
    let changes = try desk.changes(since: before)
    #expect(changes == [])
  }
}
