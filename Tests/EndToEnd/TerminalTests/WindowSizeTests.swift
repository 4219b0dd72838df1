import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// No window is so small that the viewer ends, and a larger one shows everything again.
  @Suite struct WindowSizeTests {
    static let sizes = [
      Size(rows: 1, columns: 1), Size(rows: 2, columns: 5), Size(rows: 4, columns: 19),
      Size(rows: 5, columns: 20), Size(rows: 1, columns: 80), Size(rows: 24, columns: 1),
    ]

    @Test("Window made small and large again shows the same screen")
    func aWindowMadeSmallAndLargeAgainShowsTheSame() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      for size in Self.sizes {
        try viewer.terminal.resize(to: size)
        try await viewer.terminal.wait("\(size)") {
          let screen = try viewer.terminal.screenWithStyles()
          return screen.rows.count == size.rows && screen.text.contains { !$0.isEmpty }
        }
        try viewer.terminal.resize(to: Size(rows: 24, columns: 80))
        try await viewer.terminal.wait("the whole screen after \(size)") {
          try viewer.terminal.screenWithStyles() == list
        }
      }
    }

    @Test(arguments: sizes)
    func aViewerStartedInASmallWindowIsWholeInALargeOne(size: Size) async throws {
      let first = try RealViewer()
      let list = try await first.see("40 systems")
      try await first.terminal.closeWindow()
      let viewer = try RealViewer(size: size, home: first.home)
      try await viewer.terminal.wait("a picture") {
        try viewer.terminal.screen().contains { !$0.isEmpty }
      }
      try viewer.terminal.resize(to: Size(rows: 24, columns: 80))
      try await viewer.terminal.wait("the whole screen") {
        try viewer.terminal.screenWithStyles() == list
      }
    }

    @Test("Window that is too small shows the required size")
    func aWindowTooSmallSaysWhatWouldBeEnough() async throws {
      let viewer = try RealViewer(size: Size(rows: 4, columns: 19))
      try await viewer.terminal.wait("a sentence") {
        try viewer.terminal.screen().joined(separator: " ").trimmingPrefix(" ")
          .hasPrefix("This window is too small; 20×5 is enough.")
      }
      try viewer.terminal.press("q")
      #expect(try await viewer.terminal.end() == .exit(code: 0))
    }

    @Test("Window of 20 by 5 is large enough") func twentyByFiveIsEnough() async throws {
      let viewer = try RealViewer(size: Size(rows: 5, columns: 20))
      _ = try await viewer.terminal.waitUntilQuiet()
      try await viewer.terminal.wait(for: "05WAS")
    }
  }
}
