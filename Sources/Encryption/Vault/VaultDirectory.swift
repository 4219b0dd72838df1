public import Core
import FoundationEssentials
import Glibc

/// The directory of a vault: the encrypted data that an application stores for one user at one
/// server. It can be opened with the user's password.
///
/// The file `key` contains the key of all other files, encrypted with a key derived from the
/// password. So a password change rewrites only this file and its copy. They also contain the
/// account, unencrypted. File names reveal nothing about contents.
public struct VaultDirectory: Hashable, Sendable {
  /// The account, that is, server and user, whose data the directory contains.
  public let account: Account
  /// The path of the directory that contains the vault's files.
  public let path: String

  /// Creates a reference to the directory for an account's data, without accessing it. Throws
  /// `SealingError` if encryption isn't available.
  ///
  ///     try VaultDirectory(of: Account(server: "https://clinic.example.org", user: "nurse"),
  ///       in: directory)
  ///
  /// - Parameters:
  ///   - account: The server and user.
  ///   - directory: The application's directory, which contains the vaults.
  public init(of account: Account, in directory: String) throws {
    let name = try Libcrypto.system.name(of: Array("\(account.server)\0\(account.user)".utf8))
    self.init(of: account, at: "\(Self.parent(in: directory))/\(name)")
  }

  package init(of account: Account, at path: String) {
    self.account = account
    self.path = path
  }

  static func parent(in directory: String) -> String { directory + "/vaults" }

  var keyFile: PrivateFile { PrivateFile(path + "/" + VaultKey.fileName) }
  var keyCopy: PrivateFile { PrivateFile(path + "/" + VaultKey.copyName) }
  /// Its files then aren't quarantined.
  var mark: String { path + "/" + VaultKey.erasingName }
  var lockPath: String { path + ".lock" }

  /// Returns whether the vault exists: its directory contains a key file or the copy of one, and
  /// isn't being erased. Throws `VaultError` if the key files can't be read.
  public func isMade() throws -> Bool {
    let keys = try readKeys()
    return keys.key != nil || keys.copy != nil
  }

  /// Both are `nil` if there is no vault or it is being erased.
  private func readKeys() throws -> (key: [UInt8]?, copy: [UInt8]?) {
    guard access(mark, F_OK) != 0 else { return (nil, nil) }
    return try VaultError.ofVault {
      // The key must be read first. A password change removes the copy before it replaces the key,
      // so a copy read after an old key is never a new one.
      let key = Result { try keyFile.read(limit: VaultKey.maximumLength) }
      // An unreadable copy is an error only if the key is unreadable, too.
      let copy = try? keyCopy.read(limit: VaultKey.maximumLength)
      if case .failure = key, copy != nil { return (nil, copy) }
      return (try key.get(), copy)
    }
  }

  /// Opens the vault with its password. Throws `SealingError`, for example `wrongPassword`, and
  /// `VaultError`.
  ///
  ///     let vault = try await directory.open(password)
  ///
  /// A missing or damaged key is restored from its copy. Deriving the key takes about half a
  /// second. If the cost of the derivation is lower than `cost`, the key is encrypted again, which
  /// takes the same time once more.
  @concurrent public func open(
    _ password: Secret, cost kdfCost: KDFCost = .standard
  ) async throws -> Vault {
    let lock = try await VaultLock.shared(lockPath)
    let (key, copy) = try readKeys()
    guard let key else { return try await open(copy: copy, password, lock) }
    do {
      let opened = try openKey(key, password)
      // Without disk space for a copy, the vault opens all the same; the next time it is tried
      // again.
      if copy != key { _ = try? replaceKey(key, with: key) }
      let raised = opened.cost(for: kdfCost).flatMap { try? raise(key, opened, password, to: $0) }
      return Vault(self, raised ?? key, opened.sealer, password, lock)
    } catch {
      guard let copy, copy != key else { throw error }
      do {
        return try await open(copy: copy, password, lock)
      } catch let other {
        // If the key is damaged, the copy's error is more useful: a wrong password or a newer
        // format.
        if case VaultError.damagedKey = error { throw other }
        throw error
      }
    }
  }

  /// Restores the key from its copy.
  private func open(copy: [UInt8]?, _ password: Secret, _ lock: VaultLock) async throws -> Vault {
    guard let copy else {
      throw VaultError.file(.system("opened", path: keyFile.path, code: ENOENT))
    }
    let damaged = try? keyFile.read(limit: VaultKey.maximumLength)
    let vault = try await open(copy, password).holding(lock)
    // If the key can't be written, the copy is used again the next time.
    guard (try? replaceKey(damaged, with: copy)) == true else { return vault }
    return vault.withNotice(
      "The key of the data saved here was lost or damaged, and was put back from its copy.")
  }

