import Controllers
import Core
import Foundation
import RepriseTesting
import Testing

@testable import Accounts

@Suite struct RecentAccountsTests {
  private let directory: TemporaryDirectory
  private var recent: RecentAccounts {
    RecentAccounts(file: PrivateFile(directory.file("recent.json")))
  }

  init() throws { directory = try TemporaryDirectory() }

  private func account(_ number: Int) -> Account {
    Account(server: "https://host\(number).example.com", user: "user \(number)")
  }

  @Test("Recent accounts list the newest first, each once") func theNewestComesFirstAndEachOnce() {
    #expect(recent.accounts.isEmpty && recent.report == nil)
    for number in [1, 2, 3, 2, 2] { recent.note(account(number)) }
    #expect(recent.accounts == [account(2), account(3), account(1)])
  }

  @Test("Recent accounts list at most ten") func noMoreThanTenAreKept() {
    for number in 0..<15 { recent.note(account(number)) }
    #expect(recent.accounts == (5..<15).reversed().map { account($0) })
  }

  @Test("The recent accounts file has permissions 0600") func theFileIsThePersonsAlone() throws {
    recent.note(account(1))
    #expect(try directory.permissions("recent.json") == 0o600)
  }

  @Test(
    "A damaged recent accounts file is quarantined and reported",
    arguments: ["{", "{}", "[5, null, {\"user\": \"x\"}]", "\"x\""])
  func aFileThatCannotBeReadIsSetAsideAndSaid(text: String) throws {
    try directory.write("recent.json", text)
    #expect(recent.accounts.isEmpty)
    let report = try #require(recent.report)
    #expect(report.problem == "The list of recent servers can't be read")
    #expect(report.text.hasSuffix("recent.json is damaged."))
    let said = try #require(recent.note(account(1)))
    #expect(said.contains("recent.json.aside-1"))
    #expect(recent.accounts == [account(1)])
    #expect(try directory.bytes("recent.json.aside-1") == Array(text.utf8))
    #expect(recent.note(account(2)) == nil)
    #expect(recent.report == nil)
  }

  @Test("A recent accounts file that is a symbolic link isn't overwritten")
  func aLinkIsNotWrittenOver() throws {
    try directory.write("elsewhere.json", "[]")
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("recent.json"), withDestinationPath: "elsewhere.json")
    #expect(try #require(recent.report).text.contains("symbolic link"))
    #expect(try #require(recent.note(account(1))).contains("symbolic link"))
    #expect(try directory.bytes("elsewhere.json") == Array("[]".utf8))
    #expect(recent.accounts.isEmpty)
  }

  @Test("A recent accounts file that can't be written is ignored")
  func notBeingAbleToWriteItDownIsNobodysLoss() {
    let nowhere = RecentAccounts(file: PrivateFile(directory.file("no/recent.json")))
    nowhere.note(account(1))
    #expect(nowhere.accounts.isEmpty)
    RecentAccounts(file: nil).note(account(1))
    #expect(RecentAccounts(file: nil).accounts.isEmpty)
  }
}
