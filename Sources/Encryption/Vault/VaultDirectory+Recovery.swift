package import Core
import FoundationEssentials
import Glibc

extension VaultDirectory {
  /// Reopens the vault with the key that the locked process still holds. If the directory's key is
  /// missing, it is restored. If that fails, the vault opens read-only.
  @concurrent package func open(
    _ password: Secret, holding key: [UInt8], cost kdfCost: KDFCost = .standard
  ) async throws -> Vault {
    var loss = VaultError.deleted(path: path)
    if try isMade() {
      do {
        return try await open(password, cost: kdfCost)
      } catch let problem as VaultError {
        guard case .damagedKey = problem else { throw problem }
        loss = problem
      }
    }
    let vault = try await open(key, password)
    return await restoreKey(vault) ?? vault.refusingWrites(loss)
  }

  /// Returns `nil` if the key must not be restored: the key of an erased vault must not come back.
  /// After an erasure, the directory is missing, or marked as erasing, or contains a new vault
  /// without files of this key. A shared lock suffices, since it prevents erasing. One case isn't
  /// covered: an erasure that was killed on a disk too full for the mark. It was never reported as
  /// done.
  private func restoreKey(_ vault: Vault) async -> Vault? {
    guard access(path, F_OK) == 0, let lock = try? await VaultLock.shared(lockPath) else {
      return nil
    }
    let isBack = try? PrivateDirectory(path).whileLocked {
      let isMissing = [mark, keyFile.path, keyCopy.path].allSatisfy { (file: String) in
        access(file, F_OK) != 0 && errno == ENOENT
      }
      guard isMissing, holdsFiles(sealedBy: vault.sealer) else { return false }
      try VaultKey.write(vault.key, to: keyFile)
      // If the disk is full, the copy is written the next time the vault opens.
      try? VaultKey.write(vault.key, to: keyCopy)
      return true
    }
    guard isBack == true else { return nil }
    return vault.holding(lock).withNotice(
      "The key of the data saved here was missing and was restored: saving resumes.")
  }
}

extension VaultDirectory {
  /// Also completes an interrupted erasure. Returns a sentence about the quarantined files.
  func quarantineWithoutKey() throws -> String? {
    if access(mark, F_OK) == 0 {
      // A backup that was taken during a log-out and restored must not be erased.
      guard hasKeyOfAnother() else {
        try removeKeys()
        try remove(path)
        return nil
      }
      return try """
      What was saved here was marked for erasure, but its key is there, perhaps from a backup; it \
      was set aside as \(moveAside("aside")).
      """
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard !names.isEmpty else { return nil }
    return try "What was saved here had no key; it was set aside as \(moveAside("keyless"))."
  }

  /// Returns whether there is a valid key file other than those that were to be erased.
  private func hasKeyOfAnother() -> Bool {
    let marked = try? PrivateFile(mark).read(limit: VaultKey.maximumLength)
    let erased = String(decoding: marked ?? [], as: UTF8.self).split(separator: "\n")
    return [keyFile, keyCopy].contains { file in
      guard let bytes = try? file.read(limit: VaultKey.maximumLength),
        VaultKey(bytes)?.account == account, let identity = FileIdentity(of: file.path)
      else { return false }
      return !erased.contains { $0 == identity.text }
    }
  }

  /// For a vault whose key can't be opened any more: the next login creates a new one. Returns the
  /// new path. Throws `inUse` if a process has the vault open.
  package func quarantine() throws -> String {
    let lock = try VaultLock.aloneNow(lockPath)
    defer { lock.release() }
    return try moveAside("aside")
  }

  private func moveAside(_ kind: String) throws -> String {
    try VaultDirectory.moveAside(path, kind)
  }

  /// Renames a file or directory to the first free name, and returns the new path.
  static func moveAside(_ path: String, _ kind: String) throws -> String {
    for number in 1...999 {
      let aside = "\(path).\(kind)-\(number)"
      guard access(aside, F_OK) != 0 else { continue }
      guard rename(path, aside) == 0 else {
        throw VaultError.file(.system("set aside", path: path, code: errno))
      }
      return aside
    }
    throw VaultError.file(.system("set aside", path: path, code: EEXIST))
  }
}

/// The identity of a file on its disk, which a file restored from a backup doesn't share, even with
/// the same name and bytes: only the system sets the time of the last change (`ctime`). A copy of a
/// whole disk can't be distinguished from the disk.
struct FileIdentity: Hashable {
  /// The inode number, and the time of the last change in seconds and nanoseconds.
  let text: String

  /// Links aren't followed.
  init?(of path: String, _ system: any FileSystem = SystemFiles()) {
    var status = stat()
    guard system.status(of: path, &status) == 0 else { return nil }
    text = "\(status.st_ino) \(status.changeTime.tv_sec) \(status.changeTime.tv_nsec)"
  }
}
