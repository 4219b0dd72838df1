import Files
import Foundation
public import Sealing
import Synchronization
public import Values

/// The opened vault of one user at one server: its files can be read and written until the vault is locked.
public final class Vault: Sendable {
  /// The folder of the vault.
  public let directory: VaultDirectory
  /// The bytes of the folder's file `key`, and the password that opens them. Both are others once the password is changed.
  private let opening: Mutex<(key: [UInt8], password: Secret)>
  /// A sentence for the person about how the vault was opened; nil for nothing.
  public let notice: String?
  let sealer: Sealer
  /// The lock, held until the vault is locked; nil where nothing is kept, or in a folder of somebody else's.
  private let lockFile: VaultLock?
  /// The reason why nothing is written although it should be: the folder's key is gone, or is another one; nil for most vaults.
  private let loss: VaultError?

  init(
    _ directory: VaultDirectory, _ key: [UInt8], _ sealer: Sealer, _ password: Secret,
    _ lockFile: VaultLock? = nil, notice: String? = nil, loss: VaultError? = nil
  ) {
    self.directory = directory
    opening = Mutex((key, password))
    self.sealer = sealer
    self.lockFile = lockFile
    self.notice = notice
    self.loss = loss
  }

  /// The same vault, with its lock held.
  func kept(_ lock: VaultLock) -> Vault { Vault(directory, key, sealer, password, lock) }

  /// The same vault, into which nothing is written: nobody could open it.
  func losing(_ loss: VaultError) -> Vault { Vault(directory, key, sealer, password, loss: loss) }

  func noting(_ notice: String) -> Vault {
    Vault(directory, key, sealer, password, lockFile, notice: notice)
  }

  /// The vault of another folder, which the same key opens.
  package func moved(to directory: VaultDirectory) -> Vault {
    Vault(directory, key, sealer, password)
  }

  /// The password that opens the vault, which the server most often takes too.
  public var password: Secret { opening.withLock { $0.password } }

  /// The bytes of the folder's file `key`, which the password opens.
  package var key: [UInt8] { opening.withLock { $0.key } }

  /// The account that the vault is of.
  public var account: Account { directory.account }

  /// Seals the user's sessions.
  public var sealing: SealedBodies { SealedBodies(sealer) }

  /// Seals the sessions that are kept in files. Once the vault's key is gone nothing more is sealed: nobody could open it.
  package var keptSealing: SealedBodies { SealedBodies(sealer, requiring: requireKept) }

  /// Seals the files of one of the vault's folders.
  func sealing(of directory: String) -> SealedFiles {
    SealedFiles(sealer, directory: directory, requiring: requireKept)
  }

  /// A file name that says nothing to anybody who hasn't the key.
  public func name(of text: String) -> String {
    (try? sealer.name(of: Array(text.utf8))) ?? "locked"
  }

  /// Wipes the key. The files stay as they are.
  public func lock() {
    sealer.wipe()
    lockFile?.release()
  }

  /// Seals the vault's key with another password, which opens the vault from now on. Throws `SealingError`, and `VaultError`, `deleted`
  /// for a vault whose folder may have another key by now, which must not be replaced.
  ///
  /// The files keep their keys, so none has to be sealed anew: what the old password opened, whoever knew it could have copied before, and
  /// without the old file `key`, which is gone, it opens nothing that is written later. Who fears a copy of that file logs out once.
  public func use(
    _ password: Secret, measurementSet effort: KDFCost = .standard
  ) async throws {
    try requireKept()
    let key = try await directory.seal(sealer, with: password, measurementSet: effort)
    opening.withLock { $0 = (key, password) }
  }

  /// Has an earlier release say that it can't open the files that are written from now on. Throws `FileError` and `SealingError`.
  func renewKey(measurementSet effort: KDFCost) throws {
    try directory.renewKey(of: self, sealer, measurementSet: effort)
  }

  /// Sees that no other process has the vault open. Throws `VaultError.inUse`.
  public func requireAlone() throws {
    try lockFile?.holdAlone()
    lockFile?.share()
  }

  /// Deletes everything that is kept of the user; nothing where this vault keeps nothing: what lies there is other runs'. Throws `VaultError`,
  /// `inUse` if another process has the vault open.
  public func erase() throws {
    if let lockFile { return try directory.erase(lockFile) }
    // Without its key the rest of the vault may still be there; or another vault in its folder, which stays.
    if loss != nil, directory.holdsFiles(sealedBy: sealer) { try directory.erase() }
  }

