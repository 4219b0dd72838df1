import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

extension EndToEndTests {
  /// A password command has the terminal while it runs.
  @Suite struct PasswordCommandTests {
    /// A program that opens the terminal by its name, as a pinentry does, and prints the password
    /// for the right passphrase.
    private static let pinentry = #"""
      exec 3<> "$(tty)"
      stty -icanon min 1 <&3
      printf '\033[H\033[2JPassphrase: ' >&3
      while IFS= read -rn1 key <&3 && [ -n "$key" ]; do phrase+=$key; printf '*' >&3; done
      stty icanon <&3
      [ "$phrase" = open/sesame-7 ] && echo geheim
      """#

    private func viewer(_ command: String) async throws -> LiveViewer {
      try await LiveViewer(arguments: ["--password-command", command])
    }

    /// The processes whose command line has a text in it.
    private func processes(with text: String) throws -> String {
      try ProgramRun("/usr/bin/pgrep", "-f", "^[^ ]*sleep \(text)$").outputText
    }

    private func files(of viewer: LiveViewer) throws -> String {
      let run = try ProgramRun("/bin/grep", "-rlE", "sesame|esam|same-7", viewer.home.path)
      return run.outputText
    }

    @Test("Password command may ask for a passphrase on the terminal")
    func aPassphraseThatItAsksForIsItsAloneAndTheListComesBack() async throws {
      let home = try TemporaryDirectory()
      try home.write("pinentry", Self.pinentry)
      let viewer = try await viewer("bash '\(home.file("pinentry"))'")
      try await viewer.terminal.wait(for: "Passphrase:")
      for letter in "open/sesame-7" { try viewer.terminal.type(String(letter)) }
      try viewer.terminal.press(.enter)
      try await viewer.terminal.wait(for: "Administrator")
      let text = try await viewer.terminal.waitUntilQuiet().text
      #expect(text[0].contains("PAUSED"))
      #expect(!text.joined().contains("Passphrase"))
      try viewer.terminal.press("q")
      try await viewer.terminal.waitForDeath()
      #expect(try files(of: viewer) == "")
    }

    @Test("Password command that hangs is reported and Esc ends it")
    func whileItHangsTheScreenSaysSoAndEscLeadsToTheField() async throws {
      let viewer = try await viewer("trap '' INT QUIT TERM; sleep 7311; echo geheim")
      try await viewer.terminal.wait(for: "Waiting for the password command since ")
      try viewer.terminal.type("my/secret-phrase\r")
      try viewer.terminal.press(.escape)
      try await viewer.terminal.wait(for: "You stopped waiting for the")
      #expect(try processes(with: "7311") == "")
      try await viewer.logIn()
      try await viewer.terminal.wait(for: "Administrator")
      #expect(try !viewer.terminal.screen().joined().contains("phrase"))
    }

    @Test("Password command ends with the viewer", arguments: [nil, SIGTERM, SIGHUP])
    func howeverTheViewerEndsItEnds(signal: Int32?)
      async throws
    {
      let number = 7312 + Int(signal ?? 0)
      // What ends only when it is killed.
      let viewer = try await viewer("trap '' HUP TERM; sleep \(number) & sleep \(number); exit 1")
      try await viewer.terminal.wait(for: "Waiting for the password command since ")
      if let signal {
        try viewer.terminal.kill(signal)
      } else {
        try viewer.terminal.press(.control("q"))
      }
      try await viewer.terminal.waitForDeath()
      #expect(try processes(with: "\(number)") == "")
      #expect(try viewer.terminal.modes() == TmuxTerminal.rightModes)
    }

    /// gpg's pinentry is a child of its agent: in another session, and in no group of the
    /// command's.
    @Test(.enabled(if: PassStore.isInstalled, "needs pass, gnupg and pinentry-curses"))
    func passWithPinentryAsksAtTheTerminal() async throws {
      let store = try PassStore(passphrase: "open/sesame-7", password: LiveViewer.password)
      defer { store.close() }
      for signal in [nil, SIGTERM] {
        let viewer = try await viewer(store.command)
        try await viewer.terminal.wait(for: "Passphrase:")
        if let signal {
          try viewer.terminal.kill(signal)
          try await viewer.terminal.waitForDeath()
          #expect(try !store.isAsking())
          continue
        }
        for letter in "open/sesame-7" { try viewer.terminal.type(String(letter)) }
        try viewer.terminal.press(.enter)
        try await viewer.terminal.wait(for: "Administrator")
        try viewer.terminal.press("q")
        try await viewer.terminal.waitForDeath()
        #expect(try files(of: viewer) == "")
        store.forgetPassphrase()
      }
    }
  }
}

/// A password store of the user's, with a key of gpg's and its agent.
private struct PassStore {
  private let home: TemporaryDirectory

  static var isInstalled: Bool {
    ["pass", "gpg", "pinentry-curses"].allSatisfy {
      FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
    }
  }

  init(passphrase: String, password: String) throws {
    home = try TemporaryDirectory()
    let script = """
      \(environment)
      mkdir -m 700 "$GNUPGHOME"
      echo "pinentry-program /usr/bin/pinentry-curses" > "$GNUPGHOME/gpg-agent.conf"
      gpg --batch --pinentry-mode loopback --passphrase '\(passphrase)' \
        --quick-gen-key lab@example.com default default never
      pass init lab@example.com && echo '\(password)' | pass insert -e lab
      gpgconf --kill gpg-agent
      """
    _ = try ProgramRun("/bin/sh", "-c", script)
  }

  private var environment: String {
    "export GNUPGHOME='\(home.path)/gpg' PASSWORD_STORE_DIR='\(home.path)/store'"
      + " HOME='\(home.path)' PATH=/usr/bin:/bin;"
  }

  /// The command line of README's example, for this store.
  var command: String { environment + " GPG_TTY=$(tty) pass show lab" }

  func isAsking() throws -> Bool {
    // Its agent stands in the environment of a pinentry.
    try ProgramRun(
      "/bin/sh", "-c",
      "grep -lsF '\(home.path)' /proc/[0-9]*/environ | while "
        + "IFS=/ read -r _ _ process _; do cat /proc/$process/comm; done"
    ).outputText
      .contains("pinentry")
  }

  func forgetPassphrase() {
    _ = try? ProgramRun("/bin/sh", "-c", environment + " gpgconf --kill gpg-agent")
  }

  func close() { forgetPassphrase() }
}
