import Files
import Foundation
import Sealing
public import Values

/// Where everything lies that an application keeps of one user at one server, all of it sealed.
///
/// Its file `key` holds the key of all the rest, sealed with one that is made from the user's password: so a new password costs one
/// small file, and whoever has a file has nothing without the password. No name in the folder says what is behind it; whose it is
/// stands in the file `key` (`VaultKey`).
public struct VaultFolder: Hashable, Sendable {
  public let account: Account
  public let path: String

  /// An account's folder, below the application's. Nothing is made there. Throws `SealingProblem` where nothing can be sealed.
  public init(of account: Account, in folder: String) throws {
    let name = try Libcrypto.system.name(of: Array("\(account.server)\0\(account.user)".utf8))
    self.init(of: account, at: "\(Self.parent(in: folder))/\(name)")
  }

  /// A folder that is there, or lies elsewhere.
  init(of account: Account, at path: String) {
    self.account = account
    self.path = path
  }

  /// Where an application's vaults are.
  static func parent(in folder: String) -> String { folder + "/vaults" }

  private var keyFile: PrivateFile { PrivateFile(path + "/" + VaultKey.fileName) }

  /// Tells whether there is something that a password opens. Throws `VaultProblem` if that can't be told.
  public func isMade() throws -> Bool { try readKey() != nil }

  private func readKey() throws -> [UInt8]? {
    try VaultProblem.ofVault { try keyFile.read(limit: VaultKey.maximumLength) }
  }

  /// Opens what is kept. Throws `SealingProblem`, above all `wrongPassword`, and `VaultProblem`.
  ///
  /// Deriving the key takes a third of a second.
  @concurrent public func open(_ password: Secret) async throws -> Vault {
    guard let key = try readKey() else {
      throw VaultProblem.file(.system("opened", path: keyFile.path, code: ENOENT))
    }
    return try await open(key, password)
  }

  /// Opens what a key seals that isn't kept in a file.
  @concurrent func open(_ bytes: [UInt8], _ password: Secret) async throws -> Vault {
    guard let key = VaultKey(bytes) else {
      throw VaultProblem.damagedKey(path: keyFile.path, "it doesn't say whose it is")
    }
    guard key.account == account else {
      throw VaultProblem.damagedKey(
        path: keyFile.path, "it is the key of \(key.account.words)")
    }
    let envelope = try SealedEnvelope(readingFrom: key.sealed)
    var copy = password.copy
    let derived = try Sealer(wiping: &copy, opening: envelope)
    defer { derived.wipe() }
    let sealed = Array(key.sealed.dropFirst(envelope.bytes.count))
    let sealer = try Sealer(sealed, sealedBy: derived, authenticating: key.heading)
    return Vault(self, bytes, sealer, password)
  }

  /// Makes the folder, for a password that the server has accepted.
  @concurrent public func make(_ password: Secret) async throws -> Vault {
    let vault = try await unkept(password)
    // What lies there without a key is what was left when it was being deleted: nobody can open it.
    try erase()
    try VaultProblem.ofVault {
      try PrivateFolder(path).create()
      try keyFile.replace(with: vault.key, durably: true)
    }
    return vault
  }

  /// A vault for a run that leaves nothing behind: it only seals what is in memory while the application is locked.
  @concurrent func unkept(_ password: Secret) async throws -> Vault {
    let derived = try Self.sealer(password)
    defer { derived.wipe() }
    let heading = VaultKey.heading(of: account)
    let sealed = try derived.newSealedKey(authenticating: heading)
    let sealer = try Sealer(sealed, sealedBy: derived, authenticating: heading)
    return Vault(self, heading + derived.heading + sealed, sealer, password)
  }

  /// From now on another password opens what is kept, and the old one doesn't. The file is replaced whole or not at all.
  @concurrent func seal(_ sealer: Sealer, with password: Secret) async throws -> [UInt8] {
    let derived = try Self.sealer(password)
    defer { derived.wipe() }
    let heading = VaultKey.heading(of: account)
    let key =
      try heading + derived.heading + sealer.sealedKey(by: derived, authenticating: heading)
    try VaultProblem.ofVault { try keyFile.replace(with: key, durably: true) }
    return key
  }

  /// Deletes everything that is kept of the user, first of all the key: what is left after that nobody can open.
  public func erase() throws {
    if unlink(keyFile.path) != 0, errno != ENOENT {
      throw VaultProblem.file(.system("deleted", path: keyFile.path, code: errno))
    }
    // Whoever is still writing, a copy for power cuts or an answer, finds no folder any more.
    let aside = path + ".erased"
    try remove(aside)
    guard rename(path, aside) == 0 || errno == ENOENT else {
      throw VaultProblem.file(.system("deleted", path: path, code: errno))
    }
    try remove(aside)
  }

  /// Deletes a folder. What was on its way into it when it got this name may come when it was just found to be empty, so once isn't always
  /// enough.
  private func remove(_ path: String) throws {
    for isLast in [false, false, false, true] {
      guard FileManager.default.fileExists(atPath: path) else { return }
      do {
        return try FileManager.default.removeItem(atPath: path)
      } catch {
        guard isLast else { continue }
        let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code
        throw VaultProblem.file(
          .system("deleted", path: path, code: Int32(code ?? Int(EIO))))
      }
    }
  }

  private static func sealer(_ password: Secret) throws -> Sealer {
    var bytes = password.copy
    return try Sealer(wiping: &bytes, parameters: KeyParameters())
  }
}

extension Secret {
  /// The bytes, for somebody who wipes them.
  fileprivate var copy: [UInt8] { withBytes { Array($0) } }
}
