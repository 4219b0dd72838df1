import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

extension KillTests {
  /// The real executable is killed while it saves a patient anew: there is the copy before, or the
  /// new one, and nothing else is lost.
  @MainActor @Suite struct KilledWhileSavingTests {
    /// Has an active visit and six encounters; for her the server lacks the programs. She is the
    /// first in the list.
    nonisolated private static let ann = "a0000019-0000-4000-8000-000000030557"
    nonisolated private static let samuel = "a0000002-0000-4000-8000-000000003dde"
    nonisolated private static let deaths = Soak.count(4, of: 100)

    /// Which copy of Ann there is.
    private enum Copy { case before, new }

    private let viewer: SealedViewer
    private let vault: Vault
    private let before: [SavedCopy]
    private let questions: Int

    init() async throws {
      viewer = try await SealedViewer(keeping: [Self.ann, Self.samuel])
      vault = try await viewer.vault()
      before = try await viewer.copies(vault)
      let asked = ScriptedTransport.demo()
      _ = try await client(asked).complete(ResourceID(Self.ann), at: 0) { _, _ in }
      questions = Set(asked.resources).count
      try await viewer.terminal.unlock()
      try await viewer.terminal.wait(for: "2 patients, complete")
      try viewer.terminal.press("j", "j", .enter)
      try await viewer.terminal.wait(for: "2 saved patients")
    }

    @Test("Killed during any request of saving: the old copy stays") func whileAnyQuestionIsOpen()
      async throws
    {
      for number in 1...questions {
        try await begin(holdingBackAfter: number - 1, number)
        try await viewer.kill()
        #expect(try await copy() == .before, "question \(number)")
        try await viewer.relaunchWithoutTheServer()
        try await viewer.terminal.wait(for: "0 of 1 saved, 1 failed: their old copies are kept")
        try await expectList(.before)
      }
    }

    @Test("Saving interrupted by kills continues when the server is back")
    func whatWasUnderWayGoesOnWhenTheServerIsThereAgain() async throws {
      try await begin(holdingBackAfter: questions / 2, questions / 2 + 1)
      try await viewer.kill()
      try await viewer.relaunchWithoutTheServer()
      try await viewer.terminal.wait(for: "1 failed")
      try await viewer.clinic.server.comeBack()
      try await viewer.clinic.server.holdBack(after: 0)
      let seen = try await viewer.clinic.server.seen().requests.count
      try viewer.terminal.press("r")
      _ = try await viewer.clinic.server.seen(requests: seen + 1)
      try await viewer.kill()
      #expect(try await copy() == .before)
      try await viewer.clinic.server.release()
      try viewer.terminal.relaunch()
      try await viewer.terminal.unlock()
      try await viewer.terminal.wait(for: "1 of 1 saved")
      #expect(try await copy() == .new)
      // That it is done is known after a kill too, and asks nobody.
      try await viewer.kill()
      let count = try await viewer.clinic.server.seen().requests.count
      try await viewer.relaunchWithoutTheServer()
      try await viewer.terminal.wait(for: "1 of 1 saved")
      #expect(try await viewer.clinic.server.seen().requests.count == count)
      try await expectList(.new)
    }

    @Test("Killed at random after the last response: old or new copy")
    func atAnyInstantAfterTheLastAnswer() async throws {
      var generator = SplitMix64(seed: 5)
      var instant = KillPoint()
      var newest = before
      for _ in 1...Self.deaths {
        try await begin(holdingBackAfter: questions - 1, questions)
        try await viewer.kill(afterNanoseconds: instant.random(using: &generator)) {
          try await viewer.clinic.server.release()
        }
        newest = try await afterwards(newest) { instant.note(wasEarly: $0) }
      }
      #expect(instant.isBalanced)
    }

    /// While the end of the new copy is being written, beside the old one.
    @Test("Killed while the new copy is written: old or new copy") func asSoonAsTheNewFileGrows()
      async throws
    {
      var newest = before
      for _ in 1...max(3, Self.deaths / 4) {
        let directory = viewer.directory.path + "/saved"
        let name = vault.name(of: "patient \(Self.ann)")
        let old = try status("\(directory)/\(name)")
        try await begin(holdingBackAfter: questions - 1, questions)
        let path = "\(directory)/\(name)"
        // It was begun with the first answers.
        let begun = try status(path + ".new")
        try await viewer.kill(
          asSoonAs: { (try? status(path + ".new")) != begun || (try? status(path)) != old },
          { try await viewer.clinic.server.release() })
        newest = try await afterwards(newest) { _ in }
      }
    }

    // MARK: What the tests share

    /// Begins to save Ann anew, and waits for so many questions; of those that come after the limit
    /// none is answered.
    private func begin(holdingBackAfter limit: Int, _ count: Int) async throws {
      let server = viewer.clinic.server
      // Who was saved in the very second in which it is asked for is saved.
      let newest = try await viewer.copies(vault).map(\.entry.timestamp).max() ?? 0
      try await waitUntil("the next second has come") {
        Int(Date.now.timeIntervalSince1970) > newest
      }
      try await server.comeBack()
      let seen = try await server.seen().requests.count
      try await server.holdBack(after: seen + limit)
      try viewer.terminal.press("o")
      do {
        _ = try await server.seen(requests: seen + count)
      } catch {
        Issue.record("\(try viewer.terminal.screen().joined(separator: "\n"))")
        throw error
      }
    }

    /// Looks at what a kill left, on the disk and on the screen; returns the copies there are.
    private func afterwards(
      _ newest: [SavedCopy], wasEarly: (Bool) -> Void
    ) async throws -> [SavedCopy] {
      let now = try await viewer.copies(vault)
      let isOld = now == newest
      wasEarly(isOld)
      if !isOld { #expect(try await copy() == .new) }
      try await viewer.relaunchWithoutTheServer()
      try await viewer.terminal.wait(for: isOld ? "0 of 1 saved, 1 failed" : "1 of 1 saved")
      try await expectList(now == before ? .before : .new)
      return now
    }

    /// Which copy of Ann there is on the disk. Anything between the two, and any change of another
    /// file, is an issue.
    private func copy() async throws -> Copy {
      let now = try await viewer.copies(vault)
      #expect(now[1] == before[1])
      #expect(
        try await RecentPatients(vault).list().map(\.id.text) == [Self.samuel, Self.ann])
      if now[0] == before[0] { return .before }
      #expect(Set(now[0].responses.keys) == Set(before[0].responses.keys))
      for (question, answer) in now[0].responses {
        guard case .received(_, let timestamp) = answer else { continue }
        #expect(timestamp > before[0].entry.timestamp, "\(question) is of the copy before")
      }
      return .new
    }

    /// Goes back to the list of those who are saved: it says since when.
    private func expectList(_ copy: Copy) async throws {
      try viewer.terminal.press(.escape)
      try await viewer.terminal.wait(for: "2 saved patients")
      let screen = try await viewer.terminal.waitUntilQuiet().text
      let row = try #require(screen.first { $0.contains("Ann Lindgren") })
      #expect(row.contains("1970-01-01 00:01") == (copy == .before))
      #expect(!screen.joined().contains("can't be read"))
    }

    /// Another one when the file is replaced.
    nonisolated private func status(_ path: String) throws -> [Int] {
      var status = stat()
      guard lstat(path, &status) == 0 else { throw POSIXError(.ENOENT) }
      return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    }
  }
}
