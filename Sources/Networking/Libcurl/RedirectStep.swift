import Core
import FoundationEssentials
import Glibc

/// One request to one server. Each redirect makes another.
struct RedirectStep: Sendable {
  enum Purpose: Hashable, Sendable {
    /// Sends the request and returns the response. Before, the server's certificate is verified: an
    /// authority has signed it, or it has the trusted key.
    case response(trustedKey: String?)
    /// Verifies the server's certificate with a TLS handshake, without sending a request.
    case handshake(trustedKey: String?)
    case certificate
  }

  var purpose: Purpose
  var method: HTTPRequest.Method
  var body: HTTPBody?
  /// Without user, password and fragment.
  var url: URL
  var address: ServerAddress
  var headers: [HTTPHeader]
  var credentials: Credentials?
  var takesCookies: Bool
  var progress: (@Sendable (HTTPProgress) -> Void)?

  init(_ request: HTTPRequest, allowsHTTP: Bool) throws(HTTPError) {
    guard RedirectStep.isWeb(request.url) else {
      throw .unsendable(reason: "the address has no https://")
    }
    guard let address = ServerAddress(request.url.absoluteString, allowsHTTP: true) else {
      throw .unsendable(reason: ServerAddress.problem(request.url.absoluteString) ?? "no address")
    }
    if !address.isEncrypted, !allowsHTTP { throw .notEncrypted(location: request.url.location) }
    purpose = .response(trustedKey: nil)
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

  /// In "host:8443/a", the scheme is "host"; some parsers take it for https and others for http.
  private static func isWeb(_ url: URL) -> Bool {
    ["https", "http"].contains(url.scheme?.lowercased())
  }

  private static func problem(with request: HTTPRequest) -> String? {
    if let credentials = request.credentials {
      if credentials.user.contains(":") {
        return "a user name can't contain a colon"
      }
      if credentials.user.utf8.contains(0) || credentials.password.withBytes({ $0.contains(0) }) {
        return "user and password can't contain NUL"
      }
    }
    if request.body != nil, request.method != .post {
      return "a \(request.method.rawValue) has no body"
    }
    let type = request.body.map { [HTTPHeader("Content-Type", $0.type)] } ?? []
    for header in request.headers + type {
      guard HTTPHeader(line: "\(header.name): \(header.value)") == header else {
        return "“\(header.name)” or its value isn't a valid header"
      }
    }
    for header in request.headers {
      if ownHeaders.contains(header.name.lowercased()) {
        return "the header \(header.name) can't be set"
      }
    }
    return nil
  }

  /// The transport sends them itself, or they would change where a request ends.
  private static let ownHeaders: Set<String> = [
    "accept-encoding", "authorization", "connection", "content-length", "content-type", "cookie",
    "expect", "host",
    "proxy-authorization", "te", "transfer-encoding", "upgrade",
  ]
}

extension RedirectStep {
  /// `nil` unless the response redirects a GET. Throws `HTTPError.redirectedElsewhere`, without a
  /// request, for a redirect to another origin.
  func redirected(by response: HTTPResponse) throws(HTTPError) -> RedirectStep? {
    guard method == .get, [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers.value("Location"),
      let url = URL(string: location, relativeTo: url)?.absoluteURL.withoutUserAndFragment,
      RedirectStep.isWeb(url), let address = ServerAddress(url.absoluteString, allowsHTTP: true)
    else { return nil }
    guard address.origin == self.address.origin else {
      throw .redirectedElsewhere(from: self.address.origin, to: address.origin)
    }
    var step = self
    step.url = url
    step.address = address
    return step
  }

  /// Has nothing of the request but the server.
  var inspection: RedirectStep {
    var step = self
    step.purpose = .certificate
    step.method = .get
    step.body = nil
    step.headers = []
    step.credentials = nil
    step.takesCookies = false
    step.progress = nil
    return step
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
