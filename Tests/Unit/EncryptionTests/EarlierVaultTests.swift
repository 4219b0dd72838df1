import Core
import Foundation
import Networking
import RepriseTesting
import Restoration
import Testing

@testable import Encryption

/// What releases have kept: Snapshots/vaults has a vault of each format, and a recording. That of
/// format 1 the release before format 2 made.
@Suite(.cheapKeys) struct EarlierVaultTests {
  private static let question = "/resources/users/6"
  private let sample: SampleVault
  private var home: TemporaryDirectory { sample.home }
  private var directory: VaultDirectory { sample.directory }

  init() throws { sample = try SampleVault(in: Self.released("format-1")) }

  /// A copy of what was kept in a format.
  private static func released(_ format: String) throws -> TemporaryDirectory {
    let home = try TemporaryDirectory()
    let released = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Snapshots/vaults/\(format)")
    // The bytes alone: whose the checkout is, and who may read it, is nobody's matter here.
    for name in try FileManager.default.subpathsOfDirectory(atPath: released.path) {
      let (from, to) = (released.appending(path: name), URL(filePath: home.file(name)))
      if try from.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true {
        try FileManager.default.createDirectory(
          at: to, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } else {
        try Data(contentsOf: from).write(to: to)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: to.path)
      }
    }
    return home
  }

  private func snapshot(_ vault: Vault, _ name: String) throws -> Snapshot? {
    let path = try vault.directory.sessionStore().file(forSession: name, account: nil)
    return try SnapshotFile(path: path, sealing: vault.sealing).load().body
      .map { try Snapshot(body: $0) }
  }

  private func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: Unicode.ASCII.self)
  }

  @Test("Vault of an earlier format opens completely", arguments: ["format-1", "format-2"])
  func allOfItOpens(format: String) async throws {
    let sample = try SampleVault(in: Self.released(format))
    let vault = try await sample.open()
    #expect(try vault.read("patient 7", in: "saved") == Array("Amina".utf8))
    let texts = try vault.files(in: "saved").map { file in
      let text = try vault.text(file, in: "saved")
      return String(decoding: try text.bytes(0..<text.count), as: UTF8.self)
    }
    #expect(Set(texts) == (format == "format-1" ? ["Amina"] : ["Amina", "Benedikt"]))
    let question = try #require(ResourceURI(Self.question))
    let entry = try #require(vault.responseCache.entry(for: question))
    #expect(entry.body == Array(#"{"name":"Luca"}"#.utf8) && entry.tag == "\"7\"")
    #expect(entry.timestamp == 1_795_000_000)
    for name in ["main", "other"] {
      let found = try snapshot(vault, name)
      #expect(found?.entries.first?.contents?.title == name)
      #expect(found?.savedAt == 1_795_000_003)
    }
    let recording = try await RecordingDirectory(sample.home.file("recording")).open(
      Secret("geheim"), by: "app")
    #expect(try recording.response(to: question)?.body == Array(#"{"name":"Luca"}"#.utf8))
  }

  @Test("Vault of an earlier format is written in the new format")
  func whatIsWrittenNowIsOfTheNewFormat() async throws {
    let vault = try await sample.open()
    try vault.write(Array("Amina".utf8), to: "patient 7", in: "saved")
    let file = "\(directory.path)/saved/\(vault.name(of: "patient 7"))"
    #expect(text(file).hasPrefix("reprise-sealed 2 key "))
    let path = try directory.sessionStore().file(forSession: "main", account: nil)
    let session = SnapshotFile(path: path, sealing: vault.sealing)
    _ = try session.load()
    let other = try #require(try snapshot(vault, "other"))
    try session.save(other.body)
    try session.flush()
    #expect(text(path).contains("reprise-snapshot 2 generation 4 "))
    #expect(text(path).contains("reprise-snapshot 1 generation 3 "))
    // What stood there before is whole beside it.
    #expect(try snapshot(vault, "main")?.entries.first?.contents?.title == "other")
    let again = try await sample.open()
    #expect(try again.read("patient 7", in: "saved") == Array("Amina".utf8))
  }

  /// A release that reads format 1 alone says so, and not that all it finds is damaged.
  @Test("Vault key of an earlier format is upgraded") func theKeySaysThatThereIsSomethingNewer()
    async throws
  {
    #expect(try sample.envelope().format == 1)
    let vault = try await sample.open()
    #expect(try sample.envelope().format == 2)
    #expect(text(directory.path + "/key") == text(directory.path + "/key.copy"))
    // The bytes that a locked run keeps open it, too.
    #expect(try await directory.open(vault.key, Secret("geheim")).account == SampleVault.account)
  }

  @Test("Recording of an earlier format plays and stays unchanged")
  func anEarlierRecordingPlaysAndStaysAsItIs() async throws {
    let before = text(home.file("recording/key"))
    let recording = RecordingDirectory(home.file("recording"))
    let played = try await recording.open(Secret("geheim"), by: "app")
    let question = try #require(ResourceURI(Self.question))
    #expect(try played.response(to: question)?.body == Array(#"{"name":"Luca"}"#.utf8))
    #expect(text(home.file("recording/key")) == before)
    #expect(before.contains("\nreprise-sealed 1 cipher"))
    _ = try await recording.record(
      SampleVault.account, by: "app", with: Secret("geheim"), at: 1_795_000_100,
      cost: .least)
    #expect(text(home.file("recording/key")) == before)
    let again = try await recording.open(Secret("geheim"), by: "app")
    #expect(try again.response(to: question)?.body == Array(#"{"name":"Luca"}"#.utf8))
    #expect(again.timestamp == 1_795_000_100)
  }
}