  /// Sees that the vault is still there. Throws `VaultError`, most often `deleted`: a file written now nobody could open.
  package func requireKept() throws {
    if let loss { throw loss }
    guard lockFile != nil else { return }
    let names = [VaultKey.fileName, VaultKey.copyName]
    guard names.contains(where: { access("\(directory.path)/\($0)", F_OK) == 0 }) else {
      throw VaultError.deleted(path: directory.path)
    }
  }
}

extension Vault {
  /// The most bytes of a file: what is written can be read.
  public static let mostBytes = 256 << 20

  /// Reads a sealed file; nil if there is none. Throws `VaultError`.
  ///
  /// The folder and the name are sealed with the file, so that no file can be put in another's place.
  public func read(_ name: String, in directory: String, limit: Int = Vault.mostBytes) throws
    -> [UInt8]?
  {
    let sealed = try VaultError.ofVault {
      try file(name, in: directory).read(limit: SealedFormat.sealedLimit(limit))
    }
    return try sealed.map { try contents($0, of: name, in: directory) }
  }

  /// Opens the bytes of a sealed file. Throws `VaultError`.
  func contents(_ sealed: [UInt8], of name: String, in directory: String) throws -> [UInt8] {
    let sealedName = try self.sealedName(of: name)
    let bytes = try unsealed(sealed, at: sealedName, in: directory)
    let title = Vault.title(name, directory)
    guard bytes.starts(with: title) else {
      throw VaultError.damaged(
        path: path(sealedName, in: directory), SealedFormat.Refusal.otherPlace.rawValue)
    }
    return Array(bytes.dropFirst(title.count))
  }

  /// The bytes that were sealed into a file. Throws `VaultError`.
  func unsealed(
    _ sealed: [UInt8], at sealedName: String, in directory: String
  ) throws -> [UInt8] {
    do {
      return try sealing(of: directory).open(sealed, as: sealedName)
    } catch let refusal as SealedFormat.Refusal {
      throw VaultError.damaged(path: path(sealedName, in: directory), refusal.rawValue)
    }
  }

  func path(_ sealedName: String, in directory: String) -> String {
    "\(self.directory.path)/\(directory)/\(sealedName)"
  }

  /// Replaces a sealed file, whole or not at all; `durably` waits until the disk has it. Throws `VaultError`, `tooLarge` for what couldn't
  /// be read again: then the file stays as it was.
  public func write(
    _ bytes: [UInt8], to name: String, in directory: String, durably: Bool = false,
    limit: Int = Vault.mostBytes
  ) throws {
    try requireKept()
    guard bytes.count <= limit else {
      throw VaultError.tooLarge(bytes: bytes.count, limit: limit)
    }
    let sealed = try sealing(of: directory).seal(
      Vault.title(name, directory) + bytes, as: sealedName(of: name))
    try VaultError.ofVault {
      try makeDirectory(directory)
      try file(name, in: directory).replace(with: sealed, durably: durably)
    }
  }

  /// Makes one of the vault's folders. Throws `FileError`.
  ///
  /// The vault's own folder isn't made again: it may have been erased while something was sealed for it.
  func makeDirectory(_ name: String) throws {
    let directory = PrivateDirectory("\(self.directory.path)/\(name)")
    // Without a lock nobody has made the vault's own folder yet, and nobody erases it.
    try lockFile == nil ? directory.create() : directory.createAlone()
  }

  /// Deletes a sealed file, if there is one. Throws `VaultError`.
  public func remove(_ name: String, in directory: String) throws {
    let path = try file(name, in: directory).path
    // The vault's key stays, and would open what is left of it among the disk's free blocks.
    try VaultError.ofVault { try FileAccess().removeOverwriting([path]) }
  }

  /// Sets a sealed file aside, so that another one can be written in its place. Returns its new path. Throws `VaultError`.
  public func quarantine(_ name: String, in directory: String) throws -> String {
    try VaultDirectory.moveAside(file(name, in: directory).path, "aside")
  }

  private func file(_ name: String, in directory: String) throws -> PrivateFile {
    PrivateFile(path(try sealedName(of: name), in: directory))
  }

  func sealedName(of name: String) throws -> String {
    try sealer.name(of: Array(name.utf8))
  }

  private static func title(_ name: String, _ directory: String) -> [UInt8] {
    Array("reprise-file 1 \(directory) \(name.utf8.count) \(name)\n".utf8)
  }
}
