import Files
public import Values

/// The servers and users that answers came from last, the newest first. No passwords.
public struct RecentAccounts: Sendable {
  private let file: PrivateFile?
  private static let maximumCount = 10

  /// The list in a file; without one it is empty and stays so.
  init(file: PrivateFile?) { self.file = file }

  /// The accounts, the newest first. A file that can't be read is as good as none: it only saves typing.
  public var accounts: [Account] {
    guard let file, let bytes = try? file.read(limit: 1 << 16), let json = try? JSON(bytes) else {
      return []
    }
    return (json.array ?? []).prefix(RecentAccounts.maximumCount).compactMap { entry in
      entry["server"]?.string.map { Account(server: $0, user: entry["user"]?.string ?? "") }
    }
  }

  /// Puts an account in front. A failure to write is passed over.
  public func note(_ account: Account) {
    guard let file, accounts.first != account else { return }
    let accounts = [account] + accounts.filter { $0 != account }
    let json = JSON.array(
      accounts.prefix(RecentAccounts.maximumCount).map { account in
        .object([
          JSON.Member("server", .string(account.server)),
          JSON.Member("user", .string(account.user)),
        ])
      })
    try? file.replace(with: json.bytes)
  }
}
