import Core
import Foundation
import Testing

@Suite struct FilePathTests {
  @Test(
    "Absolute path resolves dots and the base directory",
    arguments: [
      ("a.sdf", "/x/y/a.sdf"), ("../a.sdf", "/x/a.sdf"), ("b/../a.sdf", "/x/y/a.sdf"),
      ("..", "/x"), (".", "/x/y"), ("./b//c/", "/x/y/b/c"), ("../../../../a", "/a"),
      ("/z/../a.sdf", "/a.sdf"), ("a b#é.sdf", "/x/y/a b#é.sdf"),
    ])
  func whereItBeginsAndWhatItsDotsMean(text: String, path: String) {
    #expect(FilePath.absolute(text, in: "/x/y") == path)
  }

  @Test("Absolute path is relative to the current directory by default")
  func withoutAFolderItBeginsInTheCurrentOne() {
    #expect(FilePath.absolute("a") == FileManager.default.currentDirectoryPath + "/a")
  }
}
