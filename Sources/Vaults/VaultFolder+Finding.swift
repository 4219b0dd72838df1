import Files
import Foundation
package import Restoration

extension VaultFolder {
  /// The vaults of an application, in no order, without those whose key is missing or can't be read.
  ///
  /// Nothing is opened, and no library loaded: each vault's account stands in the clear.
  package static func all(in folder: String) -> [VaultFolder] {
    let parent = parent(in: folder)
    // Where nothing was ever kept there is no such folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.compactMap { name in
      let path = "\(parent)/\(name)"
      // What was set aside has a name of its own.
      guard !name.contains("."), access("\(path)/\(VaultKey.erasingName)", F_OK) != 0 else {
        return nil
      }
      let files = [VaultKey.fileName, VaultKey.copyName].map { PrivateFile("\(path)/\($0)") }
      let keys = files.lazy.compactMap { file in
        (try? file.read(limit: VaultKey.maximumLength)).flatMap { VaultKey($0) }
      }
      return keys.first.map { VaultFolder(of: $0.account, at: path) }
    }
  }

  package var sessionFolder: SessionFolder { SessionFolder(path: path + "/sessions") }
}
