public import Core
import FoundationEssentials
import Glibc
import Networking

/// A directory, chosen by the user, for encrypted recordings of a server's responses.
///
/// Its file `key` contains a random key, encrypted with a key derived from the password. File names
/// reveal nothing about contents. Replaying a recording requires the password and changes nothing
/// in the directory.
public struct RecordingDirectory: Hashable, Sendable {
  /// The path of the directory as the user entered it, for messages.
  public let path: String
  /// Absolute, with links resolved: changing a link meanwhile doesn't redirect to another
  /// directory.
  let resolvedPath: String

  /// Creates a reference to a directory without accessing it.
  ///
  ///     RecordingDirectory("lessons/week")
  public init(_ path: String) {
    self.path = path
    resolvedPath = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  /// The last component of the directory's path, for display at the top of a screen.
  public var name: String { FilePath.name(of: resolvedPath) }

  static let keyName = VaultKey.fileName
  /// In the unencrypted header of every recording's key. Constant, because the recorded account is
  /// stored encrypted.
  private static let keyOwner = Account(server: "recording")

  /// Checks, without the password, that the directory contains an encrypted recording. Throws
  /// `RecordingError` if it doesn't, or `SealingError` if encryption isn't available.
  public func requireSealed() throws { _ = try readKey() }

  /// Checks, without the password, that a recording can be started or continued in the directory.
  /// Creates the directory if it doesn't exist.
  ///
  /// Throws `RecordingError` or `ReplayError.unwritable` if recording isn't possible, and
  /// `SealingError` if encryption isn't available.
  public func requireRecordable() throws {
    try RecordingTransport.prepare(path)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: resolvedPath) else {
      throw ReplayError.unwritable(path, reason: "the folder can't be read")
    }
    if names.contains(Self.keyName) { return try requireSealed() }
    if !names.allSatisfy(Self.isIgnored) { throw RecordingError.occupied(path) }
  }

  /// Opens a recording for replaying. It must have been made by the same application. Deriving the
  /// key takes about half a second.
  ///
  /// Throws `RecordingError`, for example `wrongPassword`, and `SealingError`.
  ///
  /// - Parameters:
  ///   - password: The password with which the recording was made.
  ///   - application: The name of the application.
  @concurrent public func open(
    _ password: Secret, by application: String
  ) async throws -> SealedRecording {
    do {
      return try await open(readKey(), password, application)
    } catch SealingError.wrongPassword {
      throw RecordingError.wrongPassword(path)
    }
  }

  /// Starts a recording of an account's responses, or continues one of the same account. Verify the
  /// password before, with the server or by opening the account's vault.
  ///
  /// Throws `RecordingError`, `ReplayError.unwritable` and `SealingError`.
  ///
  /// - Parameters:
  ///   - account: The server and user whose responses are recorded.
  ///   - application: The name of the application.
  ///   - password: The password that will be required to replay the recording.
  ///   - timestamp: The present time, in seconds since 1970.
  ///   - kdfCost: The cost of deriving the key from the password.
  @concurrent public func record(
    _ account: Account, by application: String, with password: Secret, at timestamp: Int,
    cost kdfCost: KDFCost = .standard
  ) async throws -> SealedRecording {
    try requireRecordable()
    let origin = SealedRecording.Origin(
      application: application, account: account, timestamp: timestamp)
    do {
      let recording: SealedRecording
      if let vault = try await begin(password, cost: kdfCost) {
        recording = SealedRecording(self, origin, vault)
      } else {
        recording = try await open(readKey(), password, application, orBegin: origin)
        guard recording.origin.account == account else {
          throw RecordingError.otherOrigin(path, recording.origin.account.description)
        }
      }
      return try recording.begun(at: timestamp)
    } catch SealingError.wrongPassword {
      throw RecordingError.otherPassword(path)
    } catch let problem as FileError {
      throw ReplayError.unwritable(path, reason: problem.brief)
    }
  }

  /// Returns `nil` if a key exists, including one that another process has just created. An
  /// existing key is never replaced, because files encrypted with it would become unreadable.
  private func begin(_ password: Secret, cost kdfCost: KDFCost) async throws -> Vault? {
    let key = PrivateFile("\(resolvedPath)/\(Self.keyName)")
    func isThere() -> Bool { FileManager.default.fileExists(atPath: key.path) }
    guard !isThere() else { return nil }
    let vault = try await VaultDirectory(of: Self.keyOwner, at: resolvedPath).makeUnstored(
      password, cost: kdfCost)
    let directory = PrivateDirectory(resolvedPath)
    try directory.create()
    return try directory.whileLocked {
      guard !isThere() else { return nil }
      try VaultKey.write(vault.key, to: key)
      return vault
    }
  }

  /// If recording was interrupted before the origin was written, starts again with `new`.
  @concurrent package func open(
    _ key: [UInt8], _ password: Secret, _ application: String,
    orBegin new: SealedRecording.Origin? = nil
  ) async throws -> SealedRecording {
    let vault: Vault
    do {
      vault = try await VaultDirectory(of: Self.keyOwner, at: resolvedPath).open(key, password)
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

  private var hasNothingElse: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: resolvedPath)) ?? []
    return names.allSatisfy {
      $0 == Self.keyName || $0 == SealedRecording.directoryName || Self.isIgnored($0)
    }
  }

  /// The system may have created the file, or a process that was interrupted while writing the key.
  private static func isIgnored(_ name: String) -> Bool {
    name.hasPrefix(".") || name == "lost+found"
      || name.hasPrefix(keyName + ".") && name.hasSuffix(".new")
  }

  func readKey() throws -> [UInt8] {
    guard FileManager.default.fileExists(atPath: resolvedPath) else {
      throw RecordingError.nowhere(path)
    }
    guard NamedFile.isDirectory(resolvedPath) else { throw RecordingError.notADirectory(path) }
    do {
      // `PrivateFile` isn't used, because the recording may belong to another user or be on a
      // read-only disk.
      let key = try NamedFile.read(
        "\(resolvedPath)/\(Self.keyName)", sizeLimit: VaultKey.maximumLength)
      if VaultKey.isNewer(key) { throw RecordingError.newer(path) }
      guard let read = VaultKey(key) else { throw RecordingError.damagedKey(path) }
      _ = try SealedEnvelope(readingFrom: read.sealed)
      guard read.account == Self.keyOwner else { throw RecordingError.notARecording(path) }
      return key
    } catch ReplayError.noSuchFile {
      throw RecordingError.notSealed(path)
    } catch ReplayError.notPermitted {
      throw RecordingError.unreadable(path, reason: "you aren't permitted to read it")
    } catch ReplayError.unreadable(_, let reason) {
      throw RecordingError.unreadable(path, reason: reason)
    } catch is ReplayError {
      throw RecordingError.notSealed(path)
    } catch SealingError.newer {
      throw RecordingError.newer(path)
    } catch SealingError.notSealed, SealingError.changedEnvelope,
      SealingError.unsafeParameters
    {
      throw RecordingError.damagedKey(path)
    }
  }
}

extension RecordingDirectory {
  /// It stands for a recording while that is replayed. No server has this name.
  package var account: Account { Account(server: "unplugged \(name)") }
}
