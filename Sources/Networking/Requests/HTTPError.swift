public import Core

/// The error if a request gets no usable response. URLs in the values contain no user, password or
/// query.
public enum HTTPError: Error, Hashable, Sendable {
  // No response.
  /// The request failed, because the server's host name couldn't be resolved.
  case nameNotFound(host: String)
  /// The request failed, because the host refused the connection. Usually, no server is running on
  /// this port.
  case refused(host: String)
  /// The request failed, because no connection to the host could be made. `reason` is the library's
  /// message.
  case unreachable(host: String, reason: String)
  /// The request failed, because the proxy requires authentication (status 407). `proxy` is the
  /// proxy's host and port ("proxy:3128"), if known. `schemes` are the authentication schemes that
  /// it offers, if known.
  case proxyLogin(host: String, proxy: String?, schemes: [String])
  /// The request failed, because the connection was closed before the response began.
  case hungUp(host: String)
  /// The request failed, because a time limit was exceeded. The second value is the phase that took
  /// too long; `seconds` is its limit.
  case timedOut(host: String, Wait, seconds: Int)

  // Nothing was sent, because the connection isn't trusted or isn't possible.
  /// Nothing was sent, because the server's certificate isn't trusted. The values are the server's
  /// origin, its certificate, and the reason.
  case untrusted(server: String, Certificate, TrustFailure)
  /// Nothing was sent, because the server's certificate isn't the one that the user trusts.
  /// `trusted` is the one that the user trusts; `found` is the one that the server presented.
  case changedCertificate(server: String, trusted: Certificate, found: Certificate)
  /// Nothing was sent, because no encrypted connection could be made. `reason` is the library's
  /// message.
  case notSecured(host: String, reason: String)
  /// Nothing was sent, because the server didn't respond with TLS. Most likely it serves
  /// unencrypted HTTP on this port.
  case speaksHTTP(host: String)
  /// Nothing was sent, because the URL has the unencrypted scheme `http`, which isn't allowed. The
  /// value is the URL.
  case notEncrypted(location: String)
  /// Nothing was sent, because the file or directory of certificate authorities couldn't be read.
  /// The value is its path, or the variable that sets it: "SSL_CERT_FILE=/etc/company.pem".
  case unreadableAuthority(file: String)
  /// Nothing was sent, because the request can't be expressed in HTTP, for example because of an
  /// invalid header. `reason` is a short description.
  case unsendable(reason: String)

  /// Nothing was sent, because the user's password isn't known. The user has to enter it.
  case passwordNeeded(server: String, user: String)

  // The server refused.
  /// The server rejected the user's password, or a request without a password. The first value is
  /// the server's origin, or the response's URL.
  ///
  /// `line` is the server's explanation. `hadUser` is false if the request was sent without a user.
  /// `hasStatus` is false if the server reported the rejection in its own format, instead of with
  /// the status 401. In that case, `line` is the whole message.
  case unauthorized(String, line: String? = nil, hadUser: Bool = true, hasStatus: Bool = true)
  /// The server requires an authentication scheme that isn't supported (status 401), so it didn't
  /// check the password. The values are the response's URL and the schemes that the server offers.
  case loginNotOffered(String, schemes: [String])
  /// The user isn't permitted to read the resource (status 403). The first value is the response's
  /// URL; `line` is the server's explanation.
  case forbidden(String, user: String? = nil, line: String? = nil)
  /// The resource doesn't exist on the server (status 404 or 410). The first value is the
  /// response's URL; `line` is the server's explanation.
  case notFound(String, line: String? = nil)
  /// The server rejected the request and asked the client to wait (status 429 or 503 with
  /// Retry-After).
  ///
  /// The first values are the response's URL and status. `seconds` is the remaining wait; `until`
  /// is its end, in seconds since 1970.
  case busy(String, Int, reason: String, line: String?, seconds: Int, until: Int)
  /// The server sent an error status that has no case of its own. The values are the response's
  /// URL, the status, its reason phrase, and the server's explanation.
  case status(String, Int, reason: String, line: String?)
  /// The request failed, because the server redirected it more than five times. The value is the
  /// URL.
  case tooManyRedirects(String)
  /// The server redirected the request to another server, or the request's URL belongs to another
  /// one. Nothing was sent to it. The values are the server's origin ("https://host:8443"), and the
  /// origin or URL of the other one.
  case redirectedElsewhere(from: String, to: String)

