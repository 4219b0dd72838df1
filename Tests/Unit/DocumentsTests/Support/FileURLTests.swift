import Testing

@testable import Documents

/// Paths as URLs.
@Suite struct FileURLTests {
  @Test(
    "File URL converts to and from a path",
    arguments: [
      ("/a/b-c_d.e~1", "file:///a/b-c_d.e~1"), ("/a b", "file:///a%20b"),
      ("/é\n", "file:///%C3%A9%0A"), ("/100%", "file:///100%25"), ("/", "file:///"),
    ])
  func aPathIsAURLAndBack(path: String, url: String) {
    #expect(FileURL.text(path) == url)
    #expect(FileURL.path(url) == path)
  }

  @Test(
    "File URL of another host or scheme has no path",
    arguments: [
      ("file:/a", "/a"), ("FILE://LocalHost/a", "/a"), ("file:///a%2fb", "/a/b"),
      ("file:a", nil), ("file://elsewhere/a", nil), ("file://localhost", nil), ("http:///a", nil),
      ("/a", nil), ("file:///%", nil), ("file:///%4", nil), ("file:///%zz", nil),
      ("file:///%+1", nil),
      ("file:///a%00", nil), ("file:///%FF", nil), ("", nil),
    ] as [(String, String?)])
  func onlyAURLOfThisMachineIsAPath(url: String, path: String?) {
    #expect(FileURL.path(url) == path)
  }
}
