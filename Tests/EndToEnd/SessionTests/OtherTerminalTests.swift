import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// A session is left on one terminal and resumed on another: smaller, larger, of another type,
  /// with fewer characters or colours. It opens at the same place.
  @Suite struct OtherTerminalTests {
    private static let usual = Size(rows: 24, columns: 80)

    @Test("List resumes with filter and selection in other terminal sizes")
    func aListComesBackInASmallWindowAndALargeOneWithItsFilterAndSelection() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      _ = try await viewer.see("5 of 40", after: "/", "w", "a", "s")
      _ = try await viewer.see("5 of 40 match", after: .enter)
      let left = try await viewer.see("5 of 40", selected: "Portal QA", after: .down, .down)
      #expect(left.text[0].hasPrefix(" CloudBurst › Virtual systems › /was"))

      let small = try await resume(viewer, Size(rows: 5, columns: 20))
      #expect(small.selectedText?.contains("Portal QA") == true)
      #expect(small.text[0].contains("/was"))
      let large = try await resume(viewer, Size(rows: 100, columns: 300))
      #expect(large.selectedText?.contains("Portal QA") == true)
      #expect(large.text[0].hasPrefix(" CloudBurst › Virtual systems › /was"))
      #expect(large.text.contains { $0.contains("5 of 40") })
      #expect(try await resume(viewer, Self.usual).withoutStatusLine == left.withoutStatusLine)
    }

    @Test("Text resumes at the same line in other terminal sizes")
    func aTextComesBackScrolledToTheSameLine() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      _ = try await viewer.see("id 59", after: .enter)
      _ = try await viewer.see("Raw answer 59", after: "y")
      let left = try await viewer.see("line ", after: .pageDown)

      let small = try await resume(viewer, Size(rows: 5, columns: 20))
      #expect(small.text[0].contains("Raw"))
      #expect(left.text[1].hasPrefix(small.text[1]))
      let large = try await resume(viewer, Size(rows: 100, columns: 300))
      #expect(large.text[0].hasPrefix(" CloudBurst › Virtual systems › "))
      #expect(try await resume(viewer, Self.usual).withoutStatusLine == left.withoutStatusLine)
    }

    @Test(
      "Session resumes in another terminal type",
      arguments: ["xterm-256color", "screen-256color", "linux", "vt100"])
    func anotherTypeOfTerminalShowsTheSamePlace(type: String) async throws {
      try await resumeAmongOthers(["TERM": type]) { left, resumed in
        #expect(resumed.text.dropLast() == left.text.dropLast())
      }
    }

    @Test("Session resumes without colours") func withoutColoursItIsTheSamePlace() async throws {
      try await resumeAmongOthers(["NO_COLOR": "1"]) { left, resumed in
        #expect(!resumed.isColoured)
        #expect(resumed.text.dropLast() == left.text.dropLast())
      }
    }

    @Test("Session resumes in another locale", arguments: ["C", "POSIX", "C.UTF-8"])
    func inAnotherLocaleItIsTheSamePlace(locale: String) async throws {
      try await resumeAmongOthers(["LC_ALL": locale]) { left, resumed in
        guard locale != "C.UTF-8" else {
          #expect(resumed == left)
          return
        }
        #expect(resumed.text[0].hasPrefix(" CloudBurst > Virtual systems > /was"))
        let others = resumed.text.joined().filter { !$0.isASCII }
        #expect(others.isEmpty)
      }
    }

    /// Leaves a filtered list, resumes it with other variables, and, when that has been looked at,
    /// as it was.
    private func resumeAmongOthers(
      _ environment: [String: String], _ look: (CapturedScreen, CapturedScreen) -> Void
    ) async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      _ = try await viewer.see("5 of 40", after: "/", "w", "a", "s")
      let left = try await viewer.see("5 of 40", selected: "WAS_ND", after: .enter, .end)
      let resumed = try await resume(viewer, Self.usual, environment)
      #expect(resumed.selectedText?.contains("WAS_ND") == true)
      #expect(resumed.text.contains { $0.contains("5 of 40") })
      look(left, resumed)
      #expect(try await resume(viewer, Self.usual).withoutStatusLine == left.withoutStatusLine)
    }

    /// Kills whatever runs, and opens the session in a terminal of its own.
    private func resume(
      _ viewer: RealViewer, _ size: Size, _ environment: [String: String] = [:]
    ) async throws -> CapturedScreen {
      // The others are closed when they have been looked at.
      if try !viewer.terminal.isDead() {
        try viewer.terminal.kill(SIGKILL)
        try await viewer.terminal.waitForDeath()
      }
      let other = try RealViewer(size: size, environment: environment, home: viewer.home)
      let screen = try await other.terminal.waitUntilQuiet()
      try await other.terminal.closeWindow()
      return screen
    }
  }
}
