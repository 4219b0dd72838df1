import Core
import Networking
import Testing

@Suite struct HTTPErrorTextTests {
  private static let place = "https://host.example:8443/resources/virtualSystems"

  private static let certificate = Certificate(
    subject: "CN = a", issuer: "CN = b", validFrom: "x", validUntil: "y", fingerprint: "AA:BB",
    publicKey: "sha256//x")

  private static let sentences: [(problem: HTTPError, sentence: String)] = [
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
      .unauthorized(place, hasStatus: false),
      "The server refused user or password (host.example:8443)."
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
      "Its certificate isn't valid before x (host); is this machine's clock right?"
    ),
    (
      .malformed(place, JSON.Malformed(line: 1, column: 1, reason: "there is nothing here")),
      "Empty answer (virtualSystems, host.example:8443)."
    ),
  ]

  /// The cause comes first, and the address behind it.
  @Test("An HTTP error's description begins with the cause", arguments: sentences)
  func theCauseComesFirst(problem: HTTPError, sentence: String) {
    #expect(problem.errorDescription == sentence)
  }

  /// Cyrillic letters that look like Latin ones: what is to be copied has none of them.
  @Test("An HTTP error names an internationalized host in ASCII")
  func aServerWhoseLettersLookLikeAnothersIsNamedInASCII() {
    let problem = HTTPError.redirectedElsewhere(
      from: "https://apple.example", to: "https://аррle.example")
    #expect(
      problem.errorDescription
        == "apple.example redirects to xn--le-6kc8da.example (“аррle.example”); not followed.")
    #expect(
      problem.recoverySuggestion?.contains("name it: --server https://xn--le-6kc8da.example.")
        == true)
    #expect(
      HTTPError.notFound("https://аррle.example/a").errorDescription
        == "404 Not Found (a, xn--le-6kc8da.example (“аррle.example”)).")
  }

  @Test(
    "An HTTP error names a resource by its last path part",
    arguments: [
      // An id is named with what it is an id of.
      ("https://host/resources/virtualSystems/1004", "virtualSystems/1004, host"),
      ("https://host/resources/virtualSystems/1004/machines", "machines, host"),
      ("https://host/1004", "1004, host"), ("https://host/", "host"), ("https://host", "host"),
      ("the demo data", "the demo data"),
    ]) func aPlaceIsNamedByItsLastPart(place: String, name: String)
  {
    #expect(
      HTTPError.cutShort(place).errorDescription == "Connection closed mid-response (\(name)).")
  }

  private static let malformed = JSON.Malformed(line: 2, column: 3, reason: "a value is missing")

  private static let words: [(problem: HTTPError, sentence: String, advice: String?)] = [
    (
      .unauthorized(place, line: "Locked."),
      "401 Unauthorized: wrong user or password: Locked. (host.example:8443).",
      "Enter the password again, or another user."
    ),
    (
      .unauthorized(place, line: "unauthorized", hadUser: false),
      "401 Unauthorized: this server requires a user (host.example:8443).", "Add --user NAME."
    ),
    (
      .forbidden(place),
      "403 Forbidden: this user may not read virtualSystems (host.example:8443).",
      "Ask for permission to see it, or log in as another user."
    ),
    (
      .notFound(place, line: "404 Nothing"),
      "404 Not Found: 404 Nothing (virtualSystems, host.example:8443).",
      "It may have been deleted; check the address if it should be there."
    ),
    (
      .status(place, 500, reason: "", line: "Oops"),
      "500: Oops (virtualSystems, host.example:8443).",
      "Try again later; if it persists, contact the server's administrator."
    ),
    (
      .status(place, 499, reason: "", line: nil), "499 (virtualSystems, host.example:8443).",
      "Check the address: it may not be this kind of server."
    ),
    (
      .redirectedElsewhere(from: "https://a", to: "http://a:80"),
      "a redirects to http://a:80; not followed.",
      "That address isn't encrypted, and your password was not sent on. Contact the server's administrator."
    ),
    (
      .redirectedElsewhere(from: "https://a", to: "https://b"), "a redirects to b; not followed.",
      """
      Your password was not sent on. If that is the server you want, name it: --server https://b. If it is a login page (single sign-on), ask the server's administrator for an address that takes a password.
      """
    ),
    (
      .wrongContentType(place, type: "text/html", line: "Log in"),
      "Bad answer: text/html, not JSON: Log in (virtualSystems, host.example:8443).",
      "This may be a login page or another kind of server: check the address."
    ),
    (
      .tooLarge(place, limit: 256 << 20),
      "Answer larger than 256 MiB (virtualSystems, host.example:8443).",
      "Request less data, or record it another way."
    ),
    (
      .malformed(place, malformed),
      "Bad answer: line 2, column 3: a value is missing (virtualSystems, host.example:8443).",
      "Contact the server's administrator."
    ),
    (
      .unexpected(place, kind: "an object", expected: "a list", message: "Down."),
      "Bad answer: an object, not a list: Down. (virtualSystems, host.example:8443).",
      "Contact the server's administrator."
    ),
    (
      .untrusted(server: "https://host", certificate, .wrongName),
      "Its certificate was issued for another name (host).",
      "Use the name that the certificate is for, or trust the certificate."
    ),
    (
      .untrusted(
        server: "https://host",
        Certificate(
          subject: "CN = a", issuer: "CN = b", validFrom: "", validUntil: "", fingerprint: "",
          publicKey: "", names: ["a.example", "b.example", "10.0.0.1", "c.example"]), .wrongName),
      "Its certificate is for a.example, b.example, 10.0.0.1 and 1 more, not for this address (host).",
      "Use the name that the certificate is for, a.example, or trust the certificate."
    ),
    (
      .loginNotOffered(place, schemes: ["Negotiate", "NTLM"]),
      "401 Unauthorized: the server offers only Negotiate or NTLM, not this log-in (host.example:8443).",
      "The server didn't check the password, so it stays stored. Ask its administrator for an address that does."
    ),
    (
      .untrusted(server: "https://host", certificate, .other("revoked")),
      "Its certificate isn't trusted: revoked (host).",
      "Check the fingerprint with the server's administrator, then trust it; or name its authority: "
        + "--cacert FILE."
    ),
    (
      .passwordNeeded(server: "host", user: "luca"), "No password for luca (host).",
      "Run it in a terminal, or add --password-command CMD."
    ),
    (.cancelled, "The request was cancelled.", nil),
  ]

  @Test("Every HTTP error has its description and advice", arguments: words)
  func everyProblemHasItsWordsAndItsAdvice(
    problem: HTTPError, sentence: String, advice: String?
  ) {
    #expect(problem.errorDescription == sentence)
    #expect(problem.recoverySuggestion == advice)
    #expect(problem.category != .unreachable)
  }

  @Test("HTTP errors of unreachable servers are offline")
  func onlyAServerThatWasNotReachedIsOffline() {
    let offline: [(HTTPError, String)] = [
      (.nameNotFound(host: "h"), "Host not found: h."),
      (.refused(host: "h"), "Connection refused: h."),
      (.unreachable(host: "h", reason: "no route"), "Unreachable: no route (h)."),
      (
        .proxyLogin(host: "h", proxy: "p:1", schemes: ["Basic"]),
        "407 Proxy Authentication Required: the proxy p:1 requires a login, Basic (h)."
      ),
      (.hungUp(host: "h"), "Connection closed without an answer: h."),
      (.timedOut(host: "h", .connecting, seconds: 9), "No answer within 9 s: h."),
      (.timedOut(host: "h", .responding, seconds: 9), "No data received for 9 s: h."),
      (
        .timedOut(host: "h", .receiving, seconds: 9),
        "Transfer stalled for 9 s: h."
      ),
      (.notSecured(host: "h", reason: "alert"), "No encrypted connection: alert (h)."),
    ]
    for (problem, sentence) in offline {
      #expect(problem.category == .unreachable && problem.errorDescription == sentence)
      #expect(problem.recoverySuggestion?.hasSuffix(".") == true)
    }
  }
}
