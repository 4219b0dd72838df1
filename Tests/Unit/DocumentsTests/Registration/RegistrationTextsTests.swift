import Foundation
import Testing

@testable import Documents

@Suite struct RegistrationTextsTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test("Registration: weight of extensions depends on claiming them")
  func extensionsWeighLessThanThoseOfOthersUnlessTheyAreClaimed() {
    var registration = desk.registration
    #expect(registration.mimePackage.contains(#"<glob pattern="*.el" weight="40"/>"#))
    #expect(registration.mimePackage.contains(#"value="&lt;DataSheet"/>"#))
    #expect(registration.mimePackage.contains(#"offset="0" value="SketchEl!("/>"#))
    #expect(registration.unclaimed == ["rdf (RDF/XML and Turtle)", "el (Emacs Lisp)"])
    registration.claimsExtensions = true
    #expect(registration.mimePackage.contains(#"<glob pattern="*.el" weight="60"/>"#))
    #expect(registration.unclaimed == [])
  }

  @Test("Desktop entry with odd names is read as written")
  func oddNamesAreWrittenSoThatTheyAreReadAsTheyAre() throws {
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

  @Test("Desktop entry of an application without files takes one URL")
  func whoOpensNoFilesTakesOneURLAtATime() {
    var registration = desk.registration
    #expect(registration.desktopEntry.contains(" %U\n"))
    registration.schemes = []
    #expect(registration.desktopEntry.contains(" %F\n"))
    registration.types = []
    registration.schemes = ["molecules"]
    #expect(registration.desktopEntry.contains(" %u\n"))
    #expect(registration.desktopEntry.contains("\nMimeType=x-scheme-handler/molecules;\n"))
  }

  @Test("MIME package escapes magic bytes") func magicOfBytesIsEscaped() {
    let type = DocumentType(
      "x", name: "X", mimeTypes: ["a/x"], extensions: ["x"], parent: nil,
      magic: [Magic(bytes: [0, 0x5C, 0x22, 0x41, 0xFF], at: 2...5)])
    let package = Registration("x", title: "X", program: "/x", types: [type]).mimePackage
    #expect(package.contains(#"offset="2:5" value="\x00\\&quot;A\xff"/>"#))
  }

  /// An application that opens nothing and says little, and one that says all.
  @Test("Desktop entry has the given fields and no others")
  func theEntryHasWhatIsSaidAndNothingElse() {
    let mark = "# Written by “x register”; “x unregister” deletes it.\n"
    let least = Registration("x", title: "X", program: "/x", categories: [])
    #expect(
      least.desktopEntry == mark
        + """
        [Desktop Entry]
        Type=Application
        Version=1.0
        Name=X
        Exec=/x %F
        TryExec=/x
        Terminal=true
        StartupNotify=false

        """)
    let type = DocumentType("t", name: "T", mimeTypes: ["a/t", "a/u"], extensions: ["t"])
    let whole = Registration(
      "x", title: "X", summary: "Shows t", genericName: "Viewer", program: "/x", types: [type],
      schemes: ["x"], categories: ["A", "B;C"])
    #expect(
      whole.desktopEntry == mark
        + #"""
        [Desktop Entry]
        Type=Application
        Version=1.0
        Name=X
        GenericName=Viewer
        Comment=Shows t
        Exec=/x %U
        TryExec=/x
        Terminal=true
        StartupNotify=false
        Categories=A;B\;C;
        MimeType=a/t;x-scheme-handler/x;

        """#)
  }

  @Test("MIME package describes a type with all its signs") func aTypeIsDescribedWithAllItsSigns() {
    let type = DocumentType(
      "t", name: "A & B", mimeTypes: ["a/t", "a/u"], extensions: ["t", "tt"],
      magic: [Magic("T~")], rootElements: ["t"], namesakes: ["tt": "Others"])
    let plain = DocumentType(
      "p", name: "P", mimeTypes: ["a/p"], extensions: [], parent: nil)
    let nameless = DocumentType("n", name: "N", mimeTypes: [], extensions: ["n"])
    let registration = Registration(
      "x", title: "X", program: "/x", types: [type, plain, nameless])
    #expect(
      registration.mimePackage == #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Written by “x register”; “x unregister” deletes it. -->
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
          <mime-type type="a/t">
            <comment>A &amp; B</comment>
            <sub-class-of type="text/plain"/>
            <alias type="a/u"/>
            <magic priority="60">
              <match type="string" offset="0" value="T~"/>
              <match type="string" offset="0:256" value="&lt;t"/>
            </magic>
            <root-XML namespaceURI="" localName="t"/>
            <glob pattern="*.t" weight="40"/>
            <glob pattern="*.tt" weight="40"/>
          </mime-type>
          <mime-type type="a/p">
            <comment>P</comment>
          </mime-type>
        </mime-info>

        """#)
    #expect(registration.unclaimed == ["tt (Others)"])
    #expect(registration.mimeTypes == ["a/t", "a/p"])
  }

  @Test(
    "Registration refuses invalid names, types and paths",
    arguments: [
      ("x", "/x", "a/b", "b", nil), ("a b", "/x", "a/b", "b", "“a b” has other characters"),
      ("-x", "/x", "a/b", "b", "“-x” has other characters"),
      ("", "/x", "a/b", "b", "“” has other characters"),
      ("x", "/x", "a/b", "b c", "“b c” has other characters"),
      ("x", "/x", "ab", "b", "“ab” isn't a MIME type"),
      ("x", "/x", "a/b/c", "b", "“a/b/c” isn't a MIME type"),
      ("x", "/x", "a/ b", "b", "“a/ b” isn't a MIME type"),
      ("x", "/x", "a/", "b", "“a/” isn't a MIME type"),
      ("x", "x", "a/b", "b", "the program's path, x, isn't absolute"),
      ("x", "/x=y", "a/b", "b", "the program's path, /x=y, isn't"),
      ("x", "/x\ny", "a/b", "b", "the program's path, "),
    ] as [(String, String, String, String, String?)])
  func whatCannotBeWrittenIsRefused(
    name: String, program: String, mimeType: String, ending: String, reason: String?
  ) {
    let type = DocumentType("t", name: "T", mimeTypes: [mimeType], extensions: [ending])
    let refusal = Registration(name, title: "X", program: program, types: [type]).refusal
    #expect((refusal == nil) == (reason == nil))
    #expect(refusal?.hasPrefix(reason ?? "") != false)
  }
}
