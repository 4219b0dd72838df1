import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import Reprise

@MainActor @Suite struct SessionTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func session(
    _ words: String..., version: String = "1.0", system: any FileSystem = SystemFiles()
  ) throws -> Session {
    try Session(
      application: "test", version: version, principal: nil,
      arguments: Arguments(words, commands: [], options: [], program: "test"),
      environment: ["HOME": home.path, "XDG_RUNTIME_DIR": home.path], system: system)
  }

  private func save(_ session: Session, version: String = "1.0") throws {
    let snapshot = Snapshot(
      application: "test", version: version, author: session.author, principal: nil, savedAt: 0,
      entries: [])
    try session.store?.save(snapshot.body)
  }

  /// Some network file systems have no locks; there `flock` fails, whichever of the calls it is.
  @Test(arguments: [ENOLCK, EOPNOTSUPP])
  func whereThereAreNoLocksEachMachineHasASessionOfItsOwn(code: Int32) throws {
    var place = 0
    while true {
      let files = FaultyFiles(.fail(code), at: place)
      let first = try session(system: files)
      guard files.hasHappened else { break }
      if first.notices.contains(where: { $0.contains("no locks") }) {
        try save(first)
        let names = try home.files().filter { $0.hasSuffix(".snapshot") }
        #expect(names.contains { $0.contains("sessions/main@") })
        // And it is locked all the same: on this machine there is no second owner.
        #expect(throws: SnapshotProblem.self) {
          try session(system: FaultyFiles(.fail(code), at: place))
        }
        return
      }
      place += 1
    }
    Issue.record("no call was the one that locks")
  }

  @Test func whatAnEarlierReleaseSavedIsKeptBeforeThisOneSaves() throws {
    do {
      let old = try session(version: "1.0")
      try save(old)
    }
    do {
      let new = try session(version: "1.1")
      #expect(new.snapshot?.version == "1.0")
      try save(new, version: "1.1")
    }
    let kept = home.file(".local/state/test/sessions/main.snapshot.from-1.0")
    #expect(
      try SnapshotFile(path: kept).load().body.map { try Snapshot(body: $0).version } == "1.0")
    // The next start of the same release keeps nothing more.
    _ = try session(version: "1.1")
    #expect(try home.files().filter { $0.contains(".from-") }.count == 1)
  }

  @Test func theUsualSessionIsNeverForeignForItsAuthor() throws {
    let path = home.file("elsewhere.snapshot")
    let file = SnapshotFile(path: path)
    _ = try file.load()
    try file.save(
      Snapshot(
        application: "test", version: "1.0", author: "luca@elsewhere", principal: nil, savedAt: 0,
        entries: []
      ).body)
    #expect(try session("--snapshot", path).foreign != nil)
    #expect(try session("--snapshot", path, "--fresh").foreign == nil)
    let folder = home.file(".local/state/test/sessions")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: path, toPath: folder + "/main.snapshot")
    #expect(try session().foreign == nil)
  }
}
