import Files
import Foundation
import Sealing

extension Vault {
  /// Begins a sealed text that is to take a file's place: a part of it is written as soon as it is
  /// a block. Throws `VaultError`.
  ///
  /// The folder and the name are sealed with the file, so that no file can be put in another's
  /// place.
  public func beginText(_ name: String, in directory: String) throws -> SealedText {
    try requireKept()
    let sealedName = try self.sealedName(of: name)
    return try VaultError.ofVault {
      try makeDirectory(directory)
      return try SealedText(
        replacing: path(sealedName, in: directory), as: sealedName, sealing(of: directory),
        heading: sealer.heading.count)
    }
  }

  /// Opens a sealed text, of which parts can be read; nil if there is none. What `write` wrote is
  /// read whole. Throws `VaultError`.
  public func text(_ name: String, in directory: String) throws -> SealedText? {
    let sealedName = try self.sealedName(of: name)
    if let text = try blocks(sealedName, in: directory) { return text }
    return try read(name, in: directory).map { SealedText($0) }
  }

  /// Opens the sealed text of a file whose name isn't known. Throws `VaultError`.
  public func text(_ file: File, in directory: String) throws -> SealedText {
    if let text = try blocks(file.sealedName, in: directory) { return text }
    return try SealedText(read(file, in: directory))
  }

  private func blocks(_ sealedName: String, in directory: String) throws -> SealedText? {
    let path = path(sealedName, in: directory)
    return try VaultError.ofVault {
      guard let file = try BlockFile(path) else { return nil }
      return try SealedText(
        file, as: sealedName, sealing(of: directory), heading: sealer.heading.count)
    }
  }
}
