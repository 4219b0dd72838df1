import Files
import Foundation
public import Sealing
public import Values

/// The folder of everything that an application keeps of one user at one server, all of it sealed.
///
/// The file `key` holds the key of all other files, sealed with a key that is made from the user's password: so a new password costs one
/// small file, and a file is of no use without the password. No file's name says what the file holds; the account stands in the clear in
/// the file `key` (`VaultKey`).
public struct VaultDirectory: Hashable, Sendable {
  /// The account that the vault is of.
  public let account: Account
  /// The path of the folder.
  public let path: String

  /// Names an account's folder, below the application's, and makes nothing there. Throws `SealingError` where nothing can be sealed.
  ///
  ///     try VaultDirectory(of: Account(server: "https://clinic.example.org", user: "nurse"), in: directory)
  public init(of account: Account, in directory: String) throws {
    let name = try Libcrypto.system.name(of: Array("\(account.server)\0\(account.user)".utf8))
    self.init(of: account, at: "\(Self.parent(in: directory))/\(name)")
  }

  /// Names a folder that is there already, or lies elsewhere.
  package init(of account: Account, at path: String) {
    self.account = account
    self.path = path
  }

  /// The folder of an application's vaults.
  static func parent(in directory: String) -> String { directory + "/vaults" }

  var keyFile: PrivateFile { PrivateFile(path + "/" + VaultKey.fileName) }
  var keyCopy: PrivateFile { PrivateFile(path + "/" + VaultKey.copyName) }
  /// The file that marks a vault being erased: the rest of it isn't to be set aside.
  var mark: String { path + "/" + VaultKey.erasingName }
  var lockPath: String { path + ".lock" }

  /// Tells whether there is a vault that a password opens. Throws `VaultError` if that can't be told.
  public func isMade() throws -> Bool {
    let keys = try readKeys()
    return keys.key != nil || keys.copy != nil
  }

  /// Reads the key and its copy. Neither is there without a vault, or where it is being erased.
  private func readKeys() throws -> (key: [UInt8]?, copy: [UInt8]?) {
    guard access(mark, F_OK) != 0 else { return (nil, nil) }
    return try VaultError.ofVault {
      // The key first: whoever changes the password removes the copy before the key is another one. So a copy that is read after the old key
      // is the old key's, or none; and one that is read before the new key could be the old key's.
      let key = Result { try VaultKey.bytes(of: keyFile) }
      // A copy that can't be used matters only if the key can't be used either.
      let copy = try? keyCopy.read(limit: VaultKey.maximumLength)
      if case .failure = key, copy != nil { return (nil, copy) }
      return (try key.get(), copy)
    }
  }

  /// Opens the vault. Throws `SealingError`, above all `wrongPassword`, and `VaultError`.
  ///
  /// A key that is missing or damaged is put back from its copy. Deriving the key takes about half a second; a vault whose key costs too
  /// little for this machine is given one that costs enough, which takes as long once more.
  ///
  ///     let vault = try await directory.open(password)
  @concurrent public func open(
    _ password: Secret, measurementSet effort: KDFCost = .standard
  ) async throws -> Vault {
    let lock = try await VaultLock.shared(lockPath)
    let (key, copy) = try readKeys()
    guard let key else { return try await open(copy: copy, password, lock) }
    do {
      let opened = try openKey(key, password)
      // Where there is no room for a copy the vault opens all the same; the next time there may be.
      if copy != key { _ = try? replaceKey(key, with: key) }
      let raised = opened.cost(for: effort).flatMap { try? raise(key, opened, password, to: $0) }
      return Vault(self, raised ?? key, opened.sealer, password, lock)
    } catch {
      guard let copy, copy != key else { throw error }
      do {
        return try await open(copy: copy, password, lock)
      } catch let other {
        // A copy that another password opens, or a later release, is a way in that the damaged key isn't.
        if case VaultError.damagedKey = error { throw other }
        throw error
      }
    }
  }

  /// Opens the vault with the copy of its key, and puts that in the key's place.
  private func open(copy: [UInt8]?, _ password: Secret, _ lock: VaultLock) async throws -> Vault {
    guard let copy else {
      throw VaultError.file(.system("opened", path: keyFile.path, code: ENOENT))
    }
    let damaged = try? keyFile.read(limit: VaultKey.maximumLength)
    let vault = try await open(copy, password).kept(lock)
    // Where nothing can be written the copy opens it the next time, too.
    guard (try? replaceKey(damaged, with: copy)) == true else { return vault }
    return vault.noting(
      "The key of the data saved here was lost or damaged, and was put back from its copy.")
  }

  /// Opens the vault of a key that isn't kept in a file.
  @concurrent package func open(_ bytes: [UInt8], _ password: Secret) async throws -> Vault {
    Vault(self, bytes, try openKey(bytes, password).sealer, password)
  }

