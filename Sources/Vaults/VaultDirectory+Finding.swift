import Files
import Foundation
package import Restoration

extension VaultDirectory {
  /// The vaults of an application, by name, without those whose key is missing or damaged.
  ///
  /// Nothing is opened, and no library loaded: each vault's account stands in the clear. Throws
  /// `VaultError` if the folder of the vaults can't be read, or the folder of one of them.
  package static func all(in directory: String) throws -> [VaultDirectory] {
    let parent = parent(in: directory)
    let names = try VaultError.ofVault { try PrivateDirectory(parent).names() }
    return try names.compactMap { name in
      let path = "\(parent)/\(name)"
      // What was set aside has a name of its own.
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
