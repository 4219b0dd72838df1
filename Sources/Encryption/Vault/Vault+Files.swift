import Core
import Glibc

extension Vault {
  /// An encrypted file of a vault, as listed by `files(in:)`.
  public struct File: Hashable, Sendable {
    /// The name of the file on disk, from which its real name can't be derived.
    public let sealedName: String
    /// A string that changes whenever the file is replaced. Compare it to find out whether the file
    /// has to be read again.
    public let stamp: String

    static func stamp(of path: String) -> String? {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      let written = status.modificationTime
      return "\(status.st_ino) \(written.tv_sec) \(written.tv_nsec) \(status.st_size)"
    }
  }

  /// Returns the encrypted files in one of the vault's directories, in no particular order. Throws
  /// `VaultError` if the directory can't be read.
  public func files(in directory: String) throws -> [File] {
    let path = "\(self.directory.path)/\(directory)"
    let names = try VaultError.ofVault { try PrivateDirectory(path).names() }
    return names.compactMap { name in
      // Skips quarantined files, and temporary files of an interrupted process, which the next
      // writer deletes.
      if name.hasSuffix(".new") || name.contains(".aside-") { return nil }
      return File.stamp(of: "\(path)/\(name)").map { File(sealedName: name, stamp: $0) }
    }
  }

  /// Decrypts a file that `files(in:)` returned. Use it if the file's real name isn't known. Throws
  /// `VaultError` if the file can't be read or is too large; `limit` is its approximate maximum
  /// size, in bytes.
  public func read(
    _ file: File, in directory: String, limit: Int = Vault.mostBytes
  ) throws -> [UInt8] {
    let path = path(file.sealedName, in: directory)
    let sealed = try VaultError.ofVault {
      try PrivateFile(path).read(limit: SealedFormat.sealedLimit(limit))
    }
    guard let sealed else {
      throw VaultError.file(.system("opened", path: path, code: ENOENT))
    }
    return try contents(sealed, at: file.sealedName, in: directory).bytes
  }

  func contents(
    _ sealed: [UInt8], at sealedName: String, in directory: String
  ) throws -> (name: String, bytes: [UInt8]) {
    let path = path(sealedName, in: directory)
    let bytes = try unsealed(sealed, at: sealedName, in: directory)
    // The title "reprise-file 1 Directory LENGTH NAME" detects files that were exchanged.
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      throw VaultError.damaged(path: path, "it has no heading")
    }
    let fields = String(decoding: bytes[..<end], as: UTF8.self).split(
      separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard fields.count == 5, fields[0] == "reprise-file", fields[1] == "1", fields[2] == directory,
      name(of: String(fields[4])) == sealedName
    else { throw VaultError.damaged(path: path, SealedFormat.Refusal.otherFile.rawValue) }
    return (String(fields[4]), Array(bytes[(end + 1)...]))
  }
}

extension Vault {
  /// Starts an encrypted text to which bytes are appended. It replaces an existing file of this
  /// name when it is finished. Each block is written as soon as it is full. Throws `VaultError`.
  ///
  /// The directory and the name are authenticated, so that the file can't be substituted for
  /// another.
  public func beginText(_ name: String, in directory: String) throws -> SealedText {
    try requireExists()
    let sealedName = try self.sealedName(of: name)
    return try VaultError.ofVault {
      try makeDirectory(directory)
      return try SealedText(
        replacing: path(sealedName, in: directory), as: sealedName, sealing(of: directory),
        heading: sealer.heading.count)
    }
  }

  /// Opens an encrypted text, of which ranges can be read. Returns `nil` if the file doesn't exist.
  /// A file that `write` created is read into memory as a whole. Throws `VaultError`.
  public func text(_ name: String, in directory: String) throws -> SealedText? {
    let sealedName = try self.sealedName(of: name)
    if let text = try blocks(sealedName, in: directory) { return text }
    return try read(name, in: directory).map { SealedText($0) }
  }

  /// Opens the encrypted text of a file that `files(in:)` returned, so that ranges of it can be
  /// read. Throws `VaultError`.
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
