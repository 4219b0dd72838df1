public import Core

/// The reason why a request got no usable response. URLs in its values have no user and query.
public enum HTTPError: Error, Hashable, Sendable {
  // No response.
  /// The host's name can't be resolved.
  case nameNotFound(host: String)
  /// The host refused the connection.
  case refused(host: String)
  /// The host can't be reached; `reason` is the library's message.
  case unreachable(host: String, reason: String)
  /// The proxy ("proxy:3128") requires authentication: 407. Lists the schemes that it offers, if
  /// they are known.
  case proxyLogin(host: String, proxy: String?, schemes: [String])
  /// The connection was made, but closed before a byte of the response was received.
  case hungUp(host: String)
  /// The time limit passed without a connection or a byte, or with too few of them.
  case timedOut(host: String, Wait, seconds: Int)

  // Nothing was sent, because the connection isn't trusted or isn't possible.
  /// The server's certificate isn't signed by a known authority, or isn't valid.
  case untrusted(server: String, Certificate, TrustFailure)
  /// The server presents another certificate than the one that the user trusts.
  case changedCertificate(server: String, trusted: Certificate, found: Certificate)
  /// No encrypted connection can be made; `reason` is the library's message.
  case notSecured(host: String, reason: String)
  /// The server didn't respond with TLS; most likely it speaks plain HTTP.
  case speaksHTTP(host: String)
  /// The address is plain `http`, which isn't allowed.
  case notEncrypted(location: String)
  /// The file of certificate authorities can't be read.
  case unreadableAuthority(file: String)
  /// The request can't be expressed in HTTP.
  case unsendable(reason: String)

  /// Nothing was sent, because no password is available yet.
  case passwordNeeded(server: String, user: String)

  // The server refused.
  /// The server rejected the password: `line` is the server's text, `hadUser` is false for an
  /// anonymous request, and `hasStatus` is false if it didn't use status 401. Then `line` is the
  /// whole sentence.
  case unauthorized(String, line: String? = nil, hadUser: Bool = true, hasStatus: Bool = true)
  /// The server requires another authentication scheme: 401, with those it offers. It hasn't
  /// checked the password.
  case loginNotOffered(String, schemes: [String])
  /// The user isn't permitted to see this: 403, with the server's text.
  case forbidden(String, user: String? = nil, line: String? = nil)
  /// The server doesn't have this: 404 or 410, with the server's text.
  case notFound(String, line: String? = nil)
  /// The server requests a wait of this many seconds: 429 or 503 with Retry-After. `until` is in
  /// seconds since 1970.
  case busy(String, Int, reason: String, line: String?, seconds: Int, until: Int)
  /// The server sent another error status.
  case status(String, Int, reason: String, line: String?)
  /// The server redirected more than five times.
  case tooManyRedirects(String)
  /// The server redirects to another origin, to which nothing was sent. Both are origins:
  /// "https://host:8443".
  case redirectedElsewhere(from: String, to: String)

  // The response can't be read.
  /// The response's media type isn't JSON.
  case wrongContentType(String, type: String, line: String?)
  /// The response ended early.
  case cutShort(String)
  /// The response, or its head, is larger than the limit, in bytes.
  case tooLarge(String, limit: Int)
  /// The response can't be decompressed.
  case undecodable(String)
  /// The response isn't JSON.
  case malformed(String, JSON.Malformed)
  /// The response has another kind of value ("an object") than expected ("a list"). If it is an
  /// error message, `message` quotes it.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// The response is a list of which no entry can be read, for these reasons.
  case noReadableEntry(String, reasons: String)

  /// The task was cancelled.
  case cancelled
  /// The process has reached its limit of open files, so libcurl can't be loaded, or no connection
  /// can be made.
  case tooManyFiles
  /// The libcurl library isn't installed, or lacks functions.
  case missingLibrary(String)
  /// The library failed; the value is its message.
  case libraryFailed(String)

  /// The phase of a request that took too long.
  public enum Wait: Hashable, Sendable {
    /// Connecting to the server, and waiting for a byte of the response.
    case connecting, responding
    /// Receiving the response, with a rate that is too low.
    case receiving
  }

  /// The reason why a certificate isn't trusted.
  public enum TrustFailure: Hashable, Sendable, Codable {
    /// The server signed the certificate itself, so no authority confirms it.
    case selfSigned
    /// The certificate isn't signed by an authority that this machine knows.
    case unknownIssuer
    /// The certificate isn't signed by an authority that the user or the environment has chosen:
    /// "SSL_CERT_FILE=/etc/company.pem".
    case unknownTo(authorities: String)
    /// The certificate has expired.
    case expired
    /// The certificate isn't valid yet, by this machine's clock.
    case notYetValid
    /// The certificate is for other host names.
    case wrongName
    /// Another reason, as the library's message.
    case other(String)
  }
}

extension HTTPError {
  /// The meaning of an error for the rest of a program: the screen's data status, the exit code,
  /// the recovery and the use of cached responses are tables of it.
  public enum Category: Hashable, Sendable {
    /// No request succeeds at the moment: the server can't be reached, its identity isn't verified,
    /// the options don't allow the request, or there is another reason.
    case unreachable, untrusted, unsendable, unavailable
    /// The server requires a password or another one, the user isn't permitted to see this, it
    /// doesn't exist, or the server failed to handle this request.
    case unauthenticated, forbidden, notFound, serverError
    /// The response can't be read completely, or isn't the expected one.
    case incompleteResponse, invalidResponse
    /// The task was cancelled.
    case cancelled
  }

  /// The category of this error.
  public var category: Category {
    switch self {
    case .nameNotFound, .refused, .unreachable, .proxyLogin, .hungUp, .timedOut, .notSecured,
      .speaksHTTP:
      .unreachable
    case .untrusted, .changedCertificate: .untrusted
    case .notEncrypted, .unreadableAuthority, .unsendable: .unsendable
    case .busy, .redirectedElsewhere, .tooManyFiles, .missingLibrary, .libraryFailed: .unavailable
    case .passwordNeeded, .unauthorized, .loginNotOffered: .unauthenticated
    case .forbidden: .forbidden
    case .notFound: .notFound
    case .status, .tooManyRedirects: .serverError
    case .cutShort, .tooLarge, .undecodable: .incompleteResponse
    case .wrongContentType, .malformed, .unexpected, .noReadableEntry: .invalidResponse
    case .cancelled: .cancelled
    }
  }

  /// In seconds. After an hour, requests are sent again.
  static let longestWait = 3600

  /// The number of seconds for which automatic requests wait; `nil` if the server requested no
  /// wait.
  public var secondsToWait: Int? {
    guard case .busy(_, _, _, _, let seconds, _) = self else { return nil }
    return min(max(1, seconds), HTTPError.longestWait)
  }
}
