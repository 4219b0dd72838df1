import Documents
import Foundation
import RepriseTesting
import Testing

/// The tools of the desktop, asked about a registration in a home of the test's own.
@Suite struct DesktopToolsTests {
  @Test("Registration check succeeds with a registration only")
  func theCheckFindsARegistrationWholeAndWithoutItNot() throws {
    let desk = try Desk()
    let registrar = try desk.registrar()
    #expect(!registrar.check().isWhole)
    #expect(registrar.register().isWhole)
    let before = try desk.picture()
    let check = registrar.check()
    for step in check.steps {
      if case .skipped(let why) = step.result { print("SKIPPED: \(step.name): \(why)") }
    }
    #expect(check.isWhole, "\(check.text)")
    #expect(try desk.picture() == before)
  }

  @Test(
    "Desktop entry passes desktop-file-validate",
    .enabled(if: Tool.isInstalled("desktop-file-validate"), "desktop-file-utils is missing"))
  func theEntryIsValid() throws {
    let desk = try Desk()
    #expect(try desk.registrar().register().isWhole)
    let path = desk.directory.file("home/data/applications/molecules.desktop")
    #expect(try desk.output("desktop-file-validate", "--warn-kde", path) == "")
  }

  @Test(
    "GIO knows the types of registered files",
    .enabled(
      if: Tool.isInstalled("gio") && Tool.isInstalled("update-mime-database"),
      "gio or shared-mime-info is missing"),
    arguments: [
      ("a.el", Samples.sketchEl, "chemical/x-sketchel"),
      ("init.el", Samples.lisp, "text/x-emacs-lisp"),
      ("a.rdf", "$RDFILE 1\n$DATM x\n", "chemical/x-mdl-rdfile"),
      ("a.rdf", "$RFMT\n$RXN\n", "chemical/x-mdl-rdfile"),
      ("a.rdf", Samples.rdfXML, "application/rdf+xml"),
      ("a.rdf", Samples.turtle, "application/rdf+xml"),
      ("a.ds", Samples.dataSheet, "chemical/x-datasheet"),
      ("a.mol", Samples.counts, "chemical/x-mdl-molfile"),
      ("a.sdf", Samples.sdfile, "chemical/x-mdl-sdfile"),
      ("a.rxn", Samples.rxn, "chemical/x-mdl-rxnfile"),
      ("without-extension", Samples.sketchEl, "chemical/x-sketchel"),
    ])
  func gioTellsTheTypesAndOthersKeepTheirs(name: String, text: String, type: String) throws {
    let desk = try Desk()
    #expect(try desk.registrar().register().isWhole)
    let path = try desk.directory.write(name, text)
    let output = try #require(
      try desk.output("gio", "info", "-a", "standard::content-type", path))
    #expect(output.contains("standard::content-type: \(type)\n"), "\(output)")
  }

  @Test(
    "GIO lists the program until it is unregistered",
    .enabled(
      if: Tool.isInstalled("gio") && Tool.isInstalled("update-desktop-database"),
      "gio or desktop-file-utils is missing"))
  func gioListsTheProgramUntilItIsUnregistered() throws {
    let desk = try Desk()
    let ask = { try desk.output("gio", "mime", "chemical/x-sketchel") ?? "" }
    #expect(try !ask().contains("molecules.desktop"))
    #expect(try desk.registrar().register().isWhole)
    #expect(try ask().contains("Default application for “chemical/x-sketchel”: molecules.desktop"))
    #expect(try desk.registrar().unregister().isWhole)
    #expect(try !ask().contains("molecules.desktop"))
  }

  @Test(.enabled(if: Tool.isInstalled("xdg-mime"), "xdg-utils is missing"))
  func xdgMIMEOpensOurURLsWithTheProgram() throws {
    let desk = try Desk()
    #expect(try desk.registrar().register().isWhole)
    for type in ["x-scheme-handler/molecules", "chemical/x-cdx"] {
      #expect(try desk.output("xdg-mime", "query", "default", type) == "molecules.desktop\n")
    }
  }
}
