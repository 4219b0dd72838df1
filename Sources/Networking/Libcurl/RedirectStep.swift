import Foundation
import Values

/// One request to one server: a redirect makes another.
struct RedirectStep: Sendable {
  enum Purpose: Hashable, Sendable {
    /// An answer, from a server that authorities vouch for, or that has the key which is trusted.
    case answer(trustedKey: String?)
    /// A handshake, to find out whether such a server is there. Nothing is sent.
    case handshake(trustedKey: String?)
    /// A look at the server's certificate. Nothing is sent.
    case certificate
  }

  var purpose: Purpose
  var method: HTTPRequest.Method
  var body: HTTPBody?
  /// The URL without user, password and fragment.
  var url: URL
  var address: ServerAddress
  var headers: [HTTPHeader]
  var credentials: Credentials?
  /// True if the hop belongs to the session that cookies make.
  var takesCookies: Bool
  var progress: (@Sendable (HTTPProgress) -> Void)?

  /// The first hop of a request. Throws `HTTPError` for a request that can't or mustn't be sent.
  init(_ request: HTTPRequest, allowsHTTP: Bool) throws(HTTPError) {
    guard RedirectStep.isWeb(request.url) else {
      throw .unsendable(reason: "the address has no https://")
    }
    guard let address = ServerAddress(request.url.absoluteString, allowsHTTP: true) else {
      throw .unsendable(reason: ServerAddress.problem(request.url.absoluteString) ?? "no address")
    }
    if !address.isEncrypted, !allowsHTTP { throw .notEncrypted(place: request.url.place) }
    purpose = .answer(trustedKey: nil)
    method = request.method
    body = request.body
    url = request.url
    self.address = address
    headers = request.headers
    credentials = request.credentials
    takesCookies = true
    progress = request.progress
    if let problem = RedirectStep.problem(with: request) { throw .unsendable(reason: problem) }
  }

  /// Tells whether a URL names a web scheme. "host:8443/a" names "host", which one reader takes for https and another for http.
  private static func isWeb(_ url: URL) -> Bool {
    ["https", "http"].contains(url.scheme?.lowercased())
  }

  private static func problem(with request: HTTPRequest) -> String? {
    if let credentials = request.credentials {
      if credentials.user.contains(":") {
        return "a user name with a colon can't be told from the password behind it"
      }
      if credentials.user.utf8.contains(0) || credentials.password.withBytes({ $0.contains(0) }) {
        return "neither user nor password may have a NUL in it"
      }
    }
    if request.body != nil, request.method != .post {
      return "a \(request.method.rawValue) has no body"
    }
    let type = request.body.map { [HTTPHeader("Content-Type", $0.type)] } ?? []
    for header in request.headers + type {
      guard HTTPHeader(line: "\(header.name): \(header.value)") == header else {
        return "“\(header.name)” is no header, or its value is none"
      }
    }
    for header in request.headers {
      if ownHeaders.contains(header.name.lowercased()) {
        return "the header \(header.name) isn't yours to set"
      }
    }
    return nil
  }

  /// The headers that the transport sends itself, or that would change where a request ends.
  private static let ownHeaders: Set<String> = [
    "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie",
    "expect", "host",
    "proxy-authorization", "te", "transfer-encoding", "upgrade",
  ]
}

extension RedirectStep {
  /// Returns the next hop of a GET that an answer redirects; nil for any other answer. What a body asks isn't asked elsewhere.
  ///
  /// Another origin is asked nothing: throws `HTTPError.redirectedElsewhere`, which names it.
  func redirected(by response: HTTPResponse) throws(HTTPError) -> RedirectStep? {
    guard method == .get, [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers.value("Location"),
      let url = URL(string: location, relativeTo: url)?.absoluteURL.withoutUserAndFragment,
      RedirectStep.isWeb(url), let address = ServerAddress(url.absoluteString, allowsHTTP: true)
    else { return nil }
    guard address.origin == self.address.origin else {
      throw .redirectedElsewhere(from: self.address.origin, to: address.origin)
    }
    var hop = self
    hop.url = url
    hop.address = address
    return hop
  }

  /// A hop to look at the same server's certificate: no request goes there, and nothing that a request would have.
  var inspection: RedirectStep {
    var hop = self
    hop.purpose = .certificate
    hop.method = .get
    hop.body = nil
    hop.headers = []
    hop.credentials = nil
    hop.takesCookies = false
    hop.progress = nil
    return hop
  }
}

extension URL {
  fileprivate var withoutUserAndFragment: URL? {
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    parts?.user = nil
    parts?.password = nil
    parts?.fragment = nil
    return parts?.url
  }
}
