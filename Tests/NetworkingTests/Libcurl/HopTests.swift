import Foundation
import Testing
import Values

@testable import Networking

@Suite struct HopTests {
  /// A look at a certificate goes to a server that nobody trusts yet.
  @Test func aLookAtACertificateTakesNothingAlong() throws {
    let url = try #require(URL(string: "https://host:8443/a"))
    let request = HTTPRequest(
      url, method: .post, body: HTTPBody(Array("{}".utf8), type: "application/json"),
      headers: [HTTPHeader("X-Own", "mine")],
      credentials: Credentials(user: "luca", password: Secret("geheim")), progress: { _ in })
    let hop = try Hop(request, allowsHTTP: false)
    #expect(hop.method == .post && hop.body != nil && hop.headers.count == 1)
    #expect(hop.credentials != nil && hop.takesCookies && hop.progress != nil)
    let look = hop.inspection
    #expect(look.purpose == .certificate)
    #expect(look.method == .get && look.body == nil && look.headers.isEmpty)
    #expect(look.credentials == nil && !look.takesCookies && look.progress == nil)
    #expect(look.url == url && look.address.origin == "https://host:8443")
  }
}
