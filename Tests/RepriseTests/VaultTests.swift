import Foundation
import Restoration
import RepriseTesting
import Sealing
import Testing

@testable import Reprise

/// What is kept of one user at one server.
@Suite struct VaultTests {
  private let home: TemporaryFolder
  private let folder: VaultFolder

  init() throws {
    home = try TemporaryFolder()
    folder = try VaultFolder(
      of: Principal(server: "https://clinic.example.org", user: "nurse"), in: home.path)
  }

  @Test func theRightPasswordOpensWhatWasKept() async throws {
    let vault = try await folder.make(Secret("geheim"))
    try vault.write(Array("Amina".utf8), to: "patient 7", in: "saved")
    let later = try await folder.open(Secret("geheim"))
    #expect(try later.read("patient 7", in: "saved") == Array("Amina".utf8))
    #expect(try later.read("patient 8", in: "saved") == nil)
  }

  @Test func aWrongPasswordOpensNothing() async throws {
    _ = try await folder.make(Secret("geheim"))
    await #expect(throws: SealingProblem.wrongPassword) { try await folder.open(Secret("gehelm")) }
  }

  @Test func aNewPasswordOpensItAndTheOldOneDoesNot() async throws {
    let vault = try await folder.make(Secret("geheim"))
    try vault.write([1, 2, 3], to: "a", in: "saved")
    _ = try await vault.use(Secret("geheimer"))
    #expect(try await folder.open(Secret("geheimer")).read("a", in: "saved") == [1, 2, 3])
    await #expect(throws: SealingProblem.wrongPassword) { try await folder.open(Secret("geheim")) }
  }

  @Test func onceItIsLockedNothingIsReadOrWritten() async throws {
    let vault = try await folder.make(Secret("geheim"))
    try vault.write([1], to: "a", in: "saved")
    vault.lock()
    #expect(throws: (any Error).self) { try vault.read("a", in: "saved") }
    #expect(throws: (any Error).self) { try vault.write([2], to: "a", in: "saved") }
  }

  @Test func oneFileInAnothersPlaceIsNotTakenForIt() async throws {
    let vault = try await folder.make(Secret("geheim"))
    try vault.write([1], to: "a", in: "saved")
    try vault.write([2], to: "b", in: "saved")
    let a = "\(folder.path)/saved/\(vault.name(of: "a"))"
    let b = "\(folder.path)/saved/\(vault.name(of: "b"))"
    try FileManager.default.removeItem(atPath: a)
    try FileManager.default.copyItem(atPath: b, toPath: a)
    #expect(throws: SnapshotProblem.self) { try vault.read("a", in: "saved") }
  }

  @Test func erasingLeavesNothing() async throws {
    let vault = try await folder.make(Secret("geheim"))
    try vault.write([1], to: "a", in: "saved")
    try folder.erase()
    #expect(try !folder.isMade())
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  /// The process may be killed after any of the steps.
  @Test func whatWasLeftOfAnErasureIsNeverOpenedAndGoesWithTheNextPassword() async throws {
    for steps in 0...3 {
      let vault = try await folder.make(Secret("geheim"))
      for name in ["a", "b", "c"] { try vault.write([1], to: name, in: "saved") }
      let files = ["key"] + ["a", "b", "c"].map { "saved/" + vault.name(of: $0) }
      for file in files.prefix(steps + 1) {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(file)")
      }
      #expect(try !folder.isMade())
      let next = try await folder.make(Secret("geheim"))
      for name in ["a", "b", "c"] { #expect(try next.read(name, in: "saved") == nil) }
      #expect(FileManager.default.subpaths(atPath: folder.path) == ["key"])
      try folder.erase()
    }
  }

  @Test func noNameSaysWhatIsBehindIt() async throws {
    let vault = try await folder.make(Secret("geheim"))
    try vault.write(Array("Amina".utf8), to: "patient 7", in: "saved")
    let files = FileManager.default.subpaths(atPath: folder.path) ?? []
    #expect(Set(files) == ["key", "saved", "saved/\(vault.name(of: "patient 7"))"])
    for file in files {
      let bytes = FileManager.default.contents(atPath: "\(folder.path)/\(file)") ?? Data()
      #expect(bytes.range(of: Data("Amina".utf8)) == nil)
      #expect(bytes.range(of: Data("patient 7".utf8)) == nil)
    }
  }
}
