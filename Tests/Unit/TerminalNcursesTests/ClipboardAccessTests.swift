import Testing

@testable import TerminalNcurses

/// Which terminals take text for the clipboard, told by what they say of themselves.
@Suite struct ClipboardAccessTests {
  private func access(
    _ type: String, hasCapability: Bool = true, followsXterm: Bool = true,
    _ environment: [String: String] = [:]
  ) -> ClipboardAccess {
    ClipboardAccess(
      type: type, hasCapability: hasCapability, followsXterm: followsXterm,
      environment: environment)
  }

  @Test("Clipboard is unavailable on a console", arguments: ["linux", "vt100", "dumb"])
  func aConsoleHasNoClipboard(type: String) {
    #expect(access(type, hasCapability: false, followsXterm: false) == .none)
  }

  @Test(
    "Clipboard is available on terminals known to copy",
    arguments: ["xterm-kitty", "alacritty", "foot", "wezterm"])
  func aTerminalThatIsKnownToCopyCopies(type: String) {
    #expect(access(type) == .certain)
  }

  @Test("Clipboard availability follows TERM_PROGRAM too")
  func aTerminalMaySayItsNameBesideItsType() {
    #expect(access("xterm-256color", ["TERM_PROGRAM": "WezTerm"]) == .certain)
    #expect(access("xterm-256color", ["VTE_VERSION": "7006"]) == .none)
    #expect(access("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"]) == .none)
  }

  @Test("Clipboard availability in tmux is uncertain") func tmuxTakesItOnlyIfItsOptionSaysSo() {
    #expect(access("tmux-256color") == .uncertain)
    #expect(access("screen-256color", ["TMUX": "/tmp/tmux-0/default,1,0"]) == .uncertain)
    #expect(access("tmux-256color", ["TERM_PROGRAM": "tmux"]) == .uncertain)
  }

  @Test("Clipboard availability of other terminals is uncertain") func ofOthersNobodyKnows() {
    #expect(access("xterm-256color") == .uncertain)
    #expect(access("rxvt-unicode", hasCapability: false) == .uncertain)
  }
}
