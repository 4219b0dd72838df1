import Core
import Foundation
import RepriseTesting
import Testing

@testable import Networking

@Suite struct RememberedAccountsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func account(_ number: Int) -> Account {
    Account(server: "https://host", user: "user\(number)")
  }

  @Test("Concurrent inserts into the remembered accounts lose none")
  func windowsThatRememberAtTheSameMomentLoseNoAccount() async throws {
    let accounts = RememberedAccounts(path: directory.file("state/keyring.json"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for window in 0..<4 {
        group.addTask {
          for number in 0..<10 { try accounts.insert(account(window * 10 + number)) }
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<40 { #expect(try accounts.contains(account(number)), "\(number)") }
    #expect(try directory.files() == ["state", "state/keyring.json"])
  }

  @Test("Removing an unknown remembered account writes no file")
  func forgettingWhatWasNeverRememberedMakesNothing() throws {
    try RememberedAccounts(path: directory.file("state/keyring.json")).remove(account(1))
    #expect(try directory.files() == [])
  }

  @Test("A remembered account is listed once and removed alone")
  func anAccountIsInTheListOnceAndGoesAlone() throws {
    let accounts = RememberedAccounts(path: directory.file("state/keyring.json"))
    for number in [1, 2, 1] { try accounts.insert(account(number)) }
    func list() throws -> [Account] {
      try JSONDecoder().decode([Account].self, from: Data(directory.bytes("state/keyring.json")))
    }
    #expect(try list() == [account(1), account(2)])
    #expect(try directory.permissions("state") == 0o700)
    #expect(try directory.permissions("state/keyring.json") == 0o600)
    try accounts.remove(account(3))
    try accounts.remove(account(1))
    #expect(try list() == [account(2)])
    #expect(try !accounts.contains(account(1)) && accounts.contains(account(2)))
  }
}
