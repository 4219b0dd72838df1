import Files
import Foundation
import RepriseTesting
import Testing

@Suite struct SearchPathTests {
  private let folder: TemporaryFolder
  private let path: SearchPath

  init() throws {
    folder = try TemporaryFolder()
    for name in ["one", "two"] { mkdir(folder.file(name), 0o700) }
    path = SearchPath(["PATH": "relative:\(folder.file("one")):\(folder.file("two")):"])
  }

  private func make(_ name: String, mode: mode_t = 0o700) throws -> String {
    try folder.write(name, "#!/bin/sh\n")
    chmod(folder.file(name), mode)
    return folder.file(name)
  }

  @Test func theFirstFolderThatHasAProgramSaysWhere() throws {
    let second = try make("two/draw")
    #expect(path.program("draw") == second)
    let first = try make("one/draw")
    #expect(path.program("draw") == first)
  }

  @Test func whatCannotBeRunIsNoProgram() throws {
    mkdir(folder.file("one/draw"), 0o700)
    let program = try make("two/draw")
    #expect(path.program("draw") == program)
    chmod(program, 0o600)
    #expect(path.program("draw") == nil)
    #expect(path.program(program) == nil)
    #expect(path.program(folder.file("one/draw")) == nil)
  }

  @Test func aNameIsNoPath() throws {
    let program = try make("one/draw")
    mkdir(folder.file("one/bin"), 0o700)
    _ = try make("one/bin/draw")
    #expect(path.program(program) == program)
    for name in ["", "bin/draw", "./draw", "missing"] { #expect(path.program(name) == nil) }
    #expect(SearchPath([:]).program("draw") == nil)
    #expect(SearchPath(["PATH": "one"]).program("draw") == nil)
  }
}
