package import Core
import Foundation

extension VaultDirectory {
  /// Reopens the vault after the application was locked, with the key that the process still holds.
  /// If the directory's key is missing, it is restored. If that fails, the vault opens read-only.
  ///
  /// Throws the errors of `open`.
  @concurrent package func open(
    _ password: Secret, holding key: [UInt8], measurementSet effort: KDFCost = .standard
  ) async throws -> Vault {
    var loss = VaultError.deleted(path: path)
    if try isMade() {
      do {
        return try await open(password, measurementSet: effort)
      } catch let problem as VaultError {
        guard case .damagedKey = problem else { throw problem }
        loss = problem
      }
    }
    let vault = try await open(key, password)
    return await putBack(vault) ?? vault.losing(loss)
  }

  /// Restores the key of an open vault in its directory. Returns `nil` if the key must not be
  /// restored.
  ///
  /// The key of an erased vault must not come back. After an erasure, the directory is missing, or
  /// marked as erasing, or contains a new vault without files of this key. A shared lock suffices,
  /// since it prevents erasing. One case isn't covered: an erasure that was killed on a disk too
  /// full for the mark. It was never reported as done.
  private func putBack(_ vault: Vault) async -> Vault? {
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
    return vault.kept(lock).noting(
      "The key of the data saved here was gone, and was put back: saving goes on.")
  }
}
