import Files
import Foundation
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

  /// Reads the bytes of a file; nil if there is none. A file too long to be a key has the bytes of none. Throws `FileError`.
  static func bytes(of file: PrivateFile) throws -> [UInt8]? {
    do {
      return try file.read(limit: maximumLength)
    } catch FileError.unsafe where isTooLong(file.path) {
      return []
    }
  }

  /// Replaces a key's file, or its copy, and returns once the disk has it: without a key nothing opens after a power cut. Throws
  /// `FileError`.
  static func write(
    _ bytes: [UInt8], to file: PrivateFile, _ files: FileAccess = FileAccess()
  ) throws {
    let replaced = (try? files.openExisting(file.path)) ?? nil
    defer { if let replaced { files.system.closeFile(replaced) } }
    try files.replaceDurably(file.path, with: bytes)
    // Another password's seals the same key, and must not open it from among the disk's free
    // blocks.
    if let replaced { files.overwrite(replaced) }
  }

  private static func isTooLong(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_uid == geteuid() && status.st_nlink == 1 && Int(status.st_size) > maximumLength
  }

  /// Tells whether bytes are a key that a later release has written in a form of its own.
  static func isNewer(_ bytes: [UInt8]) -> Bool {
    let words = bytes.prefix { $0 != 0x0A }.split(separator: UInt8(ascii: " "))
    guard words.count > 2, words[0].elementsEqual("reprise-vault".utf8) else { return false }
    return Int(String(decoding: words[1], as: UTF8.self)).map { $0 > 1 } ?? false
  }

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