  /// Reopens the vault with the key that the locked process still holds. If the directory's key is
  /// gone, as after a log-out in another window, or damaged, the vault opens read-only.
  @concurrent package func open(
    _ password: Secret, holding key: [UInt8], cost kdfCost: KDFCost = .standard
  ) async throws -> Vault {
    do {
      if try isMade() { return try await open(password, cost: kdfCost) }
    } catch VaultError.damagedKey {}
    return try await open(key, password).refusingWrites()
  }

  /// The key isn't read from its file.
  @concurrent package func open(_ bytes: [UInt8], _ password: Secret) async throws -> Vault {
    Vault(self, bytes, try openKey(bytes, password).sealer, password)
  }

  private struct OpenedKey {
    let sealer: Sealer
    let envelope: SealedEnvelope

    /// The N with which the key should be encrypted again; `nil` if it needn't be.
    func cost(for kdfCost: KDFCost) -> Int? {
      let cost = max(kdfCost.cost, envelope.parameters.cost)
      // An old key is upgraded, so that an earlier release fails when it opens the vault rather
      // than at a single file.
      let isOld = envelope.format < SealedEnvelope.format
      return isOld || cost > envelope.parameters.cost ? cost : nil
    }
  }

  private func openKey(_ bytes: [UInt8], _ password: Secret) throws -> OpenedKey {
    guard let key = VaultKey(bytes) else {
      if VaultKey.isNewer(bytes) { throw VaultError.newerKey(path: keyFile.path) }
      throw VaultError.damagedKey(path: keyFile.path, "it doesn't say whose it is")
    }
    guard key.account == account else {
      throw VaultError.damagedKey(
        path: keyFile.path, "it is the key of \(key.account.description)")
    }
    return try VaultError.ofKey(at: keyFile.path) {
      let envelope = try SealedEnvelope(readingFrom: key.sealed)
      var copy = password.copy
      let derived = try Sealer(wiping: &copy, opening: envelope)
      defer { derived.wipe() }
      let sealed = Array(key.sealed.dropFirst(envelope.bytes.count))
      let sealer = try Sealer(sealed, sealedBy: derived, authenticating: key.heading)
      return OpenedKey(sealer: sealer, envelope: envelope)
    }
  }

  /// Returns the new file's bytes; `nil` if another process has changed the file meanwhile.
  private func raise(
    _ key: [UInt8], _ opened: OpenedKey, _ password: Secret, to cost: Int
  ) throws -> [UInt8]? {
    let parameters = try KeyParameters(renewing: opened.envelope.parameters, cost: cost)
    let raised = try sealedKey(opened.sealer, password, parameters)
    return try replaceKey(key, with: raised) ? raised : nil
  }

  /// Returns `false` if the file has changed since `before`, for example because of a new password.
  private func replaceKey(_ before: [UInt8]?, with key: [UInt8]) throws -> Bool {
    try PrivateDirectory(path).whileLocked {
      guard (try? keyFile.read(limit: VaultKey.maximumLength)) == before else { return false }
      if before != key { try VaultKey.write(key, to: keyFile) }
      try VaultKey.write(key, to: keyCopy)
      return true
    }
  }

  private func sealedKey(
    _ sealer: Sealer, _ password: Secret, _ parameters: KeyParameters
  ) throws -> [UInt8] {
    let derived = try Self.sealer(password, parameters)
    defer { derived.wipe() }
    let heading = VaultKey.heading(of: account)
    return try heading + derived.heading + sealer.sealedKey(by: derived, authenticating: heading)
  }

  /// Creates the vault with a password that the server has accepted. If another process has created
  /// it in the meantime, opens that one.
  ///
  ///     let vault = try await directory.make(password)
  ///
  /// If the directory contains files but no key, the files are quarantined, because the key may be
  /// restored from a backup. Throws `SealingError` and `VaultError`.
  @concurrent public func make(
    _ password: Secret, cost kdfCost: KDFCost = .standard
  ) async throws -> Vault {
    let vault = try await makeUnstored(password, cost: kdfCost)
    // If another process creates the vault, it keeps it open and shares its lock.
    let found = try await VaultLock.alone(lockPath) { try isMade() }
    guard let lock = found else { return try await open(password, cost: kdfCost) }
    // Left by a killed erasure; without the key they can't be decrypted.
    try remove(path + ".erased")
    let aside = try quarantineWithoutKey()
    try VaultError.ofVault {
      try PrivateDirectory(path).create()
      try VaultKey.write(vault.key, to: keyFile)
      try VaultKey.write(vault.key, to: keyCopy)
    }
    lock.share()
    let stored = vault.holding(lock)
    return aside.map { stored.withNotice($0) } ?? stored
  }

  /// Such a vault only encrypts data in memory while the application is locked.
  @concurrent package func makeUnstored(
    _ password: Secret, cost kdfCost: KDFCost = .standard
  ) async throws -> Vault {
    let derived = try Self.sealer(password, KeyParameters(kdfCost))
    defer { derived.wipe() }
    let heading = VaultKey.heading(of: account)
    let sealed = try derived.newSealedKey(authenticating: heading)
    let sealer = try Sealer(sealed, sealedBy: derived, authenticating: heading)
    return Vault(self, heading + derived.heading + sealed, sealer, password)
  }

