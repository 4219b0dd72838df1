import Files
import Foundation
import Networking
public import Sealing
public import Values

/// A folder of the person's choosing for a server's answers, all of them sealed.
///
/// A recording is made as a vault is: its file `key` holds the recording's own random key, sealed with one that is made from the password;
/// no file's name says what the file holds. To replay a recording takes the folder and the password, and writes nothing there.
public struct RecordingDirectory: Hashable, Sendable {
  /// The path as the person gave it.
  public let path: String
  /// The same path from the root on, without links: another folder mustn't take its place meanwhile.
  let place: String

  /// Names a folder. Nothing is looked at yet.
  ///
  ///     RecordingDirectory("lessons/week")
  public init(_ path: String) {
    self.path = path
    place = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// The folder's name, for the top line.
  public var name: String { (place as NSString).lastPathComponent }

  static let keyName = VaultKey.fileName
  /// The account that every recording's key names in the clear: the account of the answers is sealed.
  private static let keyOwner = Account(server: "recording")

  /// Sees that the folder is a sealed recording, as far as can be told without the password. Throws `RecordingError`, and
  /// `SealingError` if nothing can be unsealed here.
  public func requireSealed() throws { _ = try readKey() }

  /// Sees that a recording can be begun or continued there, as far as can be told without the password; makes the folder if it isn't
  /// there. Throws `RecordingError`, `ReplayError.unwritable`, and `SealingError`.
  public func requireRecordable() throws {
    try RecordingTransport.prepare(path)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else {
      throw ReplayError.unwritable(path, reason: "the folder can't be read")
    }
    if names.contains(Self.keyName) { return try requireSealed() }
    if !names.allSatisfy(Self.isNobodys) { throw RecordingError.occupied(path) }
  }

  /// Opens an application's recording. Throws `RecordingError` and `SealingError`.
  ///
  /// Deriving the key takes about half a second.
  @concurrent public func open(
    _ password: Secret, by application: String
  ) async throws -> SealedRecording {
    do {
      return try await open(readKey(), password, application)
    } catch SealingError.wrongPassword {
      throw RecordingError.wrongPassword(path)
    }
  }

  /// Begins or continues a recording: the server has accepted the password, or the account's vault opened with it.
  ///
  /// Throws `RecordingError`, `ReplayError.unwritable` and `SealingError`.
  @concurrent public func record(
    _ account: Account, by application: String, with password: Secret, at timestamp: Int,
    measurementSet effort: KDFCost = .standard
  ) async throws -> SealedRecording {
    try requireRecordable()
    let origin = SealedRecording.Origin(
      application: application, account: account, timestamp: timestamp)
    do {
      let recording: SealedRecording
      if let vault = try await begin(password, measurementSet: effort) {
        recording = SealedRecording(self, origin, vault)
      } else {
        recording = try await open(readKey(), password, application, orBegin: origin)
        guard recording.origin.account == account else {
          throw RecordingError.otherOrigin(path, recording.origin.account.words)
        }
        try recording.vault.renewKey(measurementSet: effort)
      }
      return try recording.begun(at: timestamp)
    } catch SealingError.wrongPassword {
      throw RecordingError.otherPassword(path)
    } catch let problem as FileError {
      throw ReplayError.unwritable(path, reason: problem.brief)
    }
  }

  /// Makes the recording's key; nil if there is one, be it another process's that began meanwhile: what is sealed with a key that was replaced
  /// nobody could open.
  private func begin(_ password: Secret, measurementSet effort: KDFCost) async throws -> Vault? {
    let key = PrivateFile("\(place)/\(Self.keyName)")
    func isThere() -> Bool { FileManager.default.fileExists(atPath: key.path) }
    guard !isThere() else { return nil }
    let vault = try await VaultDirectory(of: Self.keyOwner, at: place).unkept(
      password, measurementSet: effort)
    let directory = PrivateDirectory(place)
    try directory.create()
    return try directory.whileLocked {
      guard !isThere() else { return nil }
      try VaultKey.write(vault.key, to: key)
      return vault
    }
  }

  /// Opens a recording with the bytes of its file `key`. One that ended before it named its origin is begun anew, if an origin is given.
  @concurrent package func open(
    _ key: [UInt8], _ password: Secret, _ application: String,
    orBegin new: SealedRecording.Origin? = nil
  ) async throws -> SealedRecording {
    let vault: Vault
    do {
      vault = try await VaultDirectory(of: Self.keyOwner, at: place).open(key, password)
    } catch VaultError.damagedKey {
      throw RecordingError.damagedKey(path)
    }
    guard let origin = try SealedRecording.Origin(in: vault, self) ?? (hasNothingElse ? new : nil)
    else { throw RecordingError.notARecording(path) }
    guard origin.application == application else {
      throw RecordingError.otherOrigin(path, "another application, “\(origin.application)”")
    }
    return SealedRecording(self, origin, vault)
  }

  /// True if there is nothing but a recording's files, if not all of them.
  private var hasNothingElse: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return names.allSatisfy {
      $0 == Self.keyName || $0 == SealedRecording.directoryName || Self.isNobodys($0)
    }
  }

  /// Tells whether a file is one that a system keeps in every folder, or was left by a process that ended while it wrote the key.
  private static func isNobodys(_ name: String) -> Bool {
    name.hasPrefix(".") || name == "lost+found"
      || name.hasPrefix(keyName + ".") && name.hasSuffix(".new")
  }

  /// Reads the file that the password opens, and checks it. Throws `RecordingError` and `SealingError`.
  func readKey() throws -> [UInt8] {
    guard FileManager.default.fileExists(atPath: place) else {
      throw RecordingError.nowhere(path)
    }
    guard NamedFile.isDirectory(place) else { throw RecordingError.notADirectory(path) }
    do {
      // Not as files are read that are one's own to write: it may be another user's, and on a disk that can't be written.
      let key = try NamedFile.read("\(place)/\(Self.keyName)", sizeLimit: VaultKey.maximumLength)
      if VaultKey.isNewer(key) { throw RecordingError.newer(path) }
      guard let read = VaultKey(key) else { throw RecordingError.damagedKey(path) }
      _ = try SealedEnvelope(readingFrom: read.sealed)
      guard read.account == Self.keyOwner else { throw RecordingError.notARecording(path) }
      return key
    } catch ReplayError.noSuchFile {
      throw RecordingError.notSealed(path, hasJSON: hasJSON)
    } catch ReplayError.notPermitted {
      throw RecordingError.unreadable(path, reason: "you aren't permitted to read it")
    } catch ReplayError.unreadable(_, let reason) {
      throw RecordingError.unreadable(path, reason: reason)
    } catch is ReplayError {
      throw RecordingError.notSealed(path, hasJSON: false)
    } catch SealingError.newer {
      throw RecordingError.newer(path)
    } catch SealingError.notSealed, SealingError.changedEnvelope,
      SealingError.unsafeParameters
    {
      throw RecordingError.damagedKey(path)
    }
  }

  private var hasJSON: Bool {
    let names = FileManager.default.enumerator(atPath: place)
    // Recordings in the clear begin with a folder or two; all of somebody's home isn't looked through.
    for _ in 0..<1000 {
      guard let name = names?.nextObject() as? String else { return false }
      if name.hasSuffix(".json") { return true }
    }
    return false
  }
}

extension RecordingDirectory {
  /// The account that stands for a recording where one is meant. No server is called so.
  package var account: Account { Account(server: "unplugged \(name)") }
}
