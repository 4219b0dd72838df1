import Foundation
import RepriseTesting
import Testing
import Values

@testable import Networking

@Suite struct RememberedAccountsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func account(_ number: Int) -> Account {
    Account(server: "https://host", user: "user\(number)")
  }

  @Test func windowsThatRememberAtTheSameMomentLoseNoAccount() async throws {
    let accounts = RememberedAccounts(path: folder.file("state/keyring.json"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for window in 0..<4 {
        group.addTask {
          for number in 0..<10 { try accounts.insert(account(window * 10 + number)) }
        }
      }
      try await group.waitForAll()
    }
    for number in 0..<40 { #expect(try accounts.contains(account(number)), "\(number)") }
    #expect(try folder.files() == ["state", "state/keyring.json"])
  }

  @Test func forgettingWhatWasNeverRememberedMakesNothing() throws {
    try RememberedAccounts(path: folder.file("state/keyring.json")).remove(account(1))
    #expect(try folder.files() == [])
  }
}
