import Core
import Glibc

/// A vault's file `key`: a line with the account, which the key authenticates, so that one user's
/// vault can't be passed off as another's, `reprise-vault 1 {"server":"https://clinic.example.org",
/// "user":"nurse"}`; then the vault's encrypted key, `reprise-sealed 1 …`.
struct VaultKey: Hashable, Sendable {
  let account: Account
  /// Includes the line feed.
  let heading: [UInt8]
  let sealed: [UInt8]

  static let fileName = "key"
  static let copyName = "key.copy"
  static let erasingName = "erasing"
  static let maximumLength = 1 << 20
  private static let name = "reprise-vault 1 "

  /// Waits until the file is on disk: without its key the vault can't be opened after a power cut.
  static func write(
    _ bytes: [UInt8], to file: PrivateFile, _ files: FileAccess = FileAccess()
  ) throws {
    let replaced = (try? files.openExisting(file.path)) ?? nil
    defer { if let replaced { files.system.closeFile(replaced) } }
    try files.replaceDurably(file.path, with: bytes)
    // The old bytes may contain the same key under the old password. They are overwritten, so that
    // they can't be recovered from free blocks.
    if let replaced { files.overwrite(replaced) }
  }

  static func isNewer(_ bytes: [UInt8]) -> Bool {
    let fields = bytes.prefix { $0 != 0x0A }.split(separator: UInt8(ascii: " "))
    guard fields.count > 2, fields[0].elementsEqual("reprise-vault".utf8) else { return false }
    return Int(String(decoding: fields[1], as: UTF8.self)).map { $0 > 1 } ?? false
  }

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
