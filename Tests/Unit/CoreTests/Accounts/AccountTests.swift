import Core
import Testing

@Suite struct AccountTests {
  /// Files of today must be found tomorrow.
  @Test("Account file name is stable and reveals no user")
  func theNameOfItsFilesStaysAndRevealsNothing() {
    let account = Account(server: "https://host", user: "nurse")
    #expect(account.fileName == Account(server: "https://host", user: "nurse").fileName)
    #expect(account.fileName == "3691b574")
  }

  @Test("Account file names differ if any part differs") func everyPartOfAnAccountCounts() {
    let accounts = [
      Account(server: "https://host", user: "nurse"),
      Account(server: "https://other", user: "nurse"),
      Account(server: "https://host", user: "doctor"), Account(server: "https://host"),
      Account(server: "https://hostnurse"), Account(server: "https://hos", user: "tnurse"),
    ]
    #expect(Set(accounts.map(\.fileName)).count == accounts.count)
  }

  @Test("Account description names user and server") func aPersonReadsWhoIsWhere() {
    #expect(Account(server: "https://host", user: "luca").description == "luca at https://host")
    #expect(Account(server: "https://host").description == "https://host")
    #expect(Account.demoData.description == "demo data")
    // Sessions on disk have this name.
    #expect(Account.demoData == Account(server: "unplugged built-in"))
  }
}
