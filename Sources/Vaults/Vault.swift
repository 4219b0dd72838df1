import Files
import Foundation
import Sealing
public import Values

/// The opened vault of one user at one server: its files can be read and written until the vault is locked.
public final class Vault: Sendable {
  /// The folder of the vault.
  public let folder: VaultFolder
  /// The password that opened the vault, which the server most often takes too.
  public let password: Secret
  /// The bytes of the folder's file `key`, which the password opens.
  package let key: [UInt8]
  /// A sentence for the person about how the vault was opened; nil for nothing.
  public let notice: String?
  private let sealer: Sealer
  /// The lock, held until the vault is locked; nil where nothing is kept, or in a folder of somebody else's.
  private let lockFile: VaultLock?

  init(
    _ folder: VaultFolder, _ key: [UInt8], _ sealer: Sealer, _ password: Secret,
    _ lockFile: VaultLock? = nil, notice: String? = nil
  ) {
    self.folder = folder
    self.key = key
    self.sealer = sealer
    self.password = password
    self.lockFile = lockFile
    self.notice = notice
  }

  /// The same vault, with its lock held.
  func kept(_ lock: VaultLock) -> Vault { Vault(folder, key, sealer, password, lock) }

  func noting(_ notice: String) -> Vault {
    Vault(folder, key, sealer, password, lockFile, notice: notice)
  }

  /// The vault of another folder, which the same key opens.
  package func moved(to folder: VaultFolder) -> Vault { Vault(folder, key, sealer, password) }

  /// The account that the vault is of.
  public var account: Account { folder.account }

  /// Seals the user's sessions and other files.
  public var sealing: SealedBodies { SealedBodies(sealer) }

  /// A file name that says nothing to anybody who hasn't the key.
  public func name(of text: String) -> String {
    (try? sealer.name(of: Array(text.utf8))) ?? "locked"
  }

  /// Wipes the key. The files stay as they are.
  public func lock() {
    sealer.wipe()
    lockFile?.release()
  }

  /// Seals the vault's key with another password, which opens the vault from now on. Throws `VaultProblem` and `SealingProblem`.
  public func use(_ password: Secret) async throws -> Vault {
    let key = try await folder.seal(sealer, with: password)
    return Vault(folder, key, sealer, password, lockFile)
  }

  /// Sees that no other process has the vault open. Throws `VaultProblem.inUse`.
  public func requireAlone() throws {
    try lockFile?.holdAlone()
    lockFile?.share()
  }

  /// Deletes everything that is kept of the user. Throws `VaultProblem`, `inUse` if another process has the vault open.
  public func erase() throws {
    if let lockFile { try folder.erase(lockFile) } else { try folder.erase() }
  }

  /// Sees that the vault is still there. Throws `VaultProblem.deleted`: a file written now nobody could open.
  private func requireKept() throws {
    guard lockFile != nil else { return }
    let names = [VaultKey.fileName, VaultKey.copyName]
    guard names.contains(where: { access("\(folder.path)/\($0)", F_OK) == 0 }) else {
      throw VaultProblem.deleted(path: folder.path)
    }
  }
}

extension Vault {
  /// Reads a sealed file; nil if there is none. Throws `VaultProblem`.
  ///
  /// The name is sealed with the file, so that no file can be put in another's place.
  public func read(_ name: String, in folder: String, limit: Int = 256 << 20) throws -> [UInt8]? {
    let sealed = try VaultProblem.ofVault { try file(name, in: folder).read(limit: limit) }
    return try sealed.map { try contents($0, of: name, in: folder) }
  }

  /// Opens the bytes of a sealed file. Throws `VaultProblem`.
  func contents(_ sealed: [UInt8], of name: String, in folder: String) throws -> [UInt8] {
    let path = try file(name, in: folder).path
    let bytes = try unsealed(sealed, of: path)
    let title = Vault.title(name, folder)
    guard bytes.starts(with: title) else {
      throw VaultProblem.damaged(path: path, "it is another file's contents")
    }
    return Array(bytes.dropFirst(title.count))
  }

  /// The bytes that were sealed into a file. Throws `VaultProblem`.
  func unsealed(_ sealed: [UInt8], of path: String) throws -> [UInt8] {
    do {
      return try sealing.open(sealed)
    } catch let refusal as SealedBodies.Refusal {
      throw VaultProblem.damaged(path: path, refusal.rawValue)
    }
  }

  /// Replaces a sealed file, whole or not at all; `durably` waits until the disk has it. Throws `VaultProblem`.
  public func write(
    _ bytes: [UInt8], to name: String, in folder: String, durably: Bool = false
  ) throws {
    try requireKept()
    let sealed = try sealing.seal(Vault.title(name, folder) + bytes)
    try VaultProblem.ofVault {
      try PrivateFolder("\(self.folder.path)/\(folder)").create()
      try file(name, in: folder).replace(with: sealed, durably: durably)
    }
  }

  /// Deletes a sealed file, if there is one. Throws `VaultProblem`.
  public func remove(_ name: String, in folder: String) throws {
    let path = try file(name, in: folder).path
    if unlink(path) != 0, errno != ENOENT {
      throw VaultProblem.file(.system("deleted", path: path, code: errno))
    }
  }

  private func file(_ name: String, in folder: String) throws -> PrivateFile {
    PrivateFile("\(self.folder.path)/\(folder)/\(try sealer.name(of: Array(name.utf8)))")
  }

  private static func title(_ name: String, _ folder: String) -> [UInt8] {
    Array("reprise-file 1 \(folder) \(name.utf8.count) \(name)\n".utf8)
  }
}
