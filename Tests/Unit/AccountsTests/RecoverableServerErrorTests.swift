import Commands
import Foundation
import Networking
import Screens
import Testing

@testable import Accounts

@Suite struct RecoverableServerErrorTests {
  private enum Remedy: ServerRoute {
    case password(isRefused: Bool)
    case certificate(UnknownCertificate)
    case unreadableAnswer
  }

  private let certificate = Certificate(
    subject: "CN = a", issuer: "CN = b", validFrom: "x", validUntil: "y", fingerprint: "AA:BB",
    publicKey: "sha256//x")

  private func recovered(_ error: any Error) -> any Error { Remedy.recoverable(error) }

  private func recoveryRoute(_ problem: HTTPError) -> Remedy? {
    (recovered(problem) as? any Recoverable)?.recoveryRoute as? Remedy
  }

  @Test("A missing or refused password is recovered by the password screen")
  func aPasswordIsAskedForAndARefusedOneIsSaidToBeSo() {
    #expect(
      recoveryRoute(.passwordNeeded(server: "host", user: "luca")) == .password(isRefused: false))
    #expect(recoveryRoute(.unauthorized("https://host/x")) == .password(isRefused: true))
    #expect(recoveryRoute(.unauthorized("https://host/x", hadUser: false)) == nil)
  }

  @Test("An unknown certificate is recovered by the certificate screen")
  func anUnknownCertificateIsShown() {
    #expect(
      recoveryRoute(.untrusted(server: "https://host", certificate, .selfSigned))
        == .certificate(
          UnknownCertificate(
            server: "https://host", certificate: certificate, distrust: .selfSigned)))
  }

  @Test("A changed certificate's screen shows the trusted one too")
  func aChangedCertificateIsShownBesideTheTrustedOne() {
    let problem = HTTPError.changedCertificate(
      server: "https://host", trusted: certificate, found: certificate)
    guard case .certificate(let unknown)? = recoveryRoute(problem) else {
      Issue.record("nothing is shown")
      return
    }
    #expect(unknown.trusted == certificate && unknown.certificate == certificate)
  }

  @Test("Other server errors have no recovery") func nothingElseHasARemedy() {
    #expect(
      recoveryRoute(.redirectedElsewhere(from: "https://host", to: "https://other")) == nil)
    #expect(recoveryRoute(.forbidden("https://host/x")) == nil)
    #expect(recoveryRoute(.refused(host: "host")) == nil)
    #expect(recovered(CancellationError()) is CancellationError)
  }

  @Test("A recoverable server error keeps description and exit code")
  func itSaysWhatTheProblemSaysAndExitsAsItDoes() {
    for problem in [
      HTTPError.unauthorized("https://host/x"), .passwordNeeded(server: "host", user: "luca"),
      .untrusted(server: "https://host", certificate, .expired),
    ] {
      let recovered = recovered(problem) as? RecoverableServerError
      #expect(recovered?.errorDescription == problem.errorDescription)
      #expect(recovered?.exitCode == ExitCode(problem))
    }
    let expired = HTTPError.untrusted(server: "https://host", certificate, .expired)
    let advice = (recovered(expired) as? RecoverableServerError)?.recoverySuggestion
    #expect(advice?.hasPrefix("r: show the certificate") == true)
  }

  /// A screen has keys, a script has options.
  @Test("A recoverable server error advises a key, a plain one an option")
  func onAScreenAKeyGivesThePasswordAndElsewhereAnOption() {
    for problem in [
      HTTPError.unauthorized("https://host/x"), .passwordNeeded(server: "host", user: "luca"),
    ] {
      let advice = (recovered(problem) as? RecoverableServerError)?.recoverySuggestion
      #expect(advice?.contains("r: log in") == true)
      #expect(advice?.contains("Ctrl-R") == true)
      #expect(problem.recoverySuggestion?.contains("Press") == false)
    }
    let needed = HTTPError.passwordNeeded(server: "host", user: "luca")
    #expect(needed.recoverySuggestion?.contains("--password-command") == true)
  }

  @Test("A refused password's error names the server, not the URL")
  func aRefusedPasswordIsTheServersAndNotAnAddresses() {
    let problem = HTTPError.unauthorized("http://127.0.0.1:18080/openmrs/ws/rest/v1/patient")
    #expect(
      problem.errorDescription
        == "401 Unauthorized: wrong user or password (127.0.0.1:18080).")
  }
}
