public import Core
import FoundationEssentials
import Glibc
public import Networking

/// An open recording of a server's responses, encrypted in a directory that the user chose.
/// Responses can be read and recorded until the application locks the recording.
///
/// Each file contains the URI of its resource, so that a file can't be substituted for another.
public struct SealedRecording: RecordedResponses {
  /// The directory that contains the recording's files.
  public let directory: RecordingDirectory
  let origin: Origin
  package let vault: Vault

  init(_ directory: RecordingDirectory, _ origin: Origin, _ vault: Vault) {
    self.directory = directory
    self.origin = origin
    self.vault = vault
  }

  public var location: String { directory.path }
  /// The account, that is, server and user, whose responses were recorded.
  public var account: Account { origin.account }
  /// The time when recording was last started or continued, in seconds since 1970.
  public var timestamp: Int { origin.timestamp }

  static let directoryName = "recorded"
  private static let head = "reprise-recorded 1"

  public func response(to resource: ResourceURI) throws -> RecordedResponse? {
    guard let bytes = try Self.read(resource.text, vault, directory) else { return nil }
    guard let response = Self.response(from: bytes) else {
      throw RecordingError.damagedResponse(
        file: "\(directory.path)/\(Self.directoryName)/\(vault.name(of: resource.text))")
    }
    return response
  }

  /// Decrypts all files, and returns the responses to the resources for which `isWanted` returns
  /// true, in no particular order. Also returns the number of files that couldn't be read. Throws
  /// `RecordingError` if the recording can't be accessed.
  public func responses(
    where isWanted: (ResourceURI) -> Bool
  ) throws -> (responses: [(resource: ResourceURI, response: RecordedResponse)], unreadable: Int) {
    let path = "\(directory.resolvedPath)/\(Self.directoryName)"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw RecordingError.nowhere(directory.path)
    }
    var responses: [(resource: ResourceURI, response: RecordedResponse)] = []
    var unreadable = 0
    // Other names are temporary files of an interrupted process.
    for name in names where name.count == 32 {
      guard let sealed = try? NamedFile.read("\(path)/\(name)", sizeLimit: Self.limit),
        let file = try? vault.contents(sealed, at: name, in: Self.directoryName)
      else {
        unreadable += 1
        continue
      }
      guard let resource = ResourceURI(file.name), isWanted(resource) else { continue }
      guard let response = Self.response(from: file.bytes) else {
        unreadable += 1
        continue
      }
      responses.append((resource, response))
    }
    return (responses, unreadable)
  }

  /// Up to the year 9999: a recording from another user may contain any number, which could
  /// overflow in calculations.
  fileprivate static let timestamps = 0...253_402_300_799

  private static let limit = SealedFormat.sealedLimit(NamedFile.sizeLimit)

  static func response(from bytes: [UInt8]) -> RecordedResponse? {
    // The format is "reprise-recorded 1 200 1795262400" (status and time), then the body.
    guard bytes.starts(with: "\(head) ".utf8),
      let end = bytes.prefix(64).firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let numbers = String(decoding: bytes[(head.utf8.count + 1)..<end], as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let status = numbers[0], let timestamp = numbers[1],
      timestamps.contains(timestamp)
    else { return nil }
    return RecordedResponse(
      status: status, Array(bytes[(end + 1)...]), at: timestamp == 0 ? nil : timestamp)
  }

  public func record(_ response: RecordedResponse, to resource: ResourceURI) throws {
    try write(
      Array("\(Self.head) \(response.status) \(response.timestamp ?? 0)\n".utf8) + response.body,
      to: resource.text)
  }

  package func lock() { vault.lock() }

  func begun(at timestamp: Int) throws -> SealedRecording {
    let origin = Origin(
      application: origin.application, account: origin.account, timestamp: timestamp)
    try write(origin.json.bytes, to: Origin.name)
    return SealedRecording(directory, origin, vault)
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    do {
      try vault.write(bytes, to: name, in: Self.directoryName)
    } catch let problem as VaultError {
      throw ReplayError.unwritable(directory.path, reason: problem.brief)
    }
  }

  /// The file may belong to another user or be on a read-only disk; decrypting checks it.
  fileprivate static func read(
    _ name: String, _ vault: Vault, _ directory: RecordingDirectory
  ) throws -> [UInt8]? {
    let path = "\(directoryName)/\(vault.name(of: name))"
    do {
      let sealed = try NamedFile.read(
        "\(directory.resolvedPath)/\(path)", sizeLimit: limit)
      return try vault.contents(sealed, of: name, in: directoryName)
    } catch ReplayError.noSuchFile {
      // If the whole directory was removed, reports that rather than a missing response.
      guard NamedFile.isDirectory(directory.resolvedPath) else {
        throw RecordingError.nowhere(directory.path)
      }
      return nil
    } catch ReplayError.unreadable(_, let reason) {
      throw RecordingError.unreadable("\(directory.path)/\(path)", reason: reason)
    } catch ReplayError.notPermitted {
      throw RecordingError.unreadable(
        "\(directory.path)/\(path)", reason: "you aren't permitted to read it")
    } catch is ReplayError {
      throw RecordingError.damagedResponse(file: "\(directory.path)/\(path)")
    } catch is VaultError {
      throw RecordingError.damagedResponse(file: "\(directory.path)/\(path)")
    }
  }
}

extension SealedRecording {
  /// The origin of a recording; the time is when recording last started.
  package struct Origin: Hashable, Sendable {
    let application: String
    let account: Account
    let timestamp: Int

    /// Resources can't have this name, because they start with a slash.
    static let name = "recording"

    init(application: String, account: Account, timestamp: Int) {
      self.application = application
      self.account = account
      self.timestamp = timestamp
    }

    /// `nil` if the directory isn't a recording. Throws `RecordingError.newer` for a newer format.
    init?(in vault: Vault, _ directory: RecordingDirectory) throws {
      guard let bytes = try SealedRecording.read(Self.name, vault, directory) else { return nil }
      let json = try JSON(bytes)
      guard json["format"]?.int == 1 else { throw RecordingError.newer(directory.path) }
      guard let application = json["application"]?.string, let server = json["server"]?.string,
        let timestamp = json["moment"]?.int, SealedRecording.timestamps.contains(timestamp)
      else { return nil }
      self.init(
        application: application,
        account: Account(server: server, user: json["user"]?.string ?? ""), timestamp: timestamp)
    }

    var json: JSON {
      .object([
        JSON.Member("format", .number("1")), JSON.Member("application", .string(application)),
        JSON.Member("server", .string(account.server)), JSON.Member("user", .string(account.user)),
        JSON.Member("moment", .number(String(timestamp))),
      ])
    }
  }
}
