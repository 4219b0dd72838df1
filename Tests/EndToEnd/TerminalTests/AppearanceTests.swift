import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// What is asked for without colours or without anything but ASCII comes so, and is still told
  /// apart.
  @Suite struct AppearanceTests {
    @Test("Screen is coloured by default") func thereAreColoursWhereTheyAreWanted() async throws {
      let viewer = try RealViewer()
      let list = try await viewer.see("40 systems")
      #expect(list.isColoured)
      #expect(list.selectedText?.contains("05WAS") == true)
    }

    @Test func noColorIsRespectedOnEveryScreen() async throws {
      let viewer = try RealViewer(environment: ["NO_COLOR": "1"])
      try await everyScreen(of: viewer) { screen in
        #expect(!screen.isColoured)
      }
    }

    @Test(arguments: ["C", "POSIX", "xx_YY.ISO-8859-1"])
    func aLocaleWithoutUnicodeGetsASCIIAlone(locale: String) async throws {
      let viewer = try RealViewer(environment: ["LC_ALL": locale])
      try await everyScreen(of: viewer, expectASCII)
    }

    /// As ssh hands it on to a server that hasn't got it.
    @Test(
      "Locale that is not installed is UTF-8 by its name",
      arguments: ["LC_ALL", "LC_CTYPE", "LANG"])
    func aLocaleThatIsNotInstalledIsUTF8IfItsNameSaysSo(variable: String) async throws {
      var environment: [String: String?] = ["LC_ALL": nil]
      environment[variable] = "xx_YY.UTF-8"
      let viewer = try RealViewer(environment: environment)
      _ = try await viewer.see("40 systems")
      _ = try await viewer.see("› Help", after: "?")
      _ = try await viewer.see("40 systems", after: .escape)
      // What is typed arrives, too.
      _ = try await viewer.see("é", after: "/", "é")
    }

    @Test("Option --ascii gets ASCII on every screen") func asciiCanBeAskedFor() async throws {
      let viewer = try RealViewer("--ascii")
      try await everyScreen(of: viewer, expectASCII)
    }

    private func expectASCII(_ screen: CapturedScreen) {
      let others = screen.text.joined().filter { !$0.isASCII }
      #expect(others.isEmpty)
    }

    /// Goes through the viewer's screens; the selection can be seen wherever there is one.
    private func everyScreen(
      of viewer: RealViewer, _ check: (CapturedScreen) -> Void
    ) async throws {
      let list = try await viewer.see("40 systems")
      #expect(list.selectedText?.contains("05WAS") == true)
      check(list)
      check(try await viewer.see("id 59", after: .enter))
      check(try await viewer.see("\"id\": 59", after: "y"))
      check(try await viewer.see("line 1 of", after: "/"))
      check(try await viewer.see("Find it", after: .function(1)))
    }
  }
}
