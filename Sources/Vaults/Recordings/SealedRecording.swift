import Foundation
public import Networking
import Sealing
public import Values

/// A server's answers in a folder of the person's choosing, sealed, and opened until it is locked.
///
/// Each answer is a file, which holds its resource too, so none can be put in another's place.
public struct SealedRecording: RecordedResponses {
  /// The folder of the recording.
  public let folder: RecordingFolder
  let origin: Origin
  package let vault: Vault

  init(_ folder: RecordingFolder, _ origin: Origin, _ vault: Vault) {
    self.folder = folder
    self.origin = origin
    self.vault = vault
  }

  public var place: String { folder.path }
  /// The account that the answers are of.
  public var account: Account { origin.account }
  /// The moment when recording last began, in seconds since 1970.
  public var moment: Int { origin.moment }

  static let folderName = "recorded"
  private static let head = "reprise-recorded 1"

  public func answer(to resource: ResourceURI) throws -> RecordedResponse? {
    guard let bytes = try Self.read(resource.text, vault, folder) else { return nil }
    guard let answer = Self.answer(bytes) else {
      throw RecordingError.damagedAnswer(
        file: "\(folder.path)/\(Self.folderName)/\(vault.name(of: resource.text))")
    }
    return answer
  }

  /// Reads all recorded answers to some resources, in no order, and counts the files that can't be read. Every file is opened for that.
  /// Throws `RecordingError`.
  public func answers(
    where isWanted: (ResourceURI) -> Bool
  ) throws -> (answers: [(resource: ResourceURI, answer: RecordedResponse)], unreadable: Int) {
    let path = "\(folder.place)/\(Self.folderName)"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw RecordingError.nowhere(folder.path)
    }
    var answers: [(resource: ResourceURI, answer: RecordedResponse)] = []
    var unreadable = 0
    // What else there is was left behind by a process that ended while it wrote.
    for name in names where name.count == 32 {
      guard let sealed = try? NamedFile.read("\(path)/\(name)", sizeLimit: Self.limit),
        let file = try? vault.contents(sealed, at: name, in: Self.folderName)
      else {
        unreadable += 1
        continue
      }
      guard let resource = ResourceURI(file.name), isWanted(resource) else { continue }
      guard let answer = Self.answer(file.bytes) else {
        unreadable += 1
        continue
      }
      answers.append((resource, answer))
    }
    return (answers, unreadable)
  }

  /// The moments that a recording may be of: whoever gives one away may have written any number, with which nothing can be reckoned.
  fileprivate static let moments = 0...253_402_300_799

  private static let limit = SealedFormat.sealedLimit(NamedFile.sizeLimit)

  /// The answer in a file's bytes; nil if they are none.
  static func answer(_ bytes: [UInt8]) -> RecordedResponse? {
    // "reprise-recorded 1 200 1795262400", and then the body.
    guard bytes.starts(with: "\(head) ".utf8),
      let end = bytes.prefix(64).firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let numbers = String(decoding: bytes[(head.utf8.count + 1)..<end], as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let status = numbers[0], let moment = numbers[1],
      moments.contains(moment)
    else { return nil }
    return RecordedResponse(
      status: status, Array(bytes[(end + 1)...]), at: moment == 0 ? nil : moment)
  }

  public func record(_ answer: RecordedResponse, to resource: ResourceURI) throws {
    try write(
      Array("\(Self.head) \(answer.status) \(answer.moment ?? 0)\n".utf8) + answer.body,
      to: resource.text)
  }

  /// Wipes the key.
  package func lock() { vault.lock() }

  /// Writes down that recording begins now, and returns the recording with that moment.
  func begun(at moment: Int) throws -> SealedRecording {
    let origin = Origin(
      application: origin.application, account: origin.account, moment: moment)
    try write(origin.json.bytes, to: Origin.name)
    return SealedRecording(folder, origin, vault)
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    do {
      try vault.write(bytes, to: name, in: Self.folderName)
    } catch let problem as VaultError {
      throw ReplayError.unwritable(folder.path, reason: problem.brief)
    }
  }

  /// Reads a file, which may be another user's, and on a disk that can't be written: only the seal counts.
  fileprivate static func read(
    _ name: String, _ vault: Vault, _ folder: RecordingFolder
  ) throws -> [UInt8]? {
    let path = "\(folderName)/\(vault.name(of: name))"
    do {
      let sealed = try NamedFile.read(
        "\(folder.place)/\(path)", sizeLimit: limit)
      return try vault.contents(sealed, of: name, in: folderName)
    } catch ReplayError.noSuchFile {
      // A folder that was taken away has everything missing.
      guard NamedFile.isFolder(folder.place) else { throw RecordingError.nowhere(folder.path) }
      return nil
    } catch ReplayError.unreadable(_, let reason) {
      throw RecordingError.unreadable("\(folder.path)/\(path)", reason: reason)
    } catch ReplayError.notPermitted {
      throw RecordingError.unreadable(
        "\(folder.path)/\(path)", reason: "you aren't permitted to read it")
    } catch is ReplayError {
      throw RecordingError.damagedAnswer(file: "\(folder.path)/\(path)")
    } catch is VaultError {
      throw RecordingError.damagedAnswer(file: "\(folder.path)/\(path)")
    }
  }
}

extension SealedRecording {
  /// The origin of a recording: the account, the application, and the moment when recording last began.
  package struct Origin: Hashable, Sendable {
    let application: String
    let account: Account
    let moment: Int

    /// The name of the origin's file. No resource is called so: those begin with a slash.
    static let name = "recording"

    init(application: String, account: Account, moment: Int) {
      self.application = application
      self.account = account
      self.moment = moment
    }

    /// Reads a recording's origin; nil if the folder is no recording. Throws `RecordingError.newer` for a later format.
    init?(in vault: Vault, _ folder: RecordingFolder) throws {
      guard let bytes = try SealedRecording.read(Self.name, vault, folder) else { return nil }
      let json = try JSON(bytes)
      guard json["format"]?.int == 1 else { throw RecordingError.newer(folder.path) }
      guard let application = json["application"]?.string, let server = json["server"]?.string,
        let moment = json["moment"]?.int, SealedRecording.moments.contains(moment)
      else { return nil }
      self.init(
        application: application,
        account: Account(server: server, user: json["user"]?.string ?? ""), moment: moment)
    }

    var json: JSON {
      .object([
        JSON.Member("format", .number("1")), JSON.Member("application", .string(application)),
        JSON.Member("server", .string(account.server)), JSON.Member("user", .string(account.user)),
        JSON.Member("moment", .number(String(moment))),
      ])
    }
  }
}