  /// The file is replaced atomically: if this throws, the old password still opens the vault.
  @concurrent func seal(
    _ sealer: Sealer, with password: Secret, cost kdfCost: KDFCost,
    _ files: FileAccess = FileAccess()
  ) async throws -> [UInt8] {
    let before = (try? keyFile.read(limit: VaultKey.maximumLength)).flatMap { VaultKey($0) }
    let envelope = before.flatMap { try? SealedEnvelope(readingFrom: $0.sealed) }
    let cost = max(kdfCost.cost, envelope?.parameters.cost ?? 0)
    let key = try sealedKey(sealer, password, KeyParameters(cost: cost))
    try VaultError.ofVault {
      try PrivateDirectory(path).whileLocked {
        // The copy is deleted first, so that the old password opens no key after the change.
        try files.removeOverwriting([keyCopy.path])
        do {
          try VaultKey.write(key, to: keyFile, files)
        } catch {
          // Once the key's file is replaced, the new password is in effect, even if a later step
          // fails.
          guard (try? keyFile.read(limit: VaultKey.maximumLength)) == key else { throw error }
        }
        // If the disk is full, the copy is written the next time the vault opens.
        try? VaultKey.write(key, to: keyCopy, files)
      }
    }
    return key
  }

  private func remove(_ file: PrivateFile) throws {
    try VaultError.ofVault { try FileAccess().remove(file.path) }
  }

  /// Deletes all of the user's data in this directory. The key is deleted first, so that the
  /// remaining files can't be decrypted even if a power failure interrupts the deletion.
  ///
  /// Throws `VaultError`, for example `inUse` if a process has the vault open.
  public func erase() throws { try erase(VaultLock.aloneNow(lockPath)) }

  /// Needs `lock` because this process has the vault open. If the key can't be deleted, nothing is
  /// deleted, and the lock is shared again.
  func erase(_ lock: VaultLock) throws {
    try lock.holdAlone()
    do {
      try eraseAlone()
      lock.release()
    } catch {
      // If it isn't known whether the vault still exists, its lock is held.
      if (try? isMade()) ?? true { lock.share() } else { lock.release() }
      throw error
    }
  }

  private func eraseAlone() throws {
    guard access(path, F_OK) == 0 else { return try remove(PrivateFile(lockPath)) }
    try removeKeys()
    // After the rename, concurrent writers find no directory.
    let aside = path + ".erased"
    try remove(aside)
    guard rename(path, aside) == 0 || errno == ENOENT else {
      throw VaultError.file(.system("deleted", path: path, code: errno))
    }
    try VaultError.ofVault { try FileAccess().synchronizeDirectory(of: path) }
    try remove(aside)
    try remove(PrivateFile(lockPath))
  }

  /// Includes temporary files of a killed process. Overwrites the files with zeros.
  func removeKeys(_ files: FileAccess = FileAccess()) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw VaultError.file(.system("read", path: path, code: errno))
    }
    let key = VaultKey.fileName
    // The key and its copy come last, because the vault can be opened as long as one of them
    // exists.
    let left = names.filter { $0.hasPrefix("\(key).") && $0 != VaultKey.copyName }
    // On a full disk this may fail. Files left by a kill are then quarantined, and can't be
    // decrypted.
    markErasing(files)
    do {
      try VaultError.ofVault {
        try files.removeOverwriting(
          (left + [key, VaultKey.copyName]).map { "\(path)/\($0)" })
      }
    } catch {
      let isKeyLeft = [keyFile, keyCopy].contains { files.exists($0.path) }
      if isKeyLeft { _ = files.system.removeFile(mark) }
      throw error
    }
  }

  func markErasing(_ files: FileAccess = FileAccess()) {
    if let opened = try? files.replace(mark, with: []) { files.system.closeFile(opened) }
  }

  /// Tries again if a concurrent writer adds a file after the directory was found empty.
  func remove(_ path: String) throws {
    for isLast in [false, false, false, true] {
      guard FileManager.default.fileExists(atPath: path) else { return }
      do {
        return try FileManager.default.removeItem(atPath: path)
      } catch {
        guard isLast else { continue }
        let reason = (error as? CocoaError)?.underlying as? POSIXError
        throw VaultError.file(
          .system("deleted", path: path, code: reason?.code.rawValue ?? EIO))
      }
    }
  }

  private static func sealer(_ password: Secret, _ parameters: KeyParameters) throws -> Sealer {
    var bytes = password.copy
    return try Sealer(wiping: &bytes, parameters: parameters)
  }
}

extension Secret {
  /// The caller must wipe the bytes.
  fileprivate var copy: [UInt8] { withBytes { Array($0) } }
}
