import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

/// The real executable at a clinic that may come and go, and what it keeps sealed, which the test
/// reads beside it.
@MainActor struct SealedViewer {
  let clinic: Clinic
  let terminal: TmuxTerminal
  /// What the executable keeps.
  let directory: VaultDirectory
  /// Whose copies are there from the start.
  let patients: [ResourceID]

  /// Starts it, with copies of patients that were saved long ago, whose answers are of the moment
  /// 0; it is locked.
  init(keeping patients: [String]) async throws {
    self.patients = patients.map { ResourceID($0) }
    clinic = try await Clinic(saving: patients)
    let account = try #require(clinic.viewer.server?.account)
    directory = try VaultDirectory(of: account, in: clinic.home.file("state/patients"))
    let vault = try await directory.make(Secret(Clinic.password))
    try await Self.keep(self.patients, in: vault)
    vault.lock()
    terminal = try clinic.terminal()
  }

  /// Saves the patients as they were long ago.
  func keepCopies(in vault: Vault) async throws { try await Self.keep(patients, in: vault) }

  private static func keep(_ patients: [ResourceID], in vault: Vault) async throws {
    let server = try client()
    for id in patients {
      try await SavedPatients(vault).save(try await server.complete(id, at: 60) { _, _ in })
      try await RecentPatients(vault).note(try await server.patient(id), at: 60)
    }
  }

  /// What is kept, opened anew.
  func vault() async throws -> Vault { try await directory.open(Secret(Clinic.password)) }

  /// The copies as the files have them now. Looking changes nothing.
  func copies(_ vault: Vault) async throws -> [SavedCopy] {
    let saved = SavedPatients(vault)
    var copies: [SavedCopy] = []
    for id in patients {
      let copy = await saved.copy(of: id)
      copies.append(try #require(copy, "the copy of \(id.text) is lost"))
    }
    return copies
  }

  /// Every file that is kept, but for the sessions', by its path.
  func files() throws -> Set<String> {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: directory.path)) ?? []
    return Set(names.filter { !$0.hasPrefix("sessions") })
  }

  /// How many files are left of what was being erased.
  var remainCount: Int {
    (try? FileManager.default.subpathsOfDirectory(atPath: directory.path + ".erased"))?.count ?? 0
  }

  // MARK: Killing

  /// Kills it, and waits until it is dead.
  func kill() async throws {
    try terminal.kill(SIGKILL)
    try await terminal.waitForDeath()
  }

  /// Kills it so many nanoseconds from now, lets something happen meanwhile, and waits until it is
  /// dead.
  func kill(afterNanoseconds delay: Int, _ happening: () async throws -> Void) async throws {
    let process = try terminal.processIdentifier()
    DispatchQueue.global(qos: .userInteractive).asyncAfter(
      deadline: .now() + .nanoseconds(delay)
    ) {
      _ = Foundation.kill(process, SIGKILL)
    }
    try await happening()
    try await terminal.waitForDeath()
  }

  /// Kills it as soon as something is so, looking all the time from before something happens, and
  /// waits until it is dead.
  func kill(
    asSoonAs isTime: @escaping @Sendable () -> Bool, _ happening: () async throws -> Void = {}
  ) async throws {
    let process = try terminal.processIdentifier()
    async let came: Bool = withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let deadline = ContinuousClock.now + .seconds(60)
        while !isTime(), ContinuousClock.now < deadline {}
        _ = Foundation.kill(process, SIGKILL)
        continuation.resume(returning: ContinuousClock.now < deadline)
      }
    }
    try await happening()
    #expect(await came)
    try await terminal.waitForDeath()
  }

  /// Starts it again while the server can't be asked, and opens what is kept.
  func relaunchWithoutTheServer() async throws {
    try await clinic.goAway()
    try await clinic.server.release()
    try terminal.relaunch()
    try await terminal.unlock()
  }
}
