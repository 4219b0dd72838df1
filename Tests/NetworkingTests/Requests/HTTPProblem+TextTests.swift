import Networking
import Testing
import Values

@Suite struct HTTPProblemTextTests {
  private static let place = "https://host.example:8443/resources/virtualSystems"

  private static let certificate = Certificate(
    subject: "CN = a", issuer: "CN = b", validFrom: "x", validUntil: "y", fingerprint: "AA:BB",
    publicKey: "sha256//x")

  private static let sentences: [(problem: HTTPProblem, sentence: String)] = [
    (
      .forbidden(place, user: "cbadmin", line: "CWZCO1000E: you may not"),
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
      .status(place, 502, reason: "Bad Gateway", line: "Bad gateway"),
      "502 Bad Gateway (virtualSystems, host.example:8443)."
    ),
    (
      .status(place, 502, reason: "Bad Gateway", line: "502 Bad Gateway"),
      "502 Bad Gateway (virtualSystems, host.example:8443)."
    ),
    (
      .notFound(place, line: "404 Not Found"),
      "404 Not Found (virtualSystems, host.example:8443)."
    ),
    (
      .forbidden(place, user: "cbadmin", line: "Forbidden"),
      "403 Forbidden: cbadmin may not read virtualSystems (host.example:8443)."
    ),
    (
      .unauthorized(place, line: "401 Unauthorized"),
      "401 Unauthorized: wrong user or password (host.example:8443)."
    ),
    (
      .status(place, 502, reason: "Bad Gateway", line: "502 Proxy Error"),
      "502 Proxy Error (virtualSystems, host.example:8443)."
    ),
    (
      .status(place, 503, reason: "Service Unavailable", line: "Back at 9."),
      "503 Service Unavailable: Back at 9. (virtualSystems, host.example:8443)."
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
  ]

  /// The cause comes first, and the address behind it.
  @Test(arguments: sentences)
  func theCauseComesFirst(problem: HTTPProblem, sentence: String) {
    #expect(problem.errorDescription == sentence)
  }

  /// Cyrillic letters that look like Latin ones: what is to be copied has none of them.
  @Test func aServerWhoseLettersLookLikeAnothersIsNamedInASCII() {
    let problem = HTTPProblem.redirectedElsewhere(
      from: "https://apple.example", to: "https://аррle.example")
    #expect(
      problem.errorDescription
        == "apple.example redirects to xn--le-6kc8da.example (“аррle.example”); not followed.")
    #expect(
      problem.recoverySuggestion?.hasSuffix("name it: --server https://xn--le-6kc8da.example.")
        == true)
    #expect(
      HTTPProblem.notFound("https://аррle.example/a").errorDescription
        == "404 Not Found (a, xn--le-6kc8da.example (“аррle.example”)).")
  }
}
