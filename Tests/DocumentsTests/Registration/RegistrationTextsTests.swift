import Foundation
import Testing

@testable import Documents

@Suite struct RegistrationTextsTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test func extensionsWeighLessThanThoseOfOthersUnlessTheyAreClaimed() {
    var registration = desk.registration
    #expect(registration.mimePackage.contains(#"<glob pattern="*.el" weight="40"/>"#))
    #expect(registration.mimePackage.contains(#"value="&lt;DataSheet"/>"#))
    #expect(registration.mimePackage.contains(#"offset="0" value="SketchEl!("/>"#))
    #expect(registration.mimeTypesLines.contains("chemical/x-mdl-rdfile rd"))
    #expect(!registration.mimeTypesLines.contains { $0.hasPrefix("chemical/x-sketchel") })
    #expect(registration.unclaimed == ["rdf (RDF/XML and Turtle)", "el (Emacs Lisp)"])
    registration.claimsExtensions = true
    #expect(registration.mimePackage.contains(#"<glob pattern="*.el" weight="60"/>"#))
    #expect(registration.mimeTypesLines.contains("chemical/x-mdl-rdfile rdf rd"))
    #expect(registration.unclaimed == [])
  }

  @Test func oddNamesAreWrittenSoThatTheyAreReadAsTheyAre() throws {
    var registration = desk.registration
    registration.title = #"A\B"# + "\nC\tD"
    registration.program = #"/opt/my "$apps"/100% m`x"#
    let bytes = Array(registration.desktopEntry.utf8)
    let entry = try #require(DesktopEntry(bytes, id: "a.desktop", path: "/a"))
    #expect(entry.name == #"A\B C"# + "\tD")
    #expect(entry.exec.arguments(opening: "/x", name: "", entry: "")[0] == registration.program)
    #expect(entry.tryExec == registration.program)
    #expect(entry.needsTerminal)
  }

  @Test func whoOpensNoFilesTakesOneURLAtATime() {
    var registration = desk.registration
    #expect(registration.desktopEntry.contains(" %U\n"))
    registration.schemes = []
    #expect(registration.desktopEntry.contains(" %F\n"))
    registration.types = []
    registration.schemes = ["molecules"]
    #expect(registration.desktopEntry.contains(" %u\n"))
    #expect(registration.desktopEntry.contains("\nMimeType=x-scheme-handler/molecules;\n"))
    #expect(registration.mailcapLines == [] && registration.mimeTypesLines == [])
  }

  @Test func theMailcapQuotesAProgramWithBlanks() {
    var registration = desk.registration
    registration.program = "/opt/my apps/m;50%"
    let line = registration.mailcapLines[0]
    #expect(line.hasPrefix(#"chemical/x-mdl-molfile; '/opt/my apps/m\;50\%' %s; needsterminal;"#))
    #expect(line.hasSuffix("; nametemplate=%s.mol"))
    #expect(registration.mailcapLines[1].contains("show %s; copiousoutput"))
  }

  @Test func magicOfBytesIsEscaped() {
    let type = DocumentType(
      "x", name: "X", mimeTypes: ["a/x"], extensions: ["x"], parent: nil,
      magic: [Magic(bytes: [0, 0x5C, 0x22, 0x41, 0xFF], at: 2...5)])
    let package = Registration("x", title: "X", program: "/x", types: [type]).mimePackage
    #expect(package.contains(#"offset="2:5" value="\x00\\&quot;A\xff"/>"#))
  }
}
