import Files
import Foundation
package import Sealing
package import Values

extension VaultDirectory {
  /// Opens the vault for a run that was locked and holds the bytes of its key. If the folder has no key any more the run's
  /// is put back; where that can't be the vault opens all the same, and every write into it is refused.
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

  /// Puts the key of an opened vault back into its folder; nil where that isn't done.
  ///
  /// The key of a vault that was erased meanwhile must not come back. After an erasure the folder is gone, or is marked, or is
  /// another vault's, in which no file is sealed with this key. The lock needn't be held alone: while it is shared nobody
  /// erases. One case is left, an erasure that was killed on a disk too full for the mark: nobody was told that it was done.
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
      // Where there is no room for a copy, the next opening makes one.
      try? VaultKey.write(vault.key, to: keyCopy)
      return true
    }
    guard isBack == true else { return nil }
    return vault.kept(lock).noting(
      "The key of the data saved here was gone, and was put back: saving goes on.")
  }
}
