import Foundation
import Reprise
import RepriseTesting
import Testing

extension EndToEndTests {
  /// An image of the openBIS browser on terminals that the test plays: they take kitty's images,
  /// iTerm2's or sixels, or say nothing.
  @Suite struct GraphicsTests {
    private static let attributesQuestion = "\u{1B}[c"
    private static let imageStart = "\u{1B}_Ga=T,q=2,C=1,"
    private static let updateEnd = "\u{1B}[?2026l"
    private static let deleteAll = "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"

    /// A terminal in which the browser has come back to an image.
    private struct Visit {
      let terminal: PseudoTerminal
      let command: [String]

      /// Goes to the image of a probe in a terminal that shows text, kills the browser there, and
      /// starts it in one that is played.
      ///
      /// - Parameters:
      ///   - cell: The size of a cell of the terminal that is played; nil if it doesn't say.
      ///   - chafa: The script of a program chafa, which the browser finds in both terminals.
      init(cell: PixelSize? = nil, chafa: String? = nil) async throws {
        let home = try TemporaryDirectory()
        command = [try BuiltProgram.path("openbis"), "--unplugged"]
        var environment = RealViewer.environment(home)
        if let chafa {
          try home.writeScript("chafa", "#!/bin/sh\n\(chafa)")
          environment["PATH"] = "\(home.path):/usr/bin:/bin"
        }
        let text = try TmuxTerminal(environment: environment, home: home, running: command)
        let steps: [(key: Key, text: String)] = [
          (.down, "Probes"), (.enter, "72 entities below"), (.down, "PROBE1"),
          ("d", "Permanent id"),
          (.enter, "image/png"),
        ]
        _ = try await text.settled("Probes")
        for step in steps {
          let before = try text.screenWithStyles()
          try text.press(step.key)
          try await text.wait("what a key does") { try text.screenWithStyles() != before }
          _ = try await text.settled(step.text)
        }
        try text.kill(SIGKILL)
        try await text.waitForDeath()
        terminal = try PseudoTerminal(
          cell: cell, environment: environment, home: home, running: command)
      }

      /// Answers as kitty does, and waits until an image is there; returns its keys and its bytes.
      func image() async throws -> (keys: String, bytes: Data) {
        try await terminal.wait(for: GraphicsTests.attributesQuestion)
        terminal.send("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c")
        return try await shownImage()
      }

      func shownImage() async throws -> (keys: String, bytes: Data) {
        try await terminal.wait(for: GraphicsTests.imageStart)
        try await terminal.wait(for: GraphicsTests.updateEnd)
        let chunks = terminal.received
          .matches(of: /\u{1B}_G(a=T,[^;\u{1B}]*|m=[01]);([A-Za-z0-9+\/=]+)\u{1B}\\/)
        let keys = try #require(chunks.first { $0.1.hasPrefix("a=T") }.map { String($0.1) })
        // It may have been painted more than once: the first ends with the first chunk that isn't followed by another.
        let count = try #require(chunks.firstIndex { $0.1.hasSuffix("m=0") }) + 1
        let base64 = chunks.prefix(count).map { String($0.2) }.joined()
        return (keys, try #require(Data(base64Encoded: base64)))
      }

      /// Answers the question for graphics, and returns what was sent of an image that begins and
      /// ends so.
      func image(after answer: String, from start: String, to end: String) async throws -> String {
        try await terminal.wait(for: GraphicsTests.attributesQuestion)
        terminal.send(answer)
        try await terminal.wait(for: start)
        try await terminal.wait(for: GraphicsTests.updateEnd)
        let image = try #require(terminal.received.components(separatedBy: start).dropFirst().first)
        return String(image.prefix(upTo: try #require(image.range(of: end)).lowerBound))
      }

      func startAgain() throws {
        terminal.forget()
        try terminal.start(command)
      }
    }

    @Test("kitty gets the image and deletes it on leaving")
    func aKittyTerminalGetsTheImageAndLosesItOnLeaving() async throws {
      let visit = try await Visit()
      let (keys, bytes) = try await visit.image()
      #expect(keys.contains("c=70,r=21,f=100"))
      #expect(PixelSize([UInt8](bytes)) == PixelSize(width: 160, height: 96))
      let update = try #require(
        visit.terminal.received.components(separatedBy: "\u{1B}[?2026h").last)
      #expect(update.contains(Self.imageStart), "The image comes in one update with the cells.")

      visit.terminal.forget()
      visit.terminal.send("q")
      #expect(try await visit.terminal.end() == 0)
      let left = visit.terminal.received
      let deletion = try #require(left.range(of: Self.deleteAll))
      let leaving = try #require(left.range(of: "\u{1B}[?1049l"))
      #expect(deletion.upperBound <= leaving.lowerBound)
    }

    /// A slow terminal answers when the screen with the image, or the program, is left already.
    @Test(
      "Terminal replies during quitting are not typed in the shell",
      arguments: ["q", "hq", "\u{11}"])
    func whatIsAnsweredWhileOneLeavesIsNotTypedAtTheShell(keys: String) async throws {
      let visit = try await Visit()
      try await visit.terminal.wait(for: Self.attributesQuestion)
      visit.terminal.send(keys)
      visit.terminal.send("\u{1B}_Gi=31;OK")
      visit.terminal.send("\u{1B}\\\u{1B}[?62;4;22c")
      #expect(try await visit.terminal.end() == 0)
      #expect(visit.terminal.takeUnread() == "")
    }

    @Test("kitty image is shown again after kill -9") func afterAKillTheImageIsThereAgain()
      async throws
    {
      let visit = try await Visit()
      let before = try await visit.image()
      visit.terminal.kill(SIGKILL)
      #expect(try await visit.terminal.end() == 128 + SIGKILL)
      try visit.startAgain()
      let after = try await visit.image()
      #expect(after == before)
      // What the killed one has left is deleted first.
      let received = visit.terminal.received
      let deletion = try #require(received.range(of: Self.deleteAll))
      let image = try #require(received.range(of: Self.imageStart))
      #expect(deletion.upperBound <= image.lowerBound)
    }

    @Test("kitty image is deleted by redraw and on going back")
    func whoeverGoesBackOrRedrawsSeesNoOldImage() async throws {
      let visit = try await Visit()
      _ = try await visit.image()
      visit.terminal.forget()
      visit.terminal.send("\u{0C}")
      #expect(try await visit.shownImage().keys.contains("i=2,"))
      #expect(visit.terminal.received.contains("\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\"))
      visit.terminal.forget()
      visit.terminal.send("\u{1B}")
      try await visit.terminal.wait(for: "\u{1B}_Ga=d,d=I,i=2,q=2\u{1B}\\")
      try await visit.terminal.wait(for: Self.updateEnd)
      #expect(!visit.terminal.received.contains(Self.imageStart))
    }

    /// Nobody could let it go on here, so that it goes on by itself.
    @Test("kitty image is deleted on Ctrl-Z and shown again on resume")
    func stoppedItLeavesNoImageAndGoingOnBringsItBack() async throws {
      let visit = try await Visit()
      _ = try await visit.image()
      visit.terminal.forget()
      visit.terminal.send("\u{1A}")
      func leaving() -> Range<String.Index>? { visit.terminal.received.range(of: "\u{1B}[?1049l") }
      try await waitUntil("the image is there again") {
        leaving().map { visit.terminal.received[$0.upperBound...].contains(Self.imageStart) }
          ?? false
      }
      let left = try visit.terminal.received[..<#require(leaving()).lowerBound]
      #expect(left.contains(Self.deleteAll))
    }

    @Test("iTerm gets the image file, and again after kill -9")
    func anITermGetsTheFileAsItIsAndAgainAfterAKill() async throws {
      let visit = try await Visit()
      let answer = "\u{1B}P>|iTerm2 3.5.0\u{1B}\\\u{1B}[?62;c"
      let start = "\u{1B}7\u{1B}[2;2H\u{1B}]1337;File="
      let image = try await visit.image(after: answer, from: start, to: "\u{07}\u{1B}8")
      let (keys, base64) = try #require(
        image.firstIndex(of: ":").map {
          (image[..<$0], image[image.index(after: $0)...])
        })
      let file = try #require(Data(base64Encoded: String(base64)))
      #expect(PixelSize([UInt8](file)) == PixelSize(width: 160, height: 96))
      #expect(
        keys
          == "inline=1;size=\(file.count);width=70;height=21;preserveAspectRatio=1;doNotMoveCursor=1"
      )
      visit.terminal.kill(SIGKILL)
      #expect(try await visit.terminal.end() == 128 + SIGKILL)
      try visit.startAgain()
      #expect(try await visit.image(after: answer, from: start, to: "\u{07}\u{1B}8") == image)
    }

