import Core
import Foundation
import RepriseTesting
import Testing

@testable import Restoration

@Suite struct TerminalIdentityTests {
  private static let tmux = ["TMUX": "/tmp/tmux-1000/a,b,812,0", "TMUX_PANE": "%3"]

  private func names(_ environment: [String: String], position: String? = nil) -> [String]? {
    TerminalIdentity(environment: environment, tmuxPosition: position)?.names
  }

  @Test("A terminal identity lists the most exact name first") func theMostExactNameComesFirst() {
    #expect(
      TerminalIdentity(
        environment: Self.tmux, terminal: "/dev/pts/5", openedAt: 17, tmuxPosition: "my work:1.0"
      )?.names == [
        "tmux %3 (/tmp/tmux-1000/a,b,812)", "tty /dev/pts/5 (17)",
        "tmux my work:1.0 (/tmp/tmux-1000/a,b)",
      ])
    #expect(
      names(["STY": "812.work", "WINDOW": "2", "KITTY_WINDOW_ID": "1"])
        == ["screen 2 (812.work)", "screen 2 (work)"])
    #expect(
      names(["ZELLIJ_SESSION_NAME": "work", "ZELLIJ_PANE_ID": "4"]) == ["zellij 4 (work)"])
    #expect(names(["TERM_SESSION_ID": "w0:A"]) == ["window w0:A"])
    #expect(names(["WEZTERM_PANE": "3"]) == ["wezterm 3"])
    #expect(names(["KITTY_WINDOW_ID": "1"]) == ["kitty 1"])
  }

  @Test("A terminal without a usable name has no identity") func aPlaceWithoutAName() {
    #expect(names([:]) == nil)
    #expect(names(["TMUX": "x", "TMUX_PANE": "%1"]) == nil)
    // A later window may have the same path.
    #expect(TerminalIdentity(environment: [:], terminal: "/dev/pts/5") == nil)
    // They would make other lines of the lock's file, or too much of it.
    #expect(names(["KITTY_WINDOW_ID": "1\nprocess 2"]) == nil)
    #expect(names(["KITTY_WINDOW_ID": "1\tkitty 2"]) == nil)
    #expect(names(["KITTY_WINDOW_ID": String(repeating: "1", count: 1000)]) == nil)
    #expect(TerminalIdentity(text: "\t\t") == nil)
  }

  @Test("A terminal identity has a short description") func itIsSaidInAWordOrTwo() {
    func words(_ text: String) -> String? { TerminalIdentity(text: text)?.description }
    #expect(
      words("tmux %3 (/a,8)\ttty /dev/pts/5 (17)\ttmux my work:1.0 (/a)") == "tmux my work:1.0")
    #expect(words("tty /dev/pts/5 (17)") == "tty /dev/pts/5")
    #expect(words("screen 2 (812.work)\tscreen 2 (work)") == "screen 2")
  }

  @Test("A session lock stores the terminal identity") func theLockTellsWhereASessionWasOpenedLast()
    throws
  {
    let directory = try TemporaryDirectory()
    let place = try #require(TerminalIdentity(environment: Self.tmux, tmuxPosition: "w:0.1"))
    let store = SessionStore(path: directory.path)
    let file = SessionStore.File(path: directory.file("main.snapshot"))
    #expect(store.terminalIdentity(of: file) == nil)
    do {
      let lock = try SessionLock(
        path: file.path + ".lock", owner: "process 1", terminalIdentity: place)
      // The owner is read as before.
      #expect(try SessionLock.holder(of: file.path + ".lock", FileAccess()) == "process 1")
      withExtendedLifetime(lock) {}
    }
    #expect(store.terminalIdentity(of: file) == place)
    do {
      let other = try #require(TerminalIdentity(environment: ["KITTY_WINDOW_ID": "1"]))
      let lock = try SessionLock(
        takingOver: file.path + ".lock", owner: "process 2", terminalIdentity: other)
      #expect(store.terminalIdentity(of: file) == other)
      withExtendedLifetime(lock) {}
    }
    // An earlier release writes none.
    do { _ = try SessionLock(path: file.path + ".lock", owner: "process 3") }
    #expect(store.terminalIdentity(of: file) == nil)
  }

  @Test("A terminal identity finds the session by its most exact name")
  func theMostExactNameThatIsKnownFindsTheSession() throws {
    let directory = try TemporaryDirectory()
    func file(_ name: String, _ line: String) throws -> SessionStore.File {
      try directory.write("\(name).snapshot.lock", "process 1\n\(line)\n")
      return SessionStore.File(path: directory.file("\(name).snapshot"))
    }
    let files = [
      try file("a", "tmux %2 (/s,1)\ttmux w:0.1 (/s)"),
      try file("b", "tmux %1 (/s,1)\ttmux w:0.0 (/s)"), try file("c", "tmux w:0.1 (/s)"),
    ]
    func found(_ line: String) throws -> String? {
      let place = try #require(TerminalIdentity(text: line))
      return SessionStore(path: directory.path).first(among: files, openedIn: place)?.stem
    }
    #expect(try found("tmux %1 (/s,1)\ttmux w:0.1 (/s)") == "b")
    // tmux was started anew, so its numbers mean other panes.
    #expect(try found("tmux %1 (/s,2)\ttmux w:0.1 (/s)") == "a")
    #expect(try found("tmux %1 (/t,1)\ttmux w:0.1 (/t)") == nil)
  }
}