  /// A vault's key, opened with a password.
  private struct OpenedKey {
    let sealer: Sealer
    let envelope: SealedEnvelope
    /// The processor time that deriving took, in seconds.
    let seconds: Double

    /// The N with which the key should be sealed anew; nil if it needn't be.
    func cost(for effort: KDFCost) -> Int? {
      // A release that doesn't know the newest format must find that out here, and not at a file.
      let isOld = envelope.format < SealedEnvelope.format
      return effort.raised(envelope.parameters, measurementSet: seconds)
        ?? (isOld ? envelope.parameters.cost : nil)
    }
  }

  private func openKey(_ bytes: [UInt8], _ password: Secret) throws -> OpenedKey {
    guard let key = VaultKey(bytes) else {
      if VaultKey.isNewer(bytes) { throw VaultError.newerKey(path: keyFile.path) }
      throw VaultError.damagedKey(path: keyFile.path, "it doesn't say whose it is")
    }
    guard key.account == account else {
      throw VaultError.damagedKey(
        path: keyFile.path, "it is the key of \(key.account.words)")
    }
    return try VaultError.ofKey(at: keyFile.path) {
      let envelope = try SealedEnvelope(readingFrom: key.sealed)
      var copy = password.copy
      let derived = try Sealer(wiping: &copy, opening: envelope)
      defer { derived.wipe() }
      let sealed = Array(key.sealed.dropFirst(envelope.bytes.count))
      let sealer = try Sealer(sealed, sealedBy: derived, authenticating: key.heading)
      return OpenedKey(sealer: sealer, envelope: envelope, seconds: derived.derivationTime)
    }
  }

  /// Seals the key with the same password, at another cost, and returns the bytes of the new file `key`; nil if another process has changed
  /// the file meanwhile.
  private func raise(
    _ key: [UInt8], _ opened: OpenedKey, _ password: Secret, to cost: Int
  ) throws -> [UInt8]? {
    let parameters = try KeyParameters(renewing: opened.envelope.parameters, cost: cost)
    let raised = try sealedKey(opened.sealer, password, parameters)
    return try replaceKey(key, with: raised) ? raised : nil
  }

  /// Replaces the file `key` and its copy; false if the file isn't the one from before any more, perhaps because of a new password.
  private func replaceKey(_ before: [UInt8]?, with key: [UInt8]) throws -> Bool {
    try PrivateDirectory(path).whileLocked {
      guard (try? keyFile.read(limit: VaultKey.maximumLength)) == before else { return false }
      if before != key { try VaultKey.write(key, to: keyFile) }
      try VaultKey.write(key, to: keyCopy)
      return true
    }
  }

  /// Seals the key anew that a release before wrote, so that this one learns from it that there are files it can't open. A folder without a
  /// copy of the key gets none.
  func renewKey(of vault: Vault, _ sealer: Sealer, measurementSet effort: KDFCost) throws {
    guard let before = VaultKey(vault.key) else { return }
    let envelope = try SealedEnvelope(readingFrom: before.sealed)
    guard envelope.format < SealedEnvelope.format else { return }
    let least = try KeyParameters(effort)
    let cost = max(least.cost, envelope.parameters.cost)
    let parameters = try KeyParameters(renewing: envelope.parameters, cost: cost)
    try VaultKey.write(sealedKey(sealer, vault.password, parameters), to: keyFile)
  }

  /// The bytes of a file `key` in which a password's key seals the vault's.
  private func sealedKey(
    _ sealer: Sealer, _ password: Secret, _ parameters: KeyParameters
  ) throws -> [UInt8] {
    let derived = try Self.sealer(password, parameters)
    defer { derived.wipe() }
    let heading = VaultKey.heading(of: account)
    return try heading + derived.heading + sealer.sealedKey(by: derived, authenticating: heading)
  }

  /// Makes the folder, for a password that the server has accepted. If another process has made one meanwhile, that one is opened.
  ///
  /// Files without a key are set aside: the key may come back, from a backup or wherever it was moved. Throws the errors of `open`.
  ///
  ///     let vault = try await directory.make(password)
  @concurrent public func make(
    _ password: Secret, measurementSet effort: KDFCost = .standard
  ) async throws -> Vault {
    let vault = try await unkept(password, measurementSet: effort)
    // Whoever else makes it now has it open afterwards, and shares its lock.
    let found = try await VaultLock.alone(lockPath) { try isMade() }
    guard let lock = found else { return try await open(password, measurementSet: effort) }
    // A kill may have left them while they were being deleted: nobody can open them.
    try remove(path + ".erased")
    let aside = try setAsideWithoutKey()
    try VaultError.ofVault {
      try PrivateDirectory(path).create()
      try VaultKey.write(vault.key, to: keyFile)
      try VaultKey.write(vault.key, to: keyCopy)
    }
    lock.share()
    let kept = vault.kept(lock)
    return aside.map { kept.noting($0) } ?? kept
  }

