import Core
import Foundation

extension VaultDirectory {
  /// Describes the stored files by kind. Files of unknown kinds are counted too, because erasing
  /// deletes them as well.
  package func contents(_ kinds: [StoredItemKind]) -> [String] {
    let kinds = kinds + StoredItemKind.common
    var words: [String] = []
    var others = 0
    for kind in kinds {
      let count = files(in: kind.directory).count
      if count > 0 { words.append(kind.words(count)) }
    }
    for name in names(in: path) where !kinds.contains(where: { $0.directory == name }) {
      if ![VaultKey.fileName, VaultKey.copyName, VaultKey.erasingName].contains(name) {
        others += max(1, files(in: name).count)
      }
    }
    if others > 0 { words.append(others == 1 ? "1 other file" : "\(others) other files") }
    return words.filter { !$0.isEmpty }
  }

  /// Returns whether any file in the vault's directories is encrypted with this key, which the
  /// file's first line identifies.
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

  /// The files in a directory, without auxiliary and temporary files.
  private func files(in directory: String) -> [String] {
    names(in: "\(path)/\(directory)").filter { name in
      directory == "sessions" ? name.hasSuffix(".snapshot") : !name.hasSuffix(".new")
    }
  }

  private func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}
