import Files
import Foundation
import Sealing

extension Vault {
  /// Begins a sealed text that is to take a file's place: a part of it is written as soon as it is
  /// a block. Throws `VaultError`.
  ///
  /// The folder and the name are sealed with the file, so that no file can be put in another's
  /// place.
  public func beginText(_ name: String, in folder: String) throws -> SealedText {
    try requireKept()
    let sealedName = try self.sealedName(of: name)
    return try VaultError.ofVault {
      try makeFolder(folder)
      return try SealedText(
        replacing: path(sealedName, in: folder), as: sealedName, sealing(of: folder),
        heading: sealer.heading.count)
    }
  }

  /// Opens a sealed text, of which parts can be read; nil if there is none. What `write` wrote is
  /// read whole. Throws `VaultError`.
  public func text(_ name: String, in folder: String) throws -> SealedText? {
    let sealedName = try self.sealedName(of: name)
    if let text = try blocks(sealedName, in: folder) { return text }
    return try read(name, in: folder).map { SealedText($0) }
  }

  /// Opens the sealed text of a file whose name isn't known. Throws `VaultError`.
  public func text(_ file: File, in folder: String) throws -> SealedText {
    if let text = try blocks(file.sealedName, in: folder) { return text }
    return try SealedText(read(file, in: folder))
  }

  private func blocks(_ sealedName: String, in folder: String) throws -> SealedText? {
    let path = path(sealedName, in: folder)
    return try VaultError.ofVault {
      guard let file = try BlockFile(path) else { return nil }
      return try SealedText(
        file, as: sealedName, sealing(of: folder), heading: sealer.heading.count)
    }
  }
}
