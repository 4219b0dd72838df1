import Commands
import Foundation
import Networking
import Screens
import Testing

@testable import Servers

@Suite struct RemediableProblemTests {
  private enum Remedy: ServerRoute {
    case password(isRefused: Bool)
    case certificate(UnknownCertificate)
    case unreadableAnswer
  }

  private let certificate = Certificate(
    subject: "CN = a", issuer: "CN = b", validFrom: "x", validUntil: "y", fingerprint: "AA:BB",
    publicKey: "sha256//x")

  private func remedied(_ error: any Error) -> any Error { Remedy.remediable(error) }

  private func remedy(_ problem: HTTPProblem) -> Remedy? {
    (remedied(problem) as? any Remediable)?.remedy as? Remedy
  }

  @Test func aPasswordIsAskedForAndARefusedOneIsSaidToBeSo() {
    #expect(
      remedy(.passwordNeeded(server: "host", user: "luca")) == .password(isRefused: false))
    #expect(remedy(.unauthorized("https://host/x")) == .password(isRefused: true))
    #expect(remedy(.unauthorized("https://host/x", hadUser: false)) == nil)
  }

  @Test func anUnknownCertificateIsShown() {
    #expect(
      remedy(.untrusted(server: "https://host", certificate, .selfSigned))
        == .certificate(
          UnknownCertificate(
            server: "https://host", certificate: certificate, distrust: .selfSigned)))
  }

  @Test func aChangedCertificateIsShownBesideTheTrustedOne() {
    let problem = HTTPProblem.changedCertificate(
      server: "https://host", trusted: certificate, found: certificate)
    guard case .certificate(let unknown)? = remedy(problem) else {
      Issue.record("nothing is shown")
      return
    }
    #expect(unknown.trusted == certificate && unknown.certificate == certificate)
  }

  @Test func nothingElseHasARemedy() {
    #expect(
      remedy(.redirectedElsewhere(from: "https://host", to: "https://other")) == nil)
    #expect(remedy(.forbidden("https://host/x")) == nil)
    #expect(remedy(.refused(host: "host")) == nil)
    #expect(remedied(CancellationError()) is CancellationError)
  }

  @Test func itSaysWhatTheProblemSaysAndExitsAsItDoes() {
    for problem in [
      HTTPProblem.unauthorized("https://host/x"), .passwordNeeded(server: "host", user: "luca"),
      .untrusted(server: "https://host", certificate, .expired),
    ] {
      let remedied = remedied(problem) as? RemediableProblem
      #expect(remedied?.errorDescription == problem.errorDescription)
      #expect(remedied?.exitCode == ExitCode(problem))
    }
    let expired = HTTPProblem.untrusted(server: "https://host", certificate, .expired)
    let advice = (remedied(expired) as? RemediableProblem)?.recoverySuggestion
    #expect(advice?.hasPrefix("r: look at the certificate") == true)
  }

  /// A screen has keys, a script has options.
  @Test func onAScreenAKeyGivesThePasswordAndElsewhereAnOption() {
    for problem in [
      HTTPProblem.unauthorized("https://host/x"), .passwordNeeded(server: "host", user: "luca"),
    ] {
      let advice = (remedied(problem) as? RemediableProblem)?.recoverySuggestion
      #expect(advice?.contains("r: log in") == true)
      #expect(advice?.contains("Ctrl-R") == true)
      #expect(problem.recoverySuggestion?.contains("Press") == false)
    }
    let needed = HTTPProblem.passwordNeeded(server: "host", user: "luca")
    #expect(needed.recoverySuggestion?.contains("--password-command") == true)
  }

  @Test func aRefusedPasswordIsTheServersAndNotAnAddresses() {
    let problem = HTTPProblem.unauthorized("http://127.0.0.1:18080/openmrs/ws/rest/v1/patient")
    #expect(
      problem.errorDescription
        == "401 Unauthorized: wrong user or password (127.0.0.1:18080).")
  }
}
