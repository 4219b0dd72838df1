import Core
import Foundation
package import Restoration

extension VaultDirectory {
  /// Returns an application's vaults, sorted by directory name, except those whose key is missing
  /// or damaged.
  ///
  /// No password is needed, because each vault's account is stored unencrypted. Throws
  /// `VaultError` if a directory can't be read.
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

  package var sessionDirectory: SessionDirectory { SessionDirectory(path: path + "/sessions") }
}
