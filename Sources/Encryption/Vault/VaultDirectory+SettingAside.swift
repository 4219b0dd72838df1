import Core
import Foundation

extension VaultDirectory {
  /// Quarantines the directory's files, or completes an interrupted erasure. Returns a sentence
  /// about the quarantined files; `nil` if there are none.
  func setAsideWithoutKey() throws -> String? {
    if access(mark, F_OK) == 0 {
      // A backup that was taken during a log-out and restored must not be erased.
      guard hasKeyOfAnother() else {
        try removeKeys()
        try remove(path)
        return nil
      }
      return try """
      What was saved here was marked as being erased, but its key is there, perhaps from a backup; it \
      was set aside as \(moveAside("aside")).
      """
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    guard !names.isEmpty else { return nil }
    return try "What was saved here had no key; it was set aside as \(moveAside("keyless"))."
  }

  /// Returns whether a marked directory has a valid key file other than those that were to be
  /// erased.
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

  /// Quarantines the whole vault, so that the next login creates a new one. For a vault whose key
  /// can't be opened any more. Returns the new path.
  ///
  /// Throws `VaultError`; `inUse` if a process has the vault open.
  package func quarantine() throws -> String {
    let lock = try VaultLock.aloneNow(lockPath)
    defer { lock.release() }
    return try moveAside("aside")
  }

  private func moveAside(_ kind: String) throws -> String {
    try VaultDirectory.moveAside(path, kind)
  }

  /// Renames a file or directory of a vault to the first free name. Returns the new path. Throws
  /// `VaultError`.
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
