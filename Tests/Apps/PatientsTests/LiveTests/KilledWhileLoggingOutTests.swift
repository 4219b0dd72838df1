import Accounts
import Foundation
import RepriseTesting
import Testing

@testable import Patients
@testable import Reprise

extension KillTests {
  /// The real executable is killed while it logs out: all that was kept is there still, or nothing
  /// of it can be opened.
  @MainActor @Suite struct KilledWhileLoggingOutTests {
    nonisolated private static let ann = "a0000019-0000-4000-8000-000000030557"
    nonisolated private static let deaths = Soak.count(3, of: 100)

    private let viewer: SealedViewer

    init() async throws {
      viewer = try await SealedViewer(keeping: [Self.ann])
      try await viewer.terminal.unlock()
    }

    @Test("Killed while logging out waits for the server: all data stay")
    func whileTheServerIsAskedToEndTheSession() async throws {
      let before = try await readyToLogOut()
      try await logOut { try await viewer.kill() }
      try await expectAll(before)
      try await viewer.relaunchWithoutTheServer()
      try await viewer.terminal.wait(for: "[ Log out and delete ]")
      try viewer.terminal.press(.escape)
      try await viewer.terminal.wait(for: "1 patient, complete")
    }

    @Test("Killed at random after the logout response: all or nothing stays")
    func atAnyInstantAfterTheServersAnswer() async throws {
      var generator = SplitMix64(seed: 7)
      var instant = KillPoint()
      for _ in 1...Self.deaths {
        let before = try await readyToLogOut()
        try await logOut {
          try await viewer.kill(afterNanoseconds: instant.random(using: &generator)) {
            try await viewer.clinic.server.release()
          }
        }
        instant.note(wasEarly: try await afterwards(before))
      }
      #expect(instant.isBalanced)
    }

    /// The key goes first, so from then on something is being deleted.
    @Test("Killed while logout deletes files: the rest is not opened")
    func whileFilesAreBeingDeleted() async throws {
      var remains = 0
      for round in 1... {
        // On a busy machine a kill may come when all is deleted.
        if round > max(2, Self.deaths / 2), remains > 0 || round > 10 { break }
        let before = try await readyToLogOut(files: 4_000)
        try await logOut {
          let key = viewer.directory.path + "/key"
          try await viewer.kill(asSoonAs: { access(key, F_OK) != 0 }) {
            try await viewer.clinic.server.release()
          }
        }
        remains = max(remains, try viewer.files().count + viewer.remainCount)
        let isAllThere = try await afterwards(before)
        #expect(!isAllThere)
      }
      // Or else no kill came in time.
      #expect(remains > 0)
    }

    /// A server that doesn't end the session, in whatever way, has nothing deleted.
    @Test("Logout refused by the server deletes nothing") func aServerThatRefusesHasNothingDeleted()
      async throws
    {
      let before = try await readyToLogOut()
      let cut = TestResponse().with { $0.cut = .beforeHead }
      for answer in [cut]
        + [401, 403, 404, 500, 503].map({ TestResponse(status: $0, reason: "No") })
      {
        try await viewer.clinic.server.serve(Clinic.services + "session", answer)
        try viewer.terminal.press(.enter)
        try await viewer.terminal.wait(for: "nothing was deleted")
        #expect(try viewer.files() == before.files, "\(answer.status)")
        // The sentence goes when the screen is opened anew.
        try viewer.terminal.press(.escape)
        try await viewer.terminal.wait(for: "1 patient, complete")
        try viewer.terminal.press(.enter, .tab, .tab)
        try await viewer.terminal.wait(for: "[ Log out and delete ]")
      }
      try await viewer.kill()
      try await expectAll(before)
    }

    // MARK: What the tests share

    /// What there was before.
    private struct Kept {
      /// Each copy's answers, in words.
      let copies: [[String]]
      let files: Set<String>
    }

    /// Beside all that was kept may lie a file that was being written when it was killed.
    private func expectAll(_ kept: Kept) async throws {
      #expect(try kept.files.subtracting(viewer.files()).isEmpty)
      #expect(try await copies() == kept.copies)
    }

    /// From Home to the button; much is kept, so that to delete it takes a while.
    private func readyToLogOut(files: Int = 1_000) async throws -> Kept {
      try await viewer.terminal.wait(for: "› Home")
      for number in 0..<files {
        try viewer.clinic.home.write(
          "state/patients/vaults/\(viewer.directory.account.fileName)/answers/\(number)", [1])
      }
      try viewer.terminal.press(.end, .enter, .tab, .tab)
      try await viewer.terminal.wait(for: "[ Log out and delete ]")
      _ = try await viewer.terminal.waitUntilQuiet()
      return Kept(copies: try await copies(), files: try viewer.files())
    }

    /// The copies as the files have them now. What is open here couldn't be erased there.
    private func copies() async throws -> [[String]] {
      let vault = try await viewer.vault()
      defer { vault.lock() }
      return try await viewer.copies(vault).map { copy in
        try copy.responses.map { question, answer in
          "\(question) \(answer.timestamp ?? 0) \(try answer.body?.json as JSON?)"
        }
        .sorted()
      }
    }

    /// Presses the button, and goes on while the server's answer is held back.
    private func logOut(_ proceed: () async throws -> Void) async throws {
      let server = viewer.clinic.server
      try await viewer.clinic.answer("session", TestResponse(status: 204))
      let seen = try await server.seen().requests.count
      try await server.holdBack(after: seen)
      try viewer.terminal.press(.enter)
      let requests = try await server.seen(requests: seen + 1).requests
      #expect(requests.last?.method == "DELETE")
      try await proceed()
    }

    /// Looks at what a kill left, begins anew if that is nothing that opens, and says whether all
    /// was there.
    private func afterwards(_ before: Kept) async throws -> Bool {
      let isAllThere = try viewer.directory.isMade()
      if isAllThere {
        try await expectAll(before)
        try await viewer.relaunchWithoutTheServer()
        try await viewer.terminal.wait(for: "[ Log out and delete ]")
        try viewer.terminal.press(.escape)
      } else {
        try await viewer.relaunchWithoutTheServer()
        try await viewer.terminal.wait(for: "Could not unlock")
        #expect(try !viewer.directory.isMade())
        try await viewer.clinic.comeBack()
        // What was typed is still there.
        try viewer.terminal.press(.enter)
        try await viewer.terminal.wait(for: "none yet")
        #expect(try viewer.files() == ["key", "key.copy"])
        #expect(viewer.remainCount == 0)
        let vault = try await viewer.vault()
        try await viewer.keepCopies(in: vault)
        vault.lock()
      }
      try await viewer.clinic.comeBack()
      return isAllThere
    }
  }
}
