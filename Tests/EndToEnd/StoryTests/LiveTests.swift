import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

extension EndToEndTests {
  /// The viewer at an appliance.
  @Suite struct LiveTests {
    @Test("Killed during a load, the list resumes and asks for the password")
    func killedInTheMiddleOfALoadItShowsWhatWasThereAndAsksForThePassword() async throws {
      let viewer = try await LiveViewer()
      let list = try await viewer.openList()
      let seen = try await viewer.server.seen().requests.count
      try await viewer.server.serve(
        ResourceURI.systemList, .json("[]").with { $0.hold = .beforeHead })
      try viewer.terminal.press("r")
      _ = try await viewer.server.seen(requests: seen + 1)
      try viewer.terminal.kill(SIGKILL)
      try await viewer.terminal.waitForDeath()
      try await viewer.server.hangUp()

      let relaunched = try await viewer.killedAndRelaunched()
      #expect(relaunched.withoutOrigin == list.withoutOrigin)
      #expect(relaunched.text[0].contains("NO PASSWORD "))
      #expect(try await viewer.server.seen().requests.count == seen + 1)

      // Esc was the answer, so only a person who asks for something live is asked again, and comes
      // back to the same place.
      try viewer.terminal.press("r")
      try await viewer.terminal.wait(for: "› Password")
      try viewer.terminal.press(.escape)
      try await viewer.terminal.wait(for: "NO PASSWORD ")
      #expect(try await viewer.terminal.waitUntilQuiet().withoutOrigin == list.withoutOrigin)
    }

    /// Each of these letters is a key of the list: q quits, e exports, / filters.
    @Test("Password typed early at a later start is no key of the list")
    func aPasswordThatIsTypedAtOnceAtALaterStartIsNoKeyOfTheList() async throws {
      let viewer = try await LiveViewer()
      _ = try await viewer.openList()
      try await viewer.server.fill(try DemoData.builtIn.bodies(), password: "q/set-7")
      for isAfterR in [false, true] {
        try viewer.terminal.kill(SIGKILL)
        try await viewer.terminal.waitForDeath()
        try viewer.terminal.relaunch()
        if isAfterR {
          try await viewer.terminal.wait(for: "› Password")
          try viewer.terminal.press(.escape)
          try await viewer.terminal.wait(for: "r log in")
          try viewer.terminal.type("rq/set-7\r")
        } else {
          try await viewer.terminal.wait("the viewer") {
            try viewer.terminal.query("#{alternate_on}") == "1"
          }
          try viewer.terminal.type("q/set-7\r")
        }
        try await viewer.terminal.wait(for: "PAUSED ")
        #expect(try await !viewer.terminal.waitUntilQuiet().text[0].contains("set-7"))
      }
      #expect(try ProgramRun("/bin/grep", "-rl", "set-7", viewer.home.path).outputText == "")
    }

    @Test("Password refused later is asked for and the screen stays")
    func aPasswordThatTheServerNoLongerTakesIsAskedForAndNothingIsLost() async throws {
      let viewer = try await LiveViewer()
      _ = try await viewer.openList()
      try viewer.terminal.press("j", "j")
      try viewer.terminal.press(.enter)
      try await viewer.terminal.wait(for: "custom-1")
      let detail = try await viewer.terminal.waitUntilQuiet()
      try await viewer.server.fill(try DemoData.builtIn.bodies(), password: "neu")
      try viewer.terminal.press("r")
      try await viewer.terminal.wait(for: "Wrong user or password")
      try await viewer.logIn("neu")
      try await viewer.terminal.wait(for: "PAUSED ")
      try await viewer.terminal.wait(for: "Refreshed.")
      #expect(try await viewer.terminal.waitUntilQuiet().withoutOrigin == detail.withoutOrigin)
    }

    @Test("Unknown certificate is shown and a changed one stops requests")
    func anUnknownCertificateIsShownAndAChangedOneStopsEverything() async throws {
      let viewer = try await LiveViewer(.selfSigned)
      try await viewer.terminal.wait(for: "Nothing was sent yet.")
      #expect(try await viewer.server.seen().requests.isEmpty)
      // Where it was left, it comes back, without looking again.
      let question = try await viewer.terminal.waitUntilQuiet()
      #expect(try await viewer.killAndRelaunch().withoutOrigin == question.withoutOrigin)
      try viewer.terminal.press(.tab)
      _ = try await viewer.terminal.waitUntilQuiet()
      try viewer.terminal.press(.enter)
      try await viewer.logIn()
      _ = try await viewer.seeList()

      let seen = try await viewer.server.seen().requests.count
      try await viewer.server.show(.changed)
      try await viewer.server.hangUp()
      try viewer.terminal.press("r")
      try await viewer.terminal.wait(for: "presents a different certificate")
      let text = try await viewer.terminal.waitUntilQuiet().text.joined()
      #expect(text.contains("Trusted  ") && text.contains("Presented  "))
      #expect(try await viewer.server.seen().requests.count == seen)
    }