    @Test("Sixel terminal gets the image from chafa until going back")
    func aTerminalWithSixelsGetsThoseThatChafaMakesUntilOneGoesBack() async throws {
      let chafa = """
        for word; do case $word in --size=*) size=${word#*=};; --format=sixels) is_sixels=1;; esac; done
        [ -n "$is_sixels" ] || exit 2
        width=$((${size%x*} * 8)) height=$((${size#*x} * 8)) band=0
        printf '\\033[?25l\\033P0;1;0q"1;1;%d;%d#0;2;99;0;0' $width $height
        while [ $((band += 6)) -le $height ]; do printf '#0!%d~-' $width; done
        printf '\\033\\134\\033[?25h\\n'

        """
      let visit = try await Visit(cell: PixelSize(width: 10, height: 20), chafa: chafa)
      let start = "\u{1B}7\u{1B}[2;2H\u{1B}P0;1;0q"
      let sixels = try await visit.image(
        after: "\u{1B}[?62;4;22c", from: start, to: "\u{1B}\\\u{1B}8")
      // Four times as large as it is, in the pixels of the terminal's cells.
      let bands = Array(repeating: "#0!640~", count: 384 / 6).joined(separator: "-")
      #expect(sixels == "\"1;1;640;384#0;2;99;0;0" + bands)

      visit.terminal.forget()
      visit.terminal.send("\u{0C}")
      try await visit.terminal.wait(for: start)
      try await visit.terminal.wait(for: Self.updateEnd)
      visit.terminal.forget()
      visit.terminal.send("\u{1B}")
      try await visit.terminal.wait(for: Self.updateEnd)
      #expect(!visit.terminal.received.contains("\u{1B}P"))
      // Its cells are painted anew, which erases it: those that were blank before, too.
      try await visit.terminal.wait(for: "Permanent id")
    }

    @Test(
      "Terminal without graphics gets text at once",
      arguments: [
        "", "\u{1B}[?1;2c", "\u{1B}[?62;4c", "\u{1B}_Gi=31;EBADF:no\u{1B}\\\u{1B}[?6c",
      ])
    func anyOtherTerminalGetsTextAtOnce(answer: String) async throws {
      let visit = try await Visit()
      try await visit.terminal.wait(for: Self.attributesQuestion)
      visit.terminal.send(answer)
      try await visit.terminal.wait(for: "image/png")
      // The answer was no key: nothing was typed, the screen is the same, and quits.
      visit.terminal.send("q")
      #expect(try await visit.terminal.end() == 0)
      #expect(!visit.terminal.received.contains("a=T"))
      #expect(!visit.terminal.received.contains("a=d"))
    }
  }
}