  // The response can't be read.
  /// The response was rejected, because its media type isn't JSON. The values are the response's
  /// URL, the media type, and the first line of the body.
  case wrongContentType(String, type: String, line: String?)
  /// The connection was closed before the response was complete. The value is the URL.
  case cutShort(String)
  /// The transfer was stopped, because the response's body or headers exceed `limit` bytes. The
  /// first value is the URL.
  case tooLarge(String, limit: Int)
  /// The response's body couldn't be decompressed. The value is the URL.
  case undecodable(String)
  /// The response's body isn't valid JSON. The values are the URL, and the position and reason of
  /// the error.
  case malformed(String, JSON.Malformed)
  /// The response is another kind of JSON value than expected. For example, `kind` is "an object"
  /// and `expected` is "a list". `message` quotes the server's error message, if the response is
  /// one.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// The response is a list, but none of its entries could be read. `reasons` says why.
  case noReadableEntry(String, reasons: String)

  /// The request was cancelled together with its task.
  case cancelled
  /// Nothing was sent, because the process has reached its limit of open files.
  case tooManyFiles
  /// Nothing was sent, because libcurl isn't installed. The value is the library's name.
  case missingLibrary(String)
  /// The request failed for a reason that has no case of its own, for example because libcurl lacks
  /// functions. The value describes the reason, usually with libcurl's message.
  case libraryFailed(String)

  /// The phase in which a request exceeded a time limit.
  public enum Wait: Hashable, Sendable {
    /// Waiting for the connection to the server, or for the next byte of the response.
    case connecting, responding
    /// Receiving the response, at a rate below the minimum.
    case receiving
  }

  /// The reason why a server's certificate isn't trusted.
  public enum TrustFailure: Hashable, Sendable, Codable {
    /// The certificate was signed with its own key, so no authority confirms it.
    case selfSigned
    /// The certificate was signed by an authority that this machine doesn't trust.
    case unknownIssuer
    /// The certificate was signed by none of the authorities that the user chose. The value
    /// describes where they are set: "SSL_CERT_FILE=/etc/company.pem".
    case unknownTo(authorities: String)
    /// The certificate has expired, according to this machine's clock.
    case expired
    /// The certificate's period of validity hasn't begun yet, according to this machine's clock.
    case notYetValid
    /// The certificate was issued for other host names than the server's.
    case wrongName
    /// The certificate failed verification for another reason. The value is the library's message.
    case other(String)
  }
}

extension HTTPError {
  /// A group of errors that a program usually handles in the same way. With a few exceptions, the
  /// category determines an error's exit code, the status on the screen, and whether cached
  /// responses may be shown instead.
  public enum Category: Hashable, Sendable {
    /// No request can succeed at the moment: the server can't be reached, its certificate isn't
    /// trusted, the request isn't allowed or can't be sent, or the server or the transport is
    /// unavailable for another reason.
    case unreachable, untrusted, unsendable, unavailable
    /// The server rejected this request: it requires another password, the user lacks permission,
    /// the resource doesn't exist, or the server failed.
    case unauthenticated, forbidden, notFound, serverError
    /// The response is unusable: it is incomplete or too large, or it has unexpected contents.
    case incompleteResponse, invalidResponse
    /// The request was cancelled.
    case cancelled
  }

  /// The category of the error, which determines how a program handles it.
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

  /// The number of seconds for which no automatic requests should be sent, at most an hour. `nil`
  /// if the server didn't ask the client to wait.
  public var secondsToWait: Int? {
    guard case .busy(_, _, _, _, let seconds, _) = self else { return nil }
    return min(max(1, seconds), HTTPError.longestWait)
  }
}
