import Core
import Foundation
import RepriseTesting
import Testing

@Suite struct SearchPathTests {
  private let directory: TemporaryDirectory
  private let path: SearchPath

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["one", "two"] { mkdir(directory.file(name), 0o700) }
    path = SearchPath(["PATH": "relative:\(directory.file("one")):\(directory.file("two")):"])
  }

  private func make(_ name: String, mode: mode_t = 0o700) throws -> String {
    try directory.write(name, "#!/bin/sh\n")
    chmod(directory.file(name), mode)
    return directory.file(name)
  }

  @Test("Search path returns the first directory with the program")
  func theFirstFolderThatHasAProgramSaysWhere() throws {
    let second = try make("two/draw")
    #expect(path.program("draw") == second)
    let first = try make("one/draw")
    #expect(path.program("draw") == first)
  }

  @Test("Search path skips directories and files that are not executable")
  func whatCannotBeRunIsNoProgram() throws {
    mkdir(directory.file("one/draw"), 0o700)
    let program = try make("two/draw")
    #expect(path.program("draw") == program)
    chmod(program, 0o600)
    #expect(path.program("draw") == nil)
    #expect(path.program(program) == nil)
    #expect(path.program(directory.file("one/draw")) == nil)
  }

  @Test("Search path takes names and absolute paths, no relative ones") func aNameIsNoPath() throws
  {
    let program = try make("one/draw")
    mkdir(directory.file("one/bin"), 0o700)
    _ = try make("one/bin/draw")
    #expect(path.program(program) == program)
    for name in ["", "bin/draw", "./draw", "missing"] { #expect(path.program(name) == nil) }
    #expect(SearchPath([:]).program("draw") == nil)
    #expect(SearchPath(["PATH": "one"]).program("draw") == nil)
  }
}
