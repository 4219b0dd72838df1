import Files
import Foundation
import Sealing
public import Values

/// What an application keeps of one user at one server, opened: its files can be read and written until it is locked.
public final class Vault: Sendable {
  public let folder: VaultFolder
  /// What opened it, which the server most often takes too.
  public let password: Secret
  /// What the password opens: the bytes of the folder's file `key`.
  let key: [UInt8]
  /// What is played, or what the server's answers are recorded in, as the person asked for it; nil for most. It is locked together with this.
  let recording: SealedRecording?
  private let sealer: Sealer

  init(
    _ folder: VaultFolder, _ key: [UInt8], _ sealer: Sealer, _ password: Secret,
    recording: SealedRecording? = nil
  ) {
    self.folder = folder
    self.key = key
    self.sealer = sealer
    self.password = password
    self.recording = recording
  }

  /// The same together with a recording; in another folder, if one is named, which the same key then opens.
  func with(_ recording: SealedRecording, in folder: VaultFolder? = nil) -> Vault {
    Vault(folder ?? self.folder, key, sealer, password, recording: recording)
  }

  public var account: Account { folder.account }

  /// Seals the user's sessions and other files.
  public var sealing: SealedBodies { SealedBodies(sealer) }

  /// A file name that says nothing to anybody who hasn't the key.
  public func name(of text: String) -> String {
    (try? sealer.name(of: Array(text.utf8))) ?? "locked"
  }

  /// Wipes the key. What is kept stays as it is.
  public func lock() {
    sealer.wipe()
    recording?.lock()
  }

  /// From now on another password opens what is kept.
  public func use(_ password: Secret) async throws -> Vault {
    let key = try await folder.seal(sealer, with: password)
    return Vault(folder, key, sealer, password)
  }
}

extension Vault {
  /// What a sealed file holds; nil if there is none. Throws `VaultProblem`.
  ///
  /// Its name is sealed with it, so that no file can be put in another's place.
  public func read(_ name: String, in folder: String, limit: Int = 256 << 20) throws -> [UInt8]? {
    let sealed = try VaultProblem.ofVault { try file(name, in: folder).read(limit: limit) }
    return try sealed.map { try contents($0, of: name, in: folder) }
  }

  /// What the bytes of a sealed file hold. Throws `VaultProblem`.
  func contents(_ sealed: [UInt8], of name: String, in folder: String) throws -> [UInt8] {
    let path = try file(name, in: folder).path
    let bytes = try unsealed(sealed, of: path)
    let title = Vault.title(name, folder)
    guard bytes.starts(with: title) else {
      throw VaultProblem.damaged(path: path, "it is another file's contents")
    }
    return Array(bytes.dropFirst(title.count))
  }

  /// The bytes that were sealed into a file. Throws `VaultProblem`.
  func unsealed(_ sealed: [UInt8], of path: String) throws -> [UInt8] {
    do {
      return try sealing.open(sealed)
    } catch let refusal as SealedBodies.Refusal {
      throw VaultProblem.damaged(path: path, refusal.rawValue)
    }
  }

  /// Replaces a sealed file, whole or not at all; `durably` waits until the disk has it. Throws `VaultProblem`.
  public func write(
    _ bytes: [UInt8], to name: String, in folder: String, durably: Bool = false
  ) throws {
    let sealed = try sealing.seal(Vault.title(name, folder) + bytes)
    try VaultProblem.ofVault {
      try PrivateFolder("\(self.folder.path)/\(folder)").create()
      try file(name, in: folder).replace(with: sealed, durably: durably)
    }
  }

  /// Deletes a sealed file, if there is one. Throws `VaultProblem`.
  public func remove(_ name: String, in folder: String) throws {
    let path = try file(name, in: folder).path
    if unlink(path) != 0, errno != ENOENT {
      throw VaultProblem.file(.system("deleted", path: path, code: errno))
    }
  }

  private func file(_ name: String, in folder: String) throws -> PrivateFile {
    PrivateFile("\(self.folder.path)/\(folder)/\(try sealer.name(of: Array(name.utf8)))")
  }

  private static func title(_ name: String, _ folder: String) -> [UInt8] {
    Array("reprise-file 1 \(folder) \(name.utf8.count) \(name)\n".utf8)
  }
}
