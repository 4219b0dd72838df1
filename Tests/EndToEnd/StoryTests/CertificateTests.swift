import Accounts
import Foundation
import Reprise
import RepriseTesting
import Testing

@testable import CloudBurst

extension EndToEndTests {
  /// Certificates and redirects, as somebody at a terminal meets them.
  @Suite struct CertificateTests {
    /// Runs a command beside the viewer, with the same home.
    private func command(_ viewer: LiveViewer, _ words: String...) throws -> ProgramRun {
      let own = RealViewer.environment(viewer.home, ["TZ": "UTC"]).compactMapValues { $0 }
      return try ProgramRun(
        BuiltProgram.path("cloudburst"), words,
        environment: SafeEnvironment.variables().merging(own) { $1 })
    }

    /// Goes on to the list from wherever the viewer begins, as far as it takes keys.
    private func press(_ viewer: LiveViewer, _ keys: Key...) async throws {
      for key in keys {
        _ = try await viewer.terminal.waitUntilQuiet()
        try viewer.terminal.press(key)
      }
    }

    @Test("Certificate screen: a typed password trusts nothing")
    func aPasswordTypedAtTheQuestionTrustsNothing() async throws {
      let viewer = try await LiveViewer(opened: .selfSigned)
      try await viewer.terminal.wait(for: "Nothing was sent yet.")
      try viewer.terminal.type("secret")
      try viewer.terminal.press(.enter)
      try await viewer.terminal.waitUntilGone("Nothing was sent yet.")
      #expect(try command(viewer, "certificates").outputText == "No trusted certificates.\n")
      #expect(try await viewer.server.seen().requests.isEmpty)
    }

    @Test("Unreachable server is reported before a password is asked for")
    func aServerThatIsNotThereIsSaidToBeSoBeforeAPasswordIsAskedFor() async throws {
      let home = try TemporaryDirectory()
      let terminal = try TmuxTerminal(
        environment: RealViewer.environment(home), home: home,
        running: [
          try BuiltProgram.path("cloudburst"), "--server", "https://127.0.0.1:1", "--user", "x",
        ])
      try await terminal.wait(for: "CloudBurst")
      try await terminal.wait(for: "onnection")
      let text = try await terminal.waitUntilQuiet().text.joined(separator: "\n")
      #expect(!text.contains("› Password"), "\(text)")
    }

    @Test func aRenewedCertificateIsComparedAndReplaced() async throws {
      let viewer = try await LiveViewer(opened: .selfSigned)
      try await viewer.terminal.wait(for: "Nothing was sent yet.")
      try await press(viewer, .tab, .enter)
      try await viewer.logIn()
      try await viewer.terminal.wait(for: "40 systems")
      let before = try command(viewer, "certificates").outputText
      try await viewer.server.show(.changed)
      try await viewer.server.hangUp()

      let shown = try command(viewer, "certificates", "show", viewer.server.origin)
      #expect(shown.outputText.contains("This is NOT the certificate that you trust."))
      #expect(shown.exitCode == 77)
      let list = try command(
        viewer, "list", "--server", viewer.server.origin, "--user", "cbadmin",
        "--password-command", "echo geheim")
      #expect(list.exitCode == 69)
      #expect(list.errorText.contains("\n  Trusted: SHA-256 "), "\(list.errorText)")
      #expect(list.errorText.contains("certificates trust \(viewer.server.origin) --fingerprint "))
      #expect(!list.errorText.contains("^J"))

      try await press(viewer, "r")
      try await viewer.terminal.wait(for: "presents a different certificate")
      try await press(viewer, .tab, .enter)
      try await viewer.terminal.wait(for: "Confirm it first")
      #expect(try command(viewer, "certificates").outputText == before)
      try await press(viewer, .backTab, .backTab, " ", .tab, .tab, .enter)
      try await viewer.terminal.waitUntilGone("presents a different certificate")
      #expect(try command(viewer, "certificates").outputText != before)
    }

    @Test("Certificate is trusted on the command line too")
    func aQuestionIsAnsweredOnTheCommandLineToo() async throws {
      let viewer = try await LiveViewer(opened: .selfSigned)
      try await viewer.terminal.wait(for: "Nothing was sent yet.")
      let origin = viewer.server.origin
      let shown = try command(viewer, "certificates", "show", origin).outputText
      let digits = shown.firstMatch(of: /SHA-256 +([0-9A-F:]{95})/).map { String($0.1) }
      let fingerprint = try #require(digits)
      let wrong = try command(
        viewer, "certificates", "trust", origin, "--fingerprint", "00" + fingerprint.dropFirst(2))
      #expect(wrong.exitCode == 69 && wrong.errorText.contains("It wasn't trusted"))
      #expect(try command(viewer, "certificates", "trust", origin).exitCode == 64)
      let plain = fingerprint.replacing(":", with: "").lowercased()
      let right = try command(
        viewer, "certificates", "trust", origin, "--fingerprint", "SHA256:" + plain)
      #expect(right.exitCode == 0, "\(right.errorText)")
      // The viewer that was left at the question goes on by itself.
      try await viewer.terminal.wait(for: "› Password")
      #expect(try command(viewer, "certificates", "forget", origin).exitCode == 0)
    }

    @Test("Redirect to another host is named and gets no password")
    func aRedirectToAnotherHostIsNamedAndThePasswordKept() async throws {
      let viewer = try await LiveViewer(opened: .vouchedFor)
      try await viewer.logIn()
      try await viewer.terminal.wait(for: "40 systems")
      let other = try await TestServer(.selfSigned)
      try await viewer.server.serve(
        ResourceURI.systemList, .redirect(to: other.origin + "/elsewhere"))
      let list = try command(
        viewer, "list", "--server", viewer.server.origin, "--user", "cbadmin", "--cacert",
        TestCertificate.authorityFile, "--password-command", "echo geheim")
      #expect(list.exitCode == 69)
      #expect(
        list.errorText.contains(
          "127.0.0.1:\(viewer.server.port) redirects to 127.0.0.1:\(other.port); not followed"))
      #expect(list.errorText.contains("--server \(other.origin)"))
      #expect(try await other.seen().connections.isEmpty)
    }
  }
}

extension LiveViewer {
  /// Starts the viewer at a server with a certificate, and waits for what it comes to.
  nonisolated(nonsending) fileprivate init(opened certificate: TestCertificate) async throws {
    try await self.init(certificate)
    try await terminal.wait(for: "CloudBurst")
    _ = try await terminal.waitUntilQuiet()
  }
}
