import Values

/// The contents of a vault's file `key`: the account in the clear, and the vault's key, sealed.
///
///     reprise-vault 1 {"server":"https://clinic.example.org","user":"nurse"}
///     reprise-sealed 1 cipher …
///
/// The first line is authenticated with the key, so that nobody's vault can be passed off as another's.
struct VaultKey: Hashable, Sendable {
  let account: Account
  /// The line that names the account, its line feed included.
  let heading: [UInt8]
  /// The bytes after the heading.
  let sealed: [UInt8]

  static let fileName = "key"
  static let copyName = "key.copy"
  /// The file in a vault that is being erased.
  static let erasingName = "erasing"
  static let maximumLength = 8192
  private static let name = "reprise-vault 1 "

  /// Reads a file's bytes; nil if they name no account.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.name.utf8), let end = bytes.firstIndex(of: 0x0A),
      let json = try? JSON(Array(bytes[Self.name.utf8.count..<end])),
      let server = json["server"]?.string, let user = json["user"]?.string
    else { return nil }
    account = Account(server: server, user: user)
    heading = Array(bytes[...end])
    sealed = Array(bytes[(end + 1)...])
  }

  static func heading(of account: Account) -> [UInt8] {
    let json = JSON.object([
      JSON.Member("server", .string(account.server)), JSON.Member("user", .string(account.user)),
    ])
    return Array(name.utf8) + json.bytes + [0x0A]
  }
}
