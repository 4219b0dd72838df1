import Foundation
import RepriseTesting
import Testing

@testable import Restoration

@Suite struct SessionFolderTests {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home/me"], "/state/app/sessions"),
    (["HOME": "/home/me"], "/home/me/.local/state/app/sessions"),
    (["XDG_STATE_HOME": "", "HOME": "/home/me"], "/home/me/.local/state/app/sessions"),
    (["XDG_STATE_HOME": "relative", "HOME": "/home/me"], "/home/me/.local/state/app/sessions"),
  ])
  func theEnvironmentSaysWhere(environment: [String: String], path: String) throws {
    #expect(try SessionFolder(application: "app", environment: environment).path == path)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "here"], ["XDG_STATE_HOME": "there"]])
  func withoutAHomeThereIsNone(environment: [String: String]) {
    #expect(throws: SnapshotProblem.noHome) {
      try SessionFolder(application: "app", environment: environment)
    }
  }

  // MARK: Files

  private let sessions = SessionFolder(path: "/s")

  @Test(arguments: ["main", "Work-2", "a.b", "_", "0", String(repeating: "x", count: 64)])
  func aPlainNameIsAFile(name: String) throws {
    #expect(try sessions.file(forSession: name, principal: nil) == "/s/\(name).snapshot")
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "a/b", "../x", "a b", "a\u{0}", "a\n", "é", "-\u{301}", "東",
    String(repeating: "x", count: 65), "a\\b", "a:b", "~",
  ])
  func anyOtherNameIsRefused(name: String) {
    #expect(throws: SnapshotProblem.badName(name)) {
      try sessions.file(forSession: name, principal: nil)
    }
  }

  @Test func eachPrincipalHasAFileThatRevealsNeitherServerNorUser() throws {
    let principals = [
      nil, Principal(server: "secret.example.com", user: "alice"),
      Principal(server: "secret.example.com", user: "bob"),
      Principal(server: "secret.example.com"),
      Principal(server: "secret.example.coma", user: "lice"),
    ]
    let files = try principals.map { try sessions.file(forSession: "main", principal: $0) }
    #expect(Set(files).count == files.count)
    for file in files {
      #expect(!file.contains("secret") && !file.contains("alice") && !file.contains("bob"))
    }
    #expect(
      try sessions.file(forSession: "main", principal: Principal(server: "s", user: "u"))
        == sessions.file(forSession: "main", principal: Principal(server: "s", user: "u")))
  }

  // MARK: Making it

  @Test func theFolderIsMadeForItsOwnerAlone() throws {
    let folder = try TemporaryFolder()
    let sessions = SessionFolder(path: folder.file("a/b/sessions"))
    try sessions.create()
    try sessions.create()
    for name in ["a", "a/b", "a/b/sessions"] { #expect(try folder.permissions(name) == 0o700) }
  }

  @Test func aFolderThatOthersMayReadIsMadePrivate() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("sessions"), 0o755)
    try SessionFolder(path: folder.file("sessions")).create()
    #expect(try folder.permissions("sessions") == 0o700)
  }

  @Test func aLinkOrAFileInItsPlaceIsRefused() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("real"), 0o700)
    symlink(folder.file("real"), folder.file("link"))
    try folder.write("plain", [1])
    for name in ["link", "plain"] {
      #expect(throws: SnapshotProblem.self) {
        try SessionFolder(path: folder.file(name)).create()
      }
    }
    #expect(
      throws: SnapshotProblem.system(
        "created", path: folder.file("plain/sessions"), code: ENOTDIR)
    ) {
      try SessionFolder(path: folder.file("plain/sessions")).create()
    }
  }

  @Test func aFolderOfAnotherUserIsRefused() throws {
    let folder = try TemporaryFolder()
    mkdir(folder.file("sessions"), 0o700)
    // Only root can give a folder away; anybody else has one of root's at hand.
    let path = geteuid() == 0 ? folder.file("sessions") : "/usr"
    if geteuid() == 0 { chown(path, 12345, 12345) }
    #expect(throws: SnapshotProblem.unsafe(path: path, "it is not a folder of yours")) {
      try SessionFolder(path: path).create()
    }
  }
}
