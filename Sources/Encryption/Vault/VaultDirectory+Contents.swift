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

  /// The file's first line identifies the key.
  func holdsFiles(sealedBy sealer: Sealer) -> Bool {
    let headings = [sealer.heading, sealer.earlierHeading]
    return names(in: path).contains { directory in
      names(in: "\(path)/\(directory)").contains { name in
        // In a session's file, the slot's line precedes it.
        let start = beginning(of: "\(path)/\(directory)/\(name)")
        return headings.contains { start.firstRange(of: $0) != nil }
      }
    }
  }

  private func beginning(of path: String) -> [UInt8] {
    let files = FileAccess()
    guard let opened = try? files.openExisting(path, for: O_RDONLY) else { return [] }
    defer { files.system.closeFile(opened) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = bytes.withUnsafeMutableBytes { files.system.readFile(opened, $0, at: 0) }
    return Array(bytes.prefix(max(0, count)))
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
    StoredItemKind(Vault.clockName) { _ in "" },
    StoredItemKind(Vault.tokenName) { _ in "" },
    StoredItemKind(Vault.turnsName) { _ in "" },
  ]
}
