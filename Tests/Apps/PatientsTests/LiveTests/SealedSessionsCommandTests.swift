import Accounts
import Foundation
import RepriseTesting
import Restoration
import Testing

@testable import Reprise

/// `patients sessions` where sessions are sealed: it says whose they are and since when, and opens
/// none.
@Suite struct SealedSessionsCommandTests {
  private let home: TemporaryDirectory
  private static let secret = "Amina"

  init() throws { home = try TemporaryDirectory() }

  private func keep(_ user: String, _ sessions: String...) async throws -> VaultDirectory {
    let account = Account(server: "https://clinic.example.org", user: user)
    let directory = try VaultDirectory(of: account, in: home.file("state/patients"))
    let vault = try await directory.make(Secret("geheim"))
    try vault.write(Array(Self.secret.utf8), to: "a", in: "saved")
    try directory.sessionStore().create()
    for name in sessions {
      let path = try directory.sessionStore().file(forSession: name, account: nil)
      let file = SnapshotFile(path: path, sealing: vault.sealing)
      _ = try file.load()
      try file.save(Array(Self.secret.utf8))
      try file.flush()
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_795_262_400)], ofItemAtPath: path)
    }
    return directory
  }

  private func sessions(_ words: String...) throws -> ProgramRun {
    try ProgramRun(
      BuiltProgram.path("patients"), ["sessions"] + words,
      environment: SafeEnvironment.variables([
        "HOME": home.path, "XDG_STATE_HOME": home.file("state"),
      ]))
  }

  /// The name under which a session is listed.
  private func name(_ session: String, in directory: VaultDirectory) -> String {
    "\((directory.path as NSString).lastPathComponent.prefix(8))/\(session)"
  }

  @Test("patients sessions lists sealed sessions with user and date")
  func theyAreListedWithServerUserAndDate() async throws {
    let nurse = try await keep("nurse", "main", "night")
    let weber = try await keep("weber", "main")
    let list = try sessions().outputText.split(separator: "\n").map { String($0) }
    #expect(list.count == 4)
    for (directory, name, user) in [
      (nurse, "main", "nurse"), (nurse, "night", "nurse"), (weber, "main", "weber"),
    ] {
      let line = try #require(list.first { $0.hasPrefix(self.name(name, in: directory) + " ") })
      #expect(line.contains("\(user) at https://clinic.example.org "))
      #expect(line.contains(" 2026-11-2"))
      #expect(line.contains("sealed; the user's password opens it"))
    }
    let json = try JSON(Array(sessions("--json").output))
    let names = json.array?.compactMap { $0["name"]?.string } ?? []
    #expect(Set(names).count == 3)
    #expect(json.array?.first?["for"]?.string?.hasSuffix("https://clinic.example.org") == true)
    #expect(json.array?.first?["saved"]?.string?.hasPrefix("2026-11-2") == true)
  }

  @Test("patients sessions shows a sealed session as sealed", arguments: [[], ["--json"]])
  func oneIsShownAsSealedAndNotAsBroken(options: [String]) async throws {
    let directory = try await keep("nurse", "main")
    let run = try ProgramRun(
      BuiltProgram.path("patients"), ["sessions", "show", name("main", in: directory)] + options,
      environment: SafeEnvironment.variables([
        "HOME": home.path, "XDG_STATE_HOME": home.file("state"),
      ]))
    #expect(run.exitCode == 0)
    #expect(run.outputText.contains("sealed; the user's password opens it"))
    #expect(run.outputText.contains("nurse at https://clinic.example.org"))
    #expect(run.outputText.allSatisfy { $0.isASCII || "“”".contains($0) })
    #expect(run.errorText.isEmpty)
  }

  @Test("patients sessions takes a short name if unique")
  func itsNameAloneDoesWhereNoOtherIsCalledSo() async throws {
    _ = try await keep("nurse", "main", "night")
    _ = try await keep("weber", "main")
    #expect(try sessions("show", "night").exitCode == 0)
    let unclear = try sessions("forget", "main")
    #expect(unclear.exitCode == ExitCode.usage.rawValue)
    #expect(unclear.errorText.contains("could be several sessions"))
  }

  @Test("patients sessions forget deletes one session only") func forgettingOneDeletesJustThat()
    async throws
  {
    let nurse = try await keep("nurse", "main", "night")
    _ = try await keep("weber", "main")
    let before = Set(try home.files())
    let run = try sessions("forget", name("night", in: nurse))
    #expect(run.exitCode == 0)
    #expect(
      run.errorText.contains("other data of nurse at https://clinic.example.org stays"))
    let gone = before.subtracting(try home.files())
    #expect(!gone.isEmpty)
    #expect(gone.allSatisfy { $0.contains(nurse.path.suffix(32)) && $0.contains("/night.") })
    #expect(try home.files().filter { $0.contains("night") }.isEmpty)
  }
}
