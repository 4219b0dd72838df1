public import Core
import Glibc
import Synchronization

/// An open vault: the encrypted data of one user at one server. Its files can be read and written
/// until `lock()` is called.
public final class Vault: Sendable {
  /// The directory that contains the vault's files.
  public let directory: VaultDirectory
  /// Changing the password replaces both.
  private let credentials: Mutex<(key: [UInt8], password: Secret)>
  /// A sentence to show to the user after the vault was opened, for example that its key was
  /// restored; `nil` if there is nothing to report.
  public let notice: String?
  let sealer: Sealer
  /// Held until `lock()`; `nil` if the vault isn't stored, and for recordings.
  private let lockFile: VaultLock?
  /// True if the directory's key is gone: then nothing can be written.
  private let isDeleted: Bool

  init(
    _ directory: VaultDirectory, _ key: [UInt8], _ sealer: Sealer, _ password: Secret,
    _ lockFile: VaultLock? = nil, notice: String? = nil, isDeleted: Bool = false
  ) {
    self.directory = directory
    credentials = Mutex((key, password))
    self.sealer = sealer
    self.lockFile = lockFile
    self.notice = notice
    self.isDeleted = isDeleted
  }

  func holding(_ lock: VaultLock) -> Vault { Vault(directory, key, sealer, password, lock) }

  /// New files couldn't be decrypted later.
  func refusingWrites() -> Vault { Vault(directory, key, sealer, password, isDeleted: true) }

  func withNotice(_ notice: String) -> Vault {
    Vault(directory, key, sealer, password, lockFile, notice: notice)
  }

  /// The files in `directory` must have the same key.
  package func moved(to directory: VaultDirectory) -> Vault {
    Vault(directory, key, sealer, password)
  }

  /// The password with which the vault can be opened. Usually it is also the user's password at the
  /// server.
  public var password: Secret { credentials.withLock { $0.password } }

  package var key: [UInt8] { credentials.withLock { $0.key } }

  /// The account, that is, server and user, whose data the vault contains.
  public var account: Account { directory.account }

  /// The encryption for the user's saved sessions, with the vault's key.
  public var sealing: SealedBodies { SealedBodies(sealer) }

  /// Throws once the vault's key was deleted: such sessions couldn't be decrypted later.
  package var storedSealing: SealedBodies { SealedBodies(sealer, requiring: requireExists) }

  func sealing(of directory: String) -> SealedFiles {
    SealedFiles(sealer, directory: directory, requiring: requireExists)
  }

  /// Returns a file name for a text. Without the vault's key, the name reveals nothing about the
  /// text. If the vault is locked, the name is "locked" for every text.
  public func name(of text: String) -> String {
    (try? sealer.name(of: Array(text.utf8))) ?? "locked"
  }

  /// Closes the vault: wipes its key from memory and releases the lock that excludes other
  /// processes from erasing it. The files aren't changed. Afterwards, reading and writing files
  /// throws `SealingError.locked`.
  public func lock() {
    sealer.wipe()
    lockFile?.release()
  }

  /// Changes the password that opens the vault. Throws `SealingError` and `VaultError`, for example
  /// `deleted` if the vault was erased in the meantime.
  ///
  /// Only the vault's key is encrypted again, not the files, and the file `key` is overwritten. An
  /// attacker who has the old password and a copy of the old file `key` can still decrypt all
  /// files, including later ones. Erasing the vault with its key prevents this.
  public func use(
    _ password: Secret, cost kdfCost: KDFCost = .standard
  ) async throws {
    try requireExists()
    let key = try await directory.seal(sealer, with: password, cost: kdfCost)
    credentials.withLock { $0 = (key, password) }
  }

  /// Checks that no other process has the vault open. Throws `VaultError.inUse` if one has.
  public func requireAlone() throws {
    try lockFile?.holdAlone()
    lockFile?.share()
  }

  /// Deletes all of the user's data in the vault's directory. Does nothing if the vault isn't
  /// stored on disk. Throws `VaultError`, for example `inUse` if another process has the vault
  /// open, or `deleted` if its key is gone and other files are left.
  public func erase() throws {
    if isDeleted, access(directory.path, F_OK) == 0 {
      throw VaultError.deleted(path: directory.path)
    }
    if let lockFile { try directory.erase(lockFile) }
  }

  /// A file written once the vault is gone couldn't be decrypted later.
  package func requireExists() throws {
    if isDeleted { throw VaultError.deleted(path: directory.path) }
    guard lockFile != nil else { return }
    let names = [VaultKey.fileName, VaultKey.copyName]
    guard names.contains(where: { access("\(directory.path)/\($0)", F_OK) == 0 }) else {
      throw VaultError.deleted(path: directory.path)
    }
  }
}

extension Vault {
  /// The default maximum size of a file's unencrypted contents, in bytes: 256 MiB.
  public static let mostBytes = 256 << 20

  /// Reads and decrypts a file. Returns `nil` if it doesn't exist. Throws `VaultError`, for example
  /// if the file was damaged or is too large; `limit` is its approximate maximum size, in bytes.
  ///
  /// The directory and the name are authenticated, so that a file can't be substituted for another.
  public func read(_ name: String, in directory: String, limit: Int = Vault.mostBytes) throws
    -> [UInt8]?
  {
    let sealed = try VaultError.ofVault {
      try file(name, in: directory).read(limit: SealedFormat.sealedLimit(limit))
    }
    return try sealed.map { try contents($0, of: name, in: directory) }
  }

  func contents(_ sealed: [UInt8], of name: String, in directory: String) throws -> [UInt8] {
    let sealedName = try self.sealedName(of: name)
    let bytes = try unsealed(sealed, at: sealedName, in: directory)
    let title = Vault.title(name, directory)
    guard bytes.starts(with: title) else {
      throw VaultError.damaged(
        path: path(sealedName, in: directory), SealedFormat.Refusal.otherFile.rawValue)
    }
    return Array(bytes.dropFirst(title.count))
  }

  /// Doesn't check the title.
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

  /// Encrypts bytes, and replaces a file with them atomically. On failure, throws `VaultError` and
  /// leaves the file unchanged.
  ///
  /// - Parameters:
  ///   - bytes: The new contents.
  ///   - name: The name of the file.
  ///   - directory: The name of the directory in the vault; it is created if it doesn't exist.
  ///   - durably: Whether to wait until the contents are on disk.
  ///   - limit: The maximum number of bytes. If there are more, throws `VaultError.tooLarge`.
  public func write(
    _ bytes: [UInt8], to name: String, in directory: String, durably: Bool = false,
    limit: Int = Vault.mostBytes
  ) throws {
    try requireExists()
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

  /// Doesn't recreate the vault's own directory: another process may have erased the vault.
  func makeDirectory(_ name: String) throws {
    let directory = PrivateDirectory("\(self.directory.path)/\(name)")
    // Without a lock, the vault's own directory may not exist yet and isn't erased concurrently.
    try lockFile == nil ? directory.create() : directory.createAlone()
  }

  /// Deletes a file of the vault; does nothing if it doesn't exist. Throws `VaultError` if it can't
  /// be deleted.
  public func remove(_ name: String, in directory: String) throws {
    let path = try file(name, in: directory).path
    // Overwritten, because the vault's key remains and could decrypt the bytes left in free blocks.
    try VaultError.ofVault { try FileAccess().removeOverwriting([path]) }
  }

  /// Renames a file that can't be read, so that a new one can be written without losing it. Returns
  /// its new path. Throws `VaultError` if it can't be renamed.
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
