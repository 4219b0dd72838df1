import Foundation
import Testing

@testable import Networking

@Suite struct HTTPResponseOutcomeTests {
  private func outcome(
    _ status: Int, _ headers: (name: String, value: String)...
  ) throws -> HTTPResponse.Outcome {
    HTTPResponse(
      status: status, headers: headers.map { HTTPHeader($0.name, $0.value) }, body: [],
      url: try #require(URL(string: "https://host/"))
    ).outcome
  }

  @Test(
    "A 401 concerns the password unless only other schemes are offered",
    arguments: [
      ("Negotiate", ["Negotiate"]), ("negotiate YII=", ["negotiate"]),
      ("Digest realm=\"a, Basic b\", nonce = \"c\", qop=\"auth\"", ["Digest"]),
      ("Digest realm=\"a \\\", Basic\"", ["Digest"]),
      ("Bearer, NTLM", ["Bearer", "NTLM"]),
      ("Bearer realm=x , error=\"y\",Negotiate", ["Bearer", "Negotiate"]),
      ("Basic realm=\"a\"", nil), ("Digest realm=\"a\", Basic realm=\"b\"", nil),
      ("xBasic realm=\"a\"", nil), ("", nil), (",", nil),
    ] as [(String, [String]?)])
  func a401IsAboutThePasswordUnlessOnlyOthersAreOffered(header: String, other: [String]?) throws {
    #expect(
      try outcome(401, ("www-authenticate", header))
        == other.map { .otherLogin($0) } ?? .unauthorized)
  }

  @Test("A 401 with several WWW-Authenticate headers, or none, is read")
  func severalHeadersAreReadAndNoneIsAboutThePassword() throws {
    #expect(
      try outcome(401, ("WWW-Authenticate", "Negotiate"), ("WWW-Authenticate", "NTLM"))
        == .otherLogin(["Negotiate", "NTLM"]))
    #expect(
      try outcome(401, ("WWW-Authenticate", "Negotiate"), ("WWW-Authenticate", "Basic"))
        == .unauthorized)
    #expect(try outcome(401) == .unauthorized)
  }

  @Test(
    "Retry-After gives the seconds of a 429 or 503",
    arguments: [
      ("60", 60), (" 60 ", 60), ("0", nil), ("-1", nil), ("1.5", nil), ("soon", nil), ("", nil),
      ("99999999999999999999999", 366 * 86_400),
      ("Fri, 27 Nov 2026 10:01:30 GMT", 90), ("Friday, 27-Nov-26 10:01:30 GMT", 90),
      ("Fri Nov 27 10:01:30 2026", 90), ("Fri, 27 Nov 2026 09:00:00 GMT", nil),
      ("Fri, 99 Nov 2026 10:01:30 GMT", nil), ("Fri, 27 Nov 99999 10:01:30 GMT", nil),
    ] as [(String, Int?)])
  func aBusyServerSaysForHowLong(header: String, seconds: Int?) throws {
    // By the server's own clock.
    let date = ("Date", "Fri, 27 Nov 2026 10:00:00 GMT")
    for status in [429, 503] {
      #expect(try outcome(status, ("Retry-After", header), date) == .busy(seconds: seconds))
    }
    #expect(try outcome(301, ("Retry-After", header)) == .redirect)
    #expect(try outcome(500, ("Retry-After", header)) == .failed)
  }
}
