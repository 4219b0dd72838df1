import Controllers
import RepriseTesting
import Restoration
import Terminals
import Testing

@testable import Screens

/// The words to a person about a copy.
@MainActor @Suite struct CopyingTests {
  private let terminal = CountingTerminal()

  private func loop() throws -> ScreenLoop<OnlyRoute> {
    let loop = try ScreenLoop(
      Application("copying") { CopyingScreen() }, framework: .standard, terminal: terminal,
      store: InMemorySnapshotStore(), time: .stopped)
    loop.start(resuming: nil)
    return loop
  }

  private func press(_ key: Key, in loop: ScreenLoop<OnlyRoute>) async -> String {
    terminal.send(.key(key))
    loop.turn()
    await loop.settle()
    return terminal.frame.text(ofRow: 5)
  }

  @Test(
    "Copying reports a loss only if the text was sent",
    arguments: [
      (CopyResult.copied, "c", " Copied. ", false),
      (.copied, "l", " Copied. The colours are lost. ", true),
      (.unsure("x"), "l", " Copied, if this terminal (x) lets programs copy. The col", true),
      (.tooLong, "l", " Too long to copy. ", false),
      (.impossible("x"), "l", " This terminal (x) can't copy; select with the mouse. ", false),
    ])
  func aLossIsToldOfWhatWasSentAndStaysAmongTheMessages(
    copying: CopyResult, key: Key, line: String, isLogged: Bool
  ) async throws {
    terminal.copying = copying
    let loop = try loop()
    let shown = await press(key, in: loop)
    // A sentence that is cut ends in the key that shows all of it.
    #expect(shown.hasPrefix(line.count > 50 && isLogged ? String(line.prefix(45)) : line))
    #expect(
      loop.notices.log.messages.map(\.text).contains { $0.hasSuffix("are lost.") } == isLogged)
    #expect(loop.notices.log.isEmpty == !isLogged)
  }

  @Test("Ctrl-L and repainting draw every cell anew")
  func redrawingAndRepaintingPaintEveryCellAnew() async throws {
    let loop = try loop()
    await loop.settle()
    #expect(terminal.invalidations == 0)
    let frames = terminal.frameCount
    _ = await press(.control("l"), in: loop)
    #expect(terminal.invalidations == 1)
    #expect(terminal.frameCount == frames + 1)
    loop.repaint()
    #expect(terminal.invalidations == 2)
    #expect(terminal.frameCount == frames + 2)
  }
}

@MainActor private final class CopyingScreen: Screen {
  struct State: RestorableState {}
  var state = State()

  var bindings: [KeyBinding] {
    [
      KeyBinding("c", help: "Copy") { $0.copy("a") },
      KeyBinding("l", help: "Copy what loses something") {
        $0.copy("a", loss: "The colours are lost.")
      },
    ]
  }

  func draw(in canvas: inout Canvas) {}
}
