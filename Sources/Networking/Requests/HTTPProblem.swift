public import Values

/// Why there is no answer that can be used. A place is a URL without user and query.
public enum HTTPProblem: Error, Hashable, Sendable {
  // Nobody answered.
  case nameNotFound(host: String)
  case refused(host: String)
  /// No way there, in the library's words.
  case unreachable(host: String, reason: String)
  /// Seconds without a connection, or without a byte.
  case timedOut(host: String, Wait, seconds: Int)

  // Nothing was sent, because it isn't certain who would read it.
  case untrusted(server: String, Certificate, Distrust)
  case changedCertificate(server: String, trusted: Certificate, found: Certificate)
  /// There is no encrypted connection, in the library's words.
  case notSecured(host: String, reason: String)
  /// An encrypted connection was asked for, and what came is none: most often plain HTTP.
  case speaksHTTP(host: String)
  /// It is a plain `http` address.
  case notEncrypted(place: String)
  case unreadableAuthority(file: String)
  /// It can't be said in HTTP what is asked.
  case unsendable(reason: String)

  /// Nothing was sent, because nobody has given the password yet.
  case passwordNeeded(server: String, user: String)

  // The server says no.
  /// With what the server says of it, and whether it was asked in a user's name.
  case unauthorized(String, line: String? = nil, hadUser: Bool = true)
  case forbidden(String, user: String? = nil, line: String? = nil)
  case notFound(String, line: String? = nil)
  case status(String, Int, reason: String, line: String?)
  case tooManyRedirects(String)
  /// It sends on to another server, which wasn't asked. Both are origins: "https://host:8443".
  case redirectedElsewhere(from: String, to: String)

  // The answer can't be read.
  case wrongContentType(String, type: String, line: String?)
  case cutShort(String)
  case tooLarge(String, limit: Int)
  /// Its compression can't be undone.
  case undecodable(String)
  case malformed(String, JSON.Malformed)
  /// What it is ("an object"), what it should be ("a list"), and what it says if it is a server's message.
  case unexpected(String, kind: String, expected: String, message: String?)

  case cancelled
  /// libcurl isn't on this machine, or isn't what it should be.
  case missingLibrary(String)
  /// The library said no, in its words.
  case libraryFailed(String)

  public enum Wait: Hashable, Sendable {
    case connecting, answering
  }

  /// Why a certificate isn't trusted.
  public enum Distrust: Hashable, Sendable, Codable {
    case selfSigned
    case unknownIssuer
    case expired
    case notYetValid
    /// It was made for other names.
    case wrongName
    /// In the library's words.
    case other(String)
  }
}

extension HTTPProblem {
  /// Tells whether the server couldn't be reached. One whose answer broke off was.
  public var isOffline: Bool {
    switch self {
    case .nameNotFound, .refused, .unreachable, .timedOut, .notSecured, .speaksHTTP: true
    default: false
    }
  }
}
