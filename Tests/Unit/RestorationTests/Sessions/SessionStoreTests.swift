import Foundation
import RepriseTesting
import Testing

@testable import Core
@testable import Restoration

@Suite struct SessionStoreTests {
  @Test(
    "The session directory follows XDG_STATE_HOME and HOME",
    arguments: [
      (["XDG_STATE_HOME": "/state", "HOME": "/home/me"], "/state/app/sessions"),
      (["HOME": "/home/me"], "/home/me/.local/state/app/sessions"),
      (["XDG_STATE_HOME": "", "HOME": "/home/me"], "/home/me/.local/state/app/sessions"),
      (["XDG_STATE_HOME": "relative", "HOME": "/home/me"], "/home/me/.local/state/app/sessions"),
    ])
  func theEnvironmentSaysWhere(environment: [String: String], path: String) throws {
    #expect(try SessionStore(application: "app", environment: environment).path == path)
  }

  @Test(
    "The session directory without HOME throws",
    arguments: [[:], ["HOME": ""], ["HOME": "here"], ["XDG_STATE_HOME": "there"]])
  func withoutAHomeThereIsNone(environment: [String: String]) {
    #expect(throws: SnapshotError.file(.noHome)) {
      try SessionStore(application: "app", environment: environment)
    }
  }

  // MARK: Files

  private let sessions = SessionStore(path: "/s")

  @Test(
    "A plain session name is a file name",
    arguments: ["main", "Work-2", "a.b", "_", "0", String(repeating: "x", count: 64)])
  func aPlainNameIsAFile(name: String) throws {
    #expect(try sessions.file(forSession: name, account: nil) == "/s/\(name).snapshot")
  }

  @Test(
    "An invalid session name is refused",
    arguments: [
      "", ".", "..", ".hidden", "a/b", "../x", "a b", "a\u{0}", "a\n", "é", "-\u{301}", "東",
      String(repeating: "x", count: 65), "a\\b", "a:b", "~",
    ])
  func anyOtherNameIsRefused(name: String) {
    #expect(throws: SnapshotError.badName(name)) {
      try sessions.file(forSession: name, account: nil)
    }
  }

  @Test("A session file's name reveals neither server nor user")
  func eachAccountHasAFileThatRevealsNeitherServerNorUser() throws {
    let accounts = [
      nil, Account(server: "secret.example.com", user: "alice"),
      Account(server: "secret.example.com", user: "bob"),
      Account(server: "secret.example.com"),
      Account(server: "secret.example.coma", user: "lice"),
    ]
    let files = try accounts.map { try sessions.file(forSession: "main", account: $0) }
    #expect(Set(files).count == files.count)
    for file in files {
      #expect(!file.contains("secret") && !file.contains("alice") && !file.contains("bob"))
    }
    #expect(
      try sessions.file(forSession: "main", account: Account(server: "s", user: "u"))
        == sessions.file(forSession: "main", account: Account(server: "s", user: "u")))
  }
}
