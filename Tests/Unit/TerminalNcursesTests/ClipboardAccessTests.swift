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

  @Test(arguments: ["linux", "vt100", "dumb"]) func aConsoleHasNoClipboard(type: String) {
    #expect(access(type, hasCapability: false, followsXterm: false) == .none)
  }

  @Test(arguments: ["xterm-kitty", "alacritty", "foot", "wezterm"])
  func aTerminalThatIsKnownToCopyCopies(type: String) {
    #expect(access(type) == .certain)
  }

  @Test func aTerminalMaySayItsNameBesideItsType() {
    #expect(access("xterm-256color", ["TERM_PROGRAM": "WezTerm"]) == .certain)
    #expect(access("xterm-256color", ["VTE_VERSION": "7006"]) == .none)
    #expect(access("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"]) == .none)
  }

  @Test func tmuxTakesItOnlyIfItsOptionSaysSo() {
    #expect(access("tmux-256color") == .uncertain)
    #expect(access("screen-256color", ["TMUX": "/tmp/tmux-0/default,1,0"]) == .uncertain)
    #expect(access("tmux-256color", ["TERM_PROGRAM": "tmux"]) == .uncertain)
  }

  @Test func ofOthersNobodyKnows() {
    #expect(access("xterm-256color") == .uncertain)
    #expect(access("rxvt-unicode", hasCapability: false) == .uncertain)
  }
}
