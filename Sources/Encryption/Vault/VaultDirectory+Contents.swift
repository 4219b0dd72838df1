package import Core
import FoundationEssentials
import Glibc
package import Restoration

extension VaultDirectory {
  /// Counts files of unknown kinds, too, because erasing deletes them as well.
  package func contents(_ kinds: [StoredItemKind]) -> [String] {
    let kinds = kinds + StoredItemKind.common
    var descriptions: [String] = []
    var others = 0
    for kind in kinds {
      let count = files(in: kind.directory).count
      if count > 0 { descriptions.append(kind.description(count)) }
    }
    for name in names(in: path) where !kinds.contains(where: { $0.directory == name }) {
      if ![VaultKey.fileName, VaultKey.copyName, VaultKey.erasingName].contains(name) {
        others += max(1, files(in: name).count)
      }
    }
    if others > 0 { descriptions.append(others == 1 ? "1 other file" : "\(others) other files") }
    return descriptions.filter { !$0.isEmpty }
  }

  /// Without auxiliary and temporary files.
  private func files(in directory: String) -> [String] {
    names(in: "\(path)/\(directory)").filter { name in
      directory == "sessions" ? name.hasSuffix(".snapshot") : !name.hasSuffix(".new")
    }
  }

  private func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}

extension VaultDirectory {
  /// Sorted by directory name, without vaults whose key is missing or damaged. No password is
  /// needed, because each vault's account is stored unencrypted. Throws `VaultError` if a directory
  /// can't be read.
  package static func all(in directory: String) throws -> [VaultDirectory] {
    let parent = parent(in: directory)
    let names = try VaultError.ofVault { try PrivateDirectory(parent).names() }
    return try names.compactMap { name in
      let path = "\(parent)/\(name)"
      // Names with a dot are quarantined vaults.
      guard !name.contains("."), access("\(path)/\(VaultKey.erasingName)", F_OK) != 0 else {
        return nil
      }
      _ = try VaultError.ofVault { try PrivateDirectory(path).names() }
      let files = [VaultKey.fileName, VaultKey.copyName].map { PrivateFile("\(path)/\($0)") }
      let keys = files.lazy.compactMap { file in
        (try? file.read(limit: VaultKey.maximumLength)).flatMap { VaultKey($0) }
      }
      return keys.first.map { VaultDirectory(of: $0.account, at: path) }
    }
  }

  package func sessionStore(
    _ environment: [String: String] = [:], _ system: any FileSystem = SystemFiles()
  ) -> SessionStore {
    SessionStore(path: path + "/sessions", environment: environment, system: system)
  }
}

extension VaultDirectory {
  /// Also completes an interrupted erasure. Returns a sentence about the quarantined files.
  func quarantineWithoutKey() throws -> String? {
    if access(mark, F_OK) == 0 {
      try removeKeys()
      try remove(path)
      return nil
    }
    guard !names(in: path).isEmpty else { return nil }
    return try "What was saved here had no key; it was set aside as \(moveAside("keyless"))."
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

/// A kind of data that an application stores in a vault, such as saved patients. Each kind has its
/// own directory, so that its files can be counted without the password.
public struct StoredItemKind: Sendable {
  /// The name of the directory in the vault that contains the files of this kind.
  public let directory: String
  /// Describes a number of files of this kind to the user: "3 saved patients". Returns an empty
  /// string if they aren't worth mentioning.
  public let description: @Sendable (Int) -> String

  /// Creates a kind of stored data from its directory and a description of a number of files.
  ///
  ///     StoredItemKind("records") { $0 == 1 ? "1 saved patient" : "\($0) saved patients" }
  public init(_ directory: String, description: @escaping @Sendable (Int) -> String) {
    self.directory = directory
    self.description = description
  }

  /// Each session counts as one file.
  static let common = [
    StoredItemKind("sessions") { $0 == 1 ? "the session" : "\($0) sessions" },
    StoredItemKind("answers") { $0 == 1 ? "1 cached answer" : "\($0) cached answers" },
    // Vaults of format 2 may have it.
    StoredItemKind("clock") { _ in "" },
    StoredItemKind(Vault.tokenName) { _ in "" },
    StoredItemKind(Vault.turnsName) { _ in "" },
  ]
}
