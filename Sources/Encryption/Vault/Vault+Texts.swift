import Core
import Foundation

extension Vault {
  /// Starts an encrypted text that replaces a file when it is finished. Each block is written as
  /// soon as it is full. Throws `VaultError`.
  ///
  /// The directory and the name are authenticated, so files can't be substituted for one another.
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

  /// Opens an encrypted text for reading in ranges. Returns `nil` if there is none. A file written
  /// by `write` is read into memory whole. Throws `VaultError`.
  public func text(_ name: String, in directory: String) throws -> SealedText? {
    let sealedName = try self.sealedName(of: name)
    if let text = try blocks(sealedName, in: directory) { return text }
    return try read(name, in: directory).map { SealedText($0) }
  }

  /// Opens the encrypted text of a file from a directory listing. Throws `VaultError`.
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
