public import Values

/// The reason why there is no answer that can be used. A place is a URL without user and query.
public enum HTTPError: Error, Hashable, Sendable {
  // Nobody answered.
  /// The host's name isn't known.
  case nameNotFound(host: String)
  /// The host refused the connection.
  case refused(host: String)
  /// No way leads to the host, in the library's words.
  case unreachable(host: String, reason: String)
  /// The proxy, "proxy:3128", wants a login: 407, with the schemes that it offers if they are known.
  case proxyLogin(host: String, proxy: String?, schemes: [String])
  /// The connection was made, and closed before a byte of an answer came.
  case hungUp(host: String)
  /// Nothing came for so many seconds: no connection, or no byte.
  case timedOut(host: String, Wait, seconds: Int)

  // Nothing was sent, because it isn't certain who would read it.
  /// No authority vouches for the server's certificate, or the certificate isn't valid.
  case untrusted(server: String, Certificate, TrustFailure)
  /// The server presents another certificate than the trusted one.
  case changedCertificate(server: String, trusted: Certificate, found: Certificate)
  /// No encrypted connection can be made, in the library's words.
  case notSecured(host: String, reason: String)
  /// An encrypted connection was asked for, and what came is none: most often plain HTTP.
  case speaksHTTP(host: String)
  /// The address is a plain `http` one.
  case notEncrypted(place: String)
  /// The file of authorities can't be read.
  case unreadableAuthority(file: String)
  /// The request can't be put in HTTP.
  case unsendable(reason: String)

  /// Nothing was sent, because nobody has given the password yet.
  case passwordNeeded(server: String, user: String)

  // The server says no.
  /// The server refused the password: with its words, whether it was asked in a user's name, and
  /// whether it did so with a 401. Without one, the words are the whole sentence.
  case unauthorized(String, line: String? = nil, hadUser: Bool = true, hasStatus: Bool = true)
  /// The server wants another way to log in: 401, with the schemes that it offers. It has looked at no password.
  case loginNotOffered(String, schemes: [String])
  /// The user may not see this: 403, with the server's words.
  case forbidden(String, user: String? = nil, line: String? = nil)
  /// The server hasn't got this: 404 or 410, with the server's words.
  case notFound(String, line: String? = nil)
  /// The server takes no requests for so many seconds: 429 or 503 with Retry-After. `until` is in seconds since 1970.
  case busy(String, Int, reason: String, line: String?, seconds: Int, until: Int)
  /// The server answered with another status that is an error.
  case status(String, Int, reason: String, line: String?)
  /// The server redirected more than five times.
  case tooManyRedirects(String)
  /// The server redirects to another one, which wasn't asked. Both are origins: "https://host:8443".
  case redirectedElsewhere(from: String, to: String)

  // The answer can't be read.
  /// The answer is of another type than JSON.
  case wrongContentType(String, type: String, line: String?)
  /// The answer broke off.
  case cutShort(String)
  /// The answer, or its head, has more bytes than the limit.
  case tooLarge(String, limit: Int)
  /// The answer's compression can't be undone.
  case undecodable(String)
  /// The answer isn't JSON.
  case malformed(String, JSON.Malformed)
  /// The answer is of a kind ("an object") other than expected ("a list"), with its message if it is a server's message.
  case unexpected(String, kind: String, expected: String, message: String?)
  /// The answer is a list with entries of which none can be read, for these reasons.
  case noReadableEntry(String, reasons: String)

  /// The task was cancelled.
  case cancelled
  /// The process has as many files open as it may, so neither libcurl nor a connection can be opened.
  case tooManyFiles
  /// The library libcurl isn't on this machine, or lacks functions.
  case missingLibrary(String)
  /// The library said no, in its words.
  case libraryFailed(String)

  /// The part of a request that took too long.
  public enum Wait: Hashable, Sendable {
    /// The connection wasn't made, or no byte came over it meanwhile.
    case connecting, answering
    /// Bytes came all the time, but hardly any.
    case arriving
  }

  /// The reason why a certificate isn't trusted.
  public enum TrustFailure: Hashable, Sendable, Codable {
    /// The server signed the certificate itself: no authority vouches for it.
    case selfSigned
    /// No authority that this machine knows vouches for the certificate.
    case unknownIssuer
    /// None of the authorities that the user or the environment has chosen vouches for the certificate: "SSL_CERT_FILE=/etc/company.pem".
    case unknownTo(authorities: String)
    /// The certificate's time is over.
    case expired
    /// The certificate's time hasn't begun, by this machine's clock.
    case notYetValid
    /// The certificate was made for other names.
    case wrongName
    /// Another reason, in the library's words.
    case other(String)
  }
}

extension HTTPError {
  /// Tells whether the server couldn't be reached. One whose answer broke off was.
  public var isOffline: Bool {
    switch self {
    case .nameNotFound, .refused, .unreachable, .proxyLogin, .hungUp, .timedOut, .notSecured,
      .speaksHTTP:
      true
    default: false
    }
  }

  /// True if an answer came whole, and isn't what was expected.
  public var isUnreadable: Bool {
    switch self {
    case .malformed, .unexpected, .noReadableEntry, .wrongContentType: true
    default: false
    }
  }

  /// The longest time for which a server is left alone because it says so, in seconds: whatever it says, it is asked again after an hour.
  static let longestWait = 3600

  /// The seconds for which the server isn't asked by itself; nil if it set no time.
  public var secondsToWait: Int? {
    guard case .busy(_, _, _, _, let seconds, _) = self else { return nil }
    return min(max(1, seconds), HTTPError.longestWait)
  }
}
