import Networking
import Testing
import Values

@Suite struct HTTPProblemTextTests {
  private static let place = "https://host.example:8443/resources/virtualSystems"

  private static let certificate = Certificate(
    subject: "CN = a", issuer: "CN = b", validFrom: "x", validUntil: "y", fingerprint: "AA:BB",
    publicKey: "sha256//x")

  /// What is wrong comes first, and the address behind it.
  @Test(arguments: [
    (
      HTTPProblem.forbidden(place, user: "cbadmin", line: "CWZCO1000E: you may not"),
      "403 Forbidden: CWZCO1000E: you may not (virtualSystems, cbadmin at host.example:8443)."
    ),
    (
      .forbidden(place, user: nil, line: "No."),
      "403 Forbidden: No. (virtualSystems, host.example:8443)."
    ),
    (
      .forbidden(place, user: "cbadmin", line: nil),
      "403 Forbidden: cbadmin may not read virtualSystems (host.example:8443)."
    ),
    (
      .untrusted(server: "https://127.0.0.1:18743", certificate, .selfSigned),
      "Self-signed: no authority vouches for it (127.0.0.1:18743)."
    ),
    (
      .untrusted(server: "https://host", certificate, .notYetValid),
      "Its certificate isn't valid yet (host); is this machine's clock right?"
    ),
    (
      .malformed(place, JSON.Malformed(line: 1, column: 1, reason: "there is nothing here")),
      "Empty answer (virtualSystems, host.example:8443)."
    ),
  ])
  func theCauseComesFirst(problem: HTTPProblem, sentence: String) {
    #expect(problem.errorDescription == sentence)
  }
}
