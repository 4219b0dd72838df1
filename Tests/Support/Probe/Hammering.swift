import Accounts
import Encryption
import Foundation
import Reprise

/// Work on a vault that other processes work on, too, as fast as it goes: whatever is read is
/// whole, and nothing that was counted is lost.
struct Hammering {
  /// The home of the vault.
  let directory: String
  /// The number of this process.
  let number: Int
  let seconds: Int

  private struct Torn: LocalizedError {
    let what: String
    var errorDescription: String? { what }
  }

  private static let account = Account(server: "https://clinic.example.org", user: "nurse")

  private func require(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
    if !isTrue { throw Torn(what: what()) }
  }

  /// Works until the time is over. Returns how often it counted, and all counts of all processes
  /// that it saw last.
  func run() async throws -> (own: Int, all: Int, rounds: Int) {
    let end = ContinuousClock.now + .seconds(seconds)
    let home = try VaultDirectory(of: Self.account, in: directory)
    var vault = try await home.make(Secret("geheim"), cost: .least)
    var random = UInt64(number + 1)
    var (own, all, rounds) = (0, 0, 0)
    while ContinuousClock.now < end || rounds == 0 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      try file(vault, rounds, Int(random >> 44))
      all = try count(vault)
      own += 1
      try answer(vault, rounds)
      try session(vault, rounds)
      if rounds % 500 == 499 {
        // The key is replaced under the other's eyes.
        if number == 0 {
          try await vault.use(Secret("geheim"), cost: .least)
        } else {
          vault.lock()
          vault = try await home.open(Secret("geheim"), cost: .least)
        }
      }
      rounds += 1
    }
    return (own, all, rounds)
  }

  /// A file that says in each of its words who wrote it, and when.
  private func file(_ vault: Vault, _ round: Int, _ length: Int) throws {
    let word = "\(number)-\(round) "
    let text = String(repeating: word, count: 1 + length % 4000)
    try vault.write(Array(text.utf8), to: "shared", in: "saved", durably: round % 50 == 0)
    guard let bytes = try vault.read("shared", in: "saved") else {
      throw Torn(what: "the file is gone")
    }
    let words = Set(String(decoding: bytes, as: UTF8.self).split(separator: " "))
    try require(words.count == 1, "a file of \(words.count) writers: \(words.prefix(3))")
  }

  private func count(_ vault: Vault) throws -> Int {
    try vault.whileLocked("count") {
      let bytes = try vault.read("count", in: "count") ?? Array("0".utf8)
      guard let before = Int(String(decoding: bytes, as: UTF8.self)) else {
        throw Torn(what: "the count isn't a number")
      }
      try vault.write(Array(String(before + 1).utf8), to: "count", in: "count")
      return before + 1
    }
  }

  private func answer(_ vault: Vault, _ round: Int) throws {
    guard let question = ResourceURI("/patient/\(round % 7)") else { return }
    let body = [UInt8](repeating: UInt8(0x30 + number % 10), count: 100 + round % 5000)
    let cache = vault.responseCache
    try cache.store(body, at: 60, for: question)
    guard let entry = cache.entry(for: question) else { throw Torn(what: "an answer is gone") }
    try require(Set(entry.body).count == 1 && entry.timestamp == 60, "an answer of two writers")
    try require(vault.turn(of: 60) == 0, "the clock was set back")
  }

  private func session(_ vault: Vault, _ round: Int) throws {
    try vault.directory.sessionStore().create()
    let path = try vault.directory.sessionStore().file(
      forSession: "window-\(number)", account: nil)
    let body = Array("{\"round\":\(round)}".utf8)
    let file = SnapshotFile(path: path, sealing: vault.sealing)
    let before = try file.load()
    try require(before.damage == nil, before.damage ?? "")
    try file.save(body)
    if round % 20 == 0 { try file.flush() }
    let saved = try SnapshotFile(path: path, sealing: vault.sealing).look()
    try require(saved.body == body && saved.damage == nil, "a session is torn: \(saved)")
  }
}