  /// A vault for a run that leaves nothing behind: it only seals what is in memory while the application is locked.
  @concurrent package func unkept(
    _ password: Secret, measurementSet effort: KDFCost = .standard
  ) async throws -> Vault {
    let derived = try Self.sealer(password, KeyParameters(effort))
    defer { derived.wipe() }
    let heading = VaultKey.heading(of: account)
    let sealed = try derived.newSealedKey(authenticating: heading)
    let sealer = try Sealer(sealed, sealedBy: derived, authenticating: heading)
    return Vault(self, heading + derived.heading + sealed, sealer, password)
  }

  /// Seals the key with another password; the old one no longer opens it. The file is replaced whole or not at all: if this throws, the old
  /// password still opens it.
  @concurrent func seal(
    _ sealer: Sealer, with password: Secret, measurementSet effort: KDFCost,
    _ files: FileAccess = FileAccess()
  ) async throws -> [UInt8] {
    // A slower machine than the one before makes nothing cheaper.
    let before = (try? keyFile.read(limit: VaultKey.maximumLength)).flatMap { VaultKey($0) }
    let envelope = before.flatMap { try? SealedEnvelope(readingFrom: $0.sealed) }
    let parameters = try KeyParameters(effort)
    let cost = max(parameters.cost, envelope?.parameters.cost ?? 0)
    let key = try sealedKey(sealer, password, KeyParameters(renewing: parameters, cost: cost))
    try VaultError.ofVault {
      try PrivateDirectory(path).whileLocked {
        // At no moment are there two keys, of which the old password opens one.
        try files.removeOverwriting([keyCopy.path])
        do {
          try VaultKey.write(key, to: keyFile, files)
        } catch {
          // Once the file is in its place the new password opens the vault, whatever else fails.
          guard (try? keyFile.read(limit: VaultKey.maximumLength)) == key else { throw error }
        }
        // Where there is no room for a copy, the next opening makes one.
        try? VaultKey.write(key, to: keyCopy, files)
      }
    }
    return key
  }

  private func remove(_ file: PrivateFile) throws {
    try VaultError.ofVault { try FileAccess().remove(file.path) }
  }

  /// Deletes everything that is kept of the user, the key first: the rest nobody can open after that, nor after a power cut.
  ///
  /// Throws `VaultError`, `inUse` if a process has the vault open.
  public func erase() throws { try erase(VaultLock.aloneNow(lockPath)) }

  /// Deletes the same for a process that has the vault open, with its lock. If the key can't be deleted nothing is, and the vault is shared
  /// as before.
  func erase(_ lock: VaultLock) throws {
    try lock.holdAlone()
    do {
      try eraseAlone()
      lock.release()
    } catch {
      // Where that can't be told, others are kept from what may still be there.
      if (try? isMade()) ?? true { lock.share() } else { lock.release() }
      throw error
    }
  }

  private func eraseAlone() throws {
    guard access(path, F_OK) == 0 else { return try remove(PrivateFile(lockPath)) }
    try removeKeys()
    // Whoever is still writing, a copy for power cuts or an answer, finds no folder any more.
    let aside = path + ".erased"
    try remove(aside)
    guard rename(path, aside) == 0 || errno == ENOENT else {
      throw VaultError.file(.system("deleted", path: path, code: errno))
    }
    try VaultError.ofVault { try FileAccess().synchronizeDirectory(of: path) }
    try remove(aside)
    try remove(PrivateFile(lockPath))
  }

  /// Deletes every file that the password opens, for good: also those that a killed process had not
  /// yet put in the key's place. Zeros are written over their bytes on the disk.
  func removeKeys(_ files: FileAccess = FileAccess()) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw VaultError.file(.system("read", path: path, code: errno))
    }
    let key = VaultKey.fileName
    // The key and its copy last: as long as one of them is there, the vault opens.
    let left = names.filter { $0.hasPrefix("\(key).") && $0 != VaultKey.copyName }
    // On a full disk there is no room for it: what a kill leaves then is set aside, and nobody can open it.
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

  /// Marks the folder as being erased, with the identities of the key's files: those alone are deleted later if this process is killed.
  func markErasing(_ files: FileAccess = FileAccess()) {
    let lines = [keyFile, keyCopy].compactMap { FileIdentity(of: $0.path, files.system)?.text }
    let bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
    if let opened = try? files.replace(mark, with: bytes) { files.system.closeFile(opened) }
  }

  /// Deletes a folder. A file on its way there when the folder got this name may come after the folder was found empty, so one attempt
  /// isn't always enough.
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
  /// The bytes, for somebody who wipes them.
  fileprivate var copy: [UInt8] { withBytes { Array($0) } }
}
