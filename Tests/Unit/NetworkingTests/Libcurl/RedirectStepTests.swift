import Core
import Foundation
import Testing

@testable import Networking

@Suite struct RedirectStepTests {
  /// A look at a certificate goes to a server that nobody trusts yet.
  @Test("Inspecting a certificate sends no body, header or credentials")
  func aLookAtACertificateTakesNothingAlong() throws {
    let url = try #require(URL(string: "https://host:8443/a"))
    let request = HTTPRequest(
      url, method: .post, body: HTTPBody(Array("{}".utf8), type: "application/json"),
      headers: [HTTPHeader("X-Own", "mine")],
      credentials: Credentials(user: "luca", password: Secret("geheim")), progress: { _ in })
    let hop = try RedirectStep(request, allowsHTTP: false)
    #expect(hop.method == .post && hop.body != nil && hop.headers.count == 1)
    #expect(hop.credentials != nil && hop.takesCookies && hop.progress != nil)
    let look = hop.inspection
    #expect(look.purpose == .certificate)
    #expect(look.method == .get && look.body == nil && look.headers.isEmpty)
    #expect(look.credentials == nil && !look.takesCookies && look.progress == nil)
    #expect(look.url == url && look.address.origin == "https://host:8443")
  }

  private func hop(
    _ url: String, _ method: HTTPRequest.Method = .get, type: String? = nil,
    headers: [HTTPHeader] = [], user: String? = nil, password: String = "", allowsHTTP: Bool = false
  ) throws -> RedirectStep {
    try RedirectStep(
      HTTPRequest(
        try #require(URL(string: url)), method: method,
        body: type.map { HTTPBody(Array("{}".utf8), type: $0) }, headers: headers,
        credentials: user.map { Credentials(user: $0, password: Secret(password)) }),
      allowsHTTP: allowsHTTP)
  }

  @Test("A request that can't be sent is refused with the reason") func whatCannotBeSentIsSaid()
    throws
  {
    func reason(_ body: @autoclosure () throws -> RedirectStep) -> String? {
      let problem = #expect(throws: HTTPError.self) { try body() }
      guard case .unsendable(let reason) = problem else { return nil }
      return reason
    }
    #expect(reason(try hop("host:8443/a")) == "the address has no https://")
    let colon = "a user name can't contain a colon"
    #expect(reason(try hop("https://h", user: "a:b")) == colon)
    let zero = "user and password can't contain NUL"
    #expect(reason(try hop("https://h", user: "a\0")) == zero)
    #expect(reason(try hop("https://h", user: "a", password: "b\0c")) == zero)
    #expect(reason(try hop("https://h", type: "a/b")) == "a GET has no body")
    let header = "“X” or its value isn't a valid header"
    #expect(reason(try hop("https://h", headers: [HTTPHeader("X", "a\nb")])) == header)
    #expect(reason(try hop("https://h", headers: [HTTPHeader("X", " a")])) == header)
    #expect(
      reason(try hop("https://h", .post, type: "a\nb"))
        == "“Content-Type” or its value isn't a valid header")
    for name in [
      "Accept-Encoding", "Authorization", "connection", "Content-Length", "Content-Type", "COOKIE",
      "Expect", "Host", "Proxy-Authorization", "TE", "Transfer-Encoding", "Upgrade",
    ] {
      #expect(
        reason(try hop("https://h", headers: [HTTPHeader(name, "a")]))
          == "the header \(name) can't be set")
    }
  }

  @Test("A redirect step without encryption needs permission")
  func withoutEncryptionOnlyWhereItIsAllowed() throws {
    #expect(throws: HTTPError.notEncrypted(location: "http://host/a")) {
      try hop("http://host/a?b")
    }
    #expect(try hop("http://host/a", allowsHTTP: true).address.origin == "http://host")
    #expect(try hop("HTTPS://host/a").address.origin == "https://host")
  }

  private func next(
    _ hop: RedirectStep, _ status: Int, to location: String?
  ) throws -> RedirectStep? {
    try hop.redirected(
      by: HTTPResponse(
        status: status, headers: location.map { [HTTPHeader("location", $0)] } ?? [], body: [],
        url: hop.url))
  }

  @Test("Only redirect statuses with a location are followed") func onlyARedirectLeadsOn() throws {
    let first = try hop(
      "https://host:8443/a/x?q", headers: [HTTPHeader("X", "a")], user: "luca", password: "geheim")
    for status in [301, 302, 303, 307, 308] {
      let second = try next(first, status, to: "b?c#d")
      #expect(second?.url.absoluteString == "https://host:8443/a/b?c")
      #expect(second?.headers == [HTTPHeader("X", "a")] && second?.credentials?.user == "luca")
    }
    for status in [200, 300, 304, 305, 306, 309, 400] {
      #expect(try next(first, status, to: "b") == nil)
    }
    #expect(try next(first, 302, to: nil) == nil)
    #expect(try next(first, 302, to: "ftp://host:8443/b") == nil)
    #expect(try next(hop("https://host:8443/a", .post, type: "a/b"), 302, to: "b") == nil)
  }

  @Test("A redirect to another origin is refused, a user in it dropped")
  func aRedirectLeadsToNoOtherOriginAndTakesNoUserFromThere() throws {
    let first = try hop("https://host:8443/a")
    #expect(
      try next(first, 302, to: "https://anna:x@HOST:8443/b")?.url.absoluteString.lowercased()
        == "https://host:8443/b")
    for other in ["https://host", "https://other:8443", "http://host:8443"] {
      #expect(throws: HTTPError.redirectedElsewhere(from: "https://host:8443", to: other)) {
        try next(first, 302, to: other + "/b")
      }
    }
  }
}
