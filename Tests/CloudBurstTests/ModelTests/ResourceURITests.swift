import Reprise
import Testing

@testable import CloudBurst

extension ModelTests {
  @Suite struct ResourceURITests {
    @Test(arguments: [
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

    @Test(arguments: ["users/6", "6"])
    func aRelativeLinkBeginsWhereTheResourceLies(link: String) {
      let base = ResourceURI("/resources/virtualSystems/51")
      #expect(ResourceURI(link, from: base)?.text == "/resources/virtualSystems/" + link)
      #expect(ResourceURI(link) == nil)
    }

    @Test(arguments: [
      "", "/", "//", "//host/resources", "/..", "/../etc/passwd", "/resources/../../etc/passwd",
      "/resources/./users", "/resources//users", "/.hidden", "/a/.git/config", "../x", "..",
      "/resources/users/6?x=1", "/resources/users/6#x", "/resources/%2e%2e/x", "/a\\..\\b",
      "/a\u{0}b", "/a\nb", "/a b", "/città", "/~root/\u{202E}", "https://host/resources/users/6",
      "/a/" + String(repeating: "x", count: 201), "/~/*", "/$HOME", "/a/..", "/a/../b",
    ])
    func whatCouldLeadElsewhereIsRefused(link: String) {
      #expect(ResourceURI(link, from: ResourceURI("/resources/virtualSystems/51")) == nil)
    }

    @Test func anIDThatIsAPathHasItsMachinesBelowIt() {
      #expect(
        ResourceURI.machines(of: ResourceID("56")) == "/resources/virtualSystems/56/virtualMachines"
      )
      #expect(ResourceURI.machines(of: ResourceID("/a/7")) == "/a/7/virtualMachines")
    }
  }
}
