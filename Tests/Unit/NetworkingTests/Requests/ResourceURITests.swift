import Foundation
import Networking
import Testing

@Suite struct ResourceURITests {
  @Test(
    "A resource URI's path names a file",
    arguments: [
      ("/resources/users/6", "resources/users/6.json"),
      (
        "/resources/virtualSystems/51/virtualMachines/",
        "resources/virtualSystems/51/virtualMachines.json"
      ),
      ("/admin/resources/users/d-65d29715", "admin/resources/users/d-65d29715.json"),
    ])
  func aPathOfPlainNamesNamesAFile(link: String, fileName: String) {
    #expect(ResourceURI(link)?.fileName == fileName)
  }

  @Test("A relative resource URI is resolved against its base", arguments: ["users/6", "6"])
  func aRelativeLinkBeginsWhereTheResourceLies(link: String) {
    let base = ResourceURI("/resources/virtualSystems/51")
    #expect(ResourceURI(link, from: base)?.text == "/resources/virtualSystems/" + link)
    #expect(ResourceURI(link) == nil)
  }

  @Test(
    "A resource URI that could lead elsewhere is refused",
    arguments: [
      "", "/", "//", "//host/resources", "/..", "/../etc/passwd", "/resources/../../etc/passwd",
      "/resources/./users", "/resources//users", "/.hidden", "/a/.git/config", "../x", "..",
      "/resources/users/6#x", "/resources/%2e%2e/x", "/a\\..\\b",
      "/a\u{0}b", "/a\nb", "/a b", "/città", "/~root/\u{202E}", "https://host/resources/users/6",
      "/a/" + String(repeating: "x", count: 201), "/~/*", "/$HOME", "/a/..", "/a/../b",
    ])
  func whatCouldLeadElsewhereIsRefused(link: String) {
    #expect(ResourceURI(link, from: ResourceURI("/resources/virtualSystems/51")) == nil)
  }

  @Test(
    "A resource URI's query is part of its file name",
    arguments: [
      ("/patient?q=luca&limit=20", "patient@q=luca&limit=20.json"),
      ("/patient?q=../etc/x y", "patient@q=..%2Fetc%2Fx%20y.json"), ("/patient?", "patient.json"),
    ])
  func whatIsAskedOfAResourceIsPartOfItsFilesName(link: String, fileName: String) {
    #expect(ResourceURI(link)?.fileName == fileName)
  }

  @Test("Resource URIs of long queries have distinct file names")
  func longQueriesHaveNamesOfTheirOwn() throws {
    let beginning = "/patient?v=custom:(" + String(repeating: "uuid,", count: 60)
    let names = try ["a)", "b)"].map { try #require(ResourceURI(beginning + $0)).fileName }
    #expect(names[0] != names[1])
    #expect(names.allSatisfy { $0.utf8.count < 200 })
  }
}

extension ResourceURITests {
  @Test(
    "A resource URI is taken from a URL below the server's path",
    arguments: [
      ("https://h/openmrs/ws/patient?q=a%20b", "/openmrs", "/ws/patient?q=a%20b"),
      ("https://h/ws/patient/", "", "/ws/patient"), ("https://h:8443/a", "", "/a"),
      ("https://h/openmrs2/patient", "/openmrs", nil), ("https://h/other/patient", "/openmrs", nil),
      ("https://h/", "", nil), ("https://h", "", nil), ("https://h/openmrs", "/openmrs", nil),
      ("https://h/%2e%2e/x", "", nil), ("https://h/a/../x", "", nil),
    ] as [(String, String, String?)])
  func aURLIsTakenBelowItsServersPath(url: String, base: String, text: String?) throws {
    let url = try #require(URL(string: url))
    #expect(ResourceURI(of: url, below: base)?.text == text)
  }

  @Test("A resource URI has names, query, path and text") func aLinkIsTakenApart() throws {
    let uri = try #require(ResourceURI("/a/b/?x=1?y"))
    #expect(uri.names == ["a", "b"] && uri.query == "x=1?y")
    #expect(uri.path == "/a/b" && uri.text == "/a/b?x=1?y")
    #expect(ResourceURI("c", from: uri)?.text == "/a/c")
    #expect(ResourceURI("?x", from: uri) == nil)
    let longest = "/" + String(repeating: "x", count: 200)
    #expect(ResourceURI(longest)?.text == longest)
  }

  @Test("A resource URI's query of 150 bytes isn't cut in the file name")
  func aQueryOf150BytesIsWhole() throws {
    func name(_ count: Int) throws -> String {
      try #require(ResourceURI("/p?" + String(repeating: "x", count: count))).fileName
    }
    #expect(try name(150) == "p@" + String(repeating: "x", count: 150) + ".json")
    let cut = try name(151)
    #expect(cut.hasPrefix("p@" + String(repeating: "x", count: 130) + "~"))
    #expect(cut.hasSuffix(".json") && cut.utf8.count == 2 + 130 + 1 + 8 + 5)
  }
}
