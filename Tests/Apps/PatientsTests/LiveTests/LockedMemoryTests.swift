import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import Encryption
@testable import Patients
@testable import Reprise

/// The real executable has a record open and is locked; then the kernel is asked for all of its
/// memory.
@MainActor
@Suite(
  .serialized,
  .enabled(if: TmuxTerminal.isInstalled, "tmux isn't installed; make test installs it"),
  .enabled(
    if: geteuid() == 0,
    "the memory of a program that seals can't be read by its own user, only by root"),
  .timeLimit(.minutes(10)))
struct LockedMemoryTests {
  private static let grace = "a0000001-0000-4000-8000-000000001eef"
  /// Names, identifiers, findings and an id.
  private static let ofThePatient =
    ["Grace", "Akinyi", "Odhiambo", "1000F3", "FIX-22114", "22114-08", "Penicillin", grace]

  @Test("Locked patients has no secrets in its memory")
  func nothingOfTheLoginOrOfThePatientIsLeft() async throws {
    let clinic = try await Clinic(saving: [Self.grace])
    let terminal = try clinic.terminal()
    try await terminal.wait(for: "Password")
    let memory = ProcessMemory(of: try terminal.processIdentifier())
    // The program carries its demo data, in which the same patient stands.
    let own = try memory.counts(of: Self.texts(Self.ofThePatient))
    try await terminal.unlock()
    _ = try await terminal.walk(.open("grace") + ["3"])
    try terminal.press("o")
    try await terminal.wait(for: "1 of 1 saved")
    let secrets = try await secrets(clinic)
    // A search that finds nothing here would say nothing about what it doesn't find later.
    let open = try memory.counts(of: secrets + Self.texts(Self.ofThePatient))
    for name in ["the password", "the key", "Odhiambo", "1000F3"] {
      #expect(
        open[name, default: 0] > own[name, default: 0],
        "\(name) isn't found while it is open: \(open)")
    }
    try terminal.press(.escape)
    try await terminal.wait(for: "Encounters]")
    try terminal.press("L")
    try await terminal.wait(for: "› Locked")
    // What is under way gives up a moment later.
    var left: [String: Int] = [:]
    do {
      try await terminal.wait("an empty memory") {
        left =
          try memory.counts(of: secrets + Self.texts(Self.ofThePatient))
          .filter { $1 > own[$0, default: 0] }
        return left.isEmpty
      }
    } catch is TmuxError {
      Issue.record("locked, there is in memory: \(left)")
    }
    // It is still there, and was looked into.
    #expect(try memory.counts(of: Self.texts(["Locked"]))["Locked", default: 0] > 0)
    try await terminal.unlock()
    try await terminal.wait(for: "Encounters]")
  }

  /// The login and the key, in all forms in which they are sent, stored or shown.
  private func secrets(_ clinic: Clinic) async throws -> [SoughtBytes] {
    let account = try #require(clinic.viewer.server?.account)
    let directory = try VaultDirectory(of: account, in: clinic.home.file("state/patients"))
    let vault = try await directory.open(Secret(Clinic.password))
    defer { vault.lock() }
    // The key leaves its sealer sealed by another one alone.
    var word = Array("another".utf8)
    let other = try Sealer(wiping: &word, parameters: KeyParameters())
    let halves = try other.open(
      vault.sealer.sealedKey(by: other), authenticating: Array("reprise-key 1".utf8))
    let (key, names) = (Data(halves.prefix(32)), Data(halves.suffix(32)))
    let login = Data("nurse:\(Clinic.password)".utf8)
    // Without the last letters, which are what stands behind the password.
    return [
      SoughtBytes("base64 of the login", Data(login.base64EncodedString().dropLast(4).utf8)),
      SoughtBytes("the login", login), SoughtBytes("the password", Data(Clinic.password.utf8)),
    ] + Self.forms(key, "the key") + Self.forms(names, "the key of names")
  }

  private static func forms(_ bytes: Data, _ name: String) -> [SoughtBytes] {
    let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let base64 = String(bytes.base64EncodedString().dropLast(2))
    let url = base64.replacing("+", with: "-").replacing("/", with: "_")
    return [
      SoughtBytes(name, bytes), SoughtBytes("\(name) in hexadecimal", Data(hexadecimal.utf8)),
      SoughtBytes("\(name) in large hexadecimal", Data(hexadecimal.uppercased().utf8)),
      SoughtBytes("\(name) in base64", Data(base64.utf8)),
      SoughtBytes("\(name) in base64 of addresses", Data(url.utf8)),
    ]
  }

  private static func texts(_ texts: [String]) -> [SoughtBytes] {
    texts.map { SoughtBytes($0, Data($0.utf8)) }
  }
}