    @Test("Recording is replayed as it was seen live") func whatWasRecordedIsReplayedAsItWasSeen()
      async throws
    {
      let recording = try TemporaryDirectory()
      let viewer = try await LiveViewer(arguments: ["--record", recording.path])
      _ = try await viewer.openList()
      // The last owner's name to come.
      var live = [try await viewer.step([], "Priya Nair")]
      for (keys, texts) in Self.walk { live.append(try await viewer.step(keys, texts)) }
      let bodies = try DemoData.builtIn.bodies()
      for name in try recording.files() where name.hasSuffix(".json") {
        #expect(try recording.bytes(name) == bodies["/" + name.dropLast(".json".count)], "\(name)")
        #expect(try recording.permissions(name) == 0o600)
      }
      #expect(try recording.files().contains("resources/virtualSystems/61/virtualMachines.json"))

      try viewer.terminal.relaunch(
        [try BuiltProgram.path("cloudburst"), "--unplugged=\(recording.path)", "--ephemeral"],
        environment: RealViewer.environment(viewer.home, ["TZ": "UTC"]))
      var replayed = [try await viewer.step([], "40 systems")]
      for (keys, texts) in Self.walk { replayed.append(try await viewer.step(keys, texts)) }
      for (live, replayed) in zip(live, replayed) {
        // How much of the way there the top line has room for depends on what stands at its right.
        #expect(live.withoutOrigin.dropFirst() == replayed.withoutOrigin.dropFirst())
      }
    }

    /// Keys, and the texts that come last of what they lead to.
    static let walk: [([Key], [String])] = [
      (["j", "j", .enter], ["custom-1", "ND cluster (2 nodes)"]),
      ([.tab, .tab, .enter], ["Addresses"]),
      ([.escape], ["custom-1", "ND cluster (2 nodes)"]), (["y"], ["Raw answer 61"]),
    ]

    @Test("Control sequences of a hostile server never reach the terminal")
    func nothingThatAServerSaysReachesTheTerminalAsItIs() async throws {
      let viewer = try await LiveViewer(
        size: Size(rows: 50, columns: 160), answers: HostileAnswers.bodies)
      let output = viewer.home.file("output")
      try viewer.terminal.copyOutput(into: output)
      try await viewer.logIn()
      _ = try await viewer.step([], "HOSTILE")
      // The machines come after the system; then there is something to open.
      _ = try await viewer.step([.enter], "Enter open  m machines")
      _ = try await viewer.step([.tab, .tab, .enter], "Addresses")
      // A key right behind Esc would be Alt with it.
      _ = try await viewer.step([.escape], "m machines")
      _ = try await viewer.step(["y"], "Raw answer")
      _ = try await viewer.step([.escape], "m machines")
      _ = try await viewer.step([.escape], "OWNER")
      _ = try await viewer.step(["/", "H"], "1 of 1")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: output))
      #expect(bytes.count > 2000)
      #expect(HostileAnswers.problem(in: Array(bytes)) == nil)
    }

    @Test func anUnpluggedStartLoadsNoNetworkLibrary() async throws {
      let viewer = try RealViewer()
      _ = try await viewer.see("40 systems")
      let file = "/proc/\(try viewer.terminal.processIdentifier())/maps"
      // Foundation reads such a file's first page alone, because it has no size.
      let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
      let maps = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
      #expect(maps.contains("libncursesw"))
      for library in ["libcurl", "libssl", "libcrypto", "FoundationNetworking"] {
        #expect(!maps.contains(library), "\(library) is loaded")
      }
    }

    @Test("Link opens a system with the list below") func aLinkOpensTheListAndTheSystemOnTheStack()
      async throws
    {
      let home = try TemporaryDirectory()
      let server = try await TestServer(.vouchedFor)
      try await server.fill(try DemoData.builtIn.bodies())
      let terminal = try TmuxTerminal(
        environment: RealViewer.environment(home), home: home,
        running: [
          try BuiltProgram.path("cloudburst"), server.origin + "/resources/virtualSystems/56",
          "--user", "cbadmin", "--cacert", TestCertificate.authorityFile,
        ])
      try await terminal.wait(for: "› Password")
      try terminal.type(LiveViewer.password)
      try terminal.press(.enter)
      try await terminal.wait(for: "LucaV")
      try await terminal.wait(for: "Luca Verdi (lucav)")
      try terminal.press(.escape)
      try await terminal.wait(for: "› Virtual systems ")
      try await terminal.wait(for: "40 systems")
    }
  }
}

extension LiveViewer {
  /// Starts the viewer that was killed again.
  nonisolated(nonsending) fileprivate func killedAndRelaunched() async throws -> CapturedScreen {
    try terminal.relaunch()
    try await terminal.wait(for: "› Password")
    // What was kept is in sight.
    try await terminal.wait(for: "Administrator")
    try terminal.press(.escape)
    try await terminal.wait(for: "NO PASSWORD ")
    return try await terminal.waitUntilQuiet()
  }

  /// Presses keys one by one, and waits for what they lead to.
  nonisolated(nonsending) fileprivate func step(
    _ keys: [Key], _ text: String
  ) async throws -> CapturedScreen { try await step(keys, [text]) }

  /// The same for several texts, of which nobody knows which one comes last.
  nonisolated(nonsending) fileprivate func step(
    _ keys: [Key], _ texts: [String]
  ) async throws -> CapturedScreen {
    for key in keys {
      try terminal.press(key)
      _ = try await terminal.waitUntilQuiet()
    }
    for text in texts { try await terminal.wait(for: text) }
    return try await terminal.waitUntilQuiet()
  }
}
