import Files
import Foundation
import Restoration

extension VaultFolder {
  /// What an application has kept of anybody, in no order; what nobody could open isn't among it.
  ///
  /// Nothing is opened, and no library loaded: whose each is stands in the clear.
  static func all(in folder: String) -> [VaultFolder] {
    let parent = parent(in: folder)
    // Where nothing was ever kept there is no such folder.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return names.compactMap { name in
      let path = "\(parent)/\(name)"
      let file = PrivateFile("\(path)/\(VaultKey.fileName)")
      guard let bytes = try? file.read(limit: VaultKey.maximumLength),
        let key = VaultKey(bytes)
      else { return nil }
      return VaultFolder(of: key.account, at: path)
    }
  }

  var sessionFolder: SessionFolder { SessionFolder(path: path + "/sessions") }
}
