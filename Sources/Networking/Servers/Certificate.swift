import Values

/// A server's certificate: the part of X.509 that a person can compare.
public struct Certificate: Hashable, Sendable, Codable {
  /// The owner, for example "CN = appliance.example.com, O = Example".
  public let subject: String
  /// The authority that signed the certificate.
  public let issuer: String
  /// The beginning of its validity, as OpenSSL writes it: "Nov 21 09:00:00 2026 GMT".
  public let validFrom: String
  /// The end of its validity, as OpenSSL writes it.
  public let validUntil: String
  /// The SHA-256 of the certificate, as other programs show it: "3A:7F:…", 32 bytes.
  public let fingerprint: String
  /// The SHA-256 of its public key, in libcurl's notation: "sha256//…".
  public let publicKey: String
  /// The host names and addresses that the certificate is for; nil where they weren't read, as in files of earlier releases.
  public let names: [String]?

  /// A certificate from its parts, as a library reads them.
  public init(
    subject: String, issuer: String, validFrom: String, validUntil: String, fingerprint: String,
    publicKey: String, names: [String]? = nil
  ) {
    self.subject = subject
    self.issuer = issuer
    self.validFrom = validFrom
    self.validUntil = validUntil
    self.fingerprint = fingerprint
    self.publicKey = publicKey
    self.names = names
  }
}

extension Certificate {
  /// The first moment at which the certificate is valid: "2024-11-21 09:00:00 UTC".
  package var validFromText: String { Certificate.text(of: validFrom) }

  /// The last moment at which the certificate is valid.
  package var validUntilText: String { Certificate.text(of: validUntil) }

  /// The names that the certificate is for, the first few of them: "a.example.com, b.example.com and 3 more".
  package var nameWords: String? {
    guard let names, !names.isEmpty else { return nil }
    let rest = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The first moment at which the certificate is valid, in seconds since 1970; nil if the text is no date.
  var validFromMoment: Int? { Certificate.moment(validFrom) }

  /// The last moment at which the certificate is valid, in seconds since 1970; nil if the text is no date.
  var validUntilMoment: Int? { Certificate.moment(validUntil) }

  /// Reads OpenSSL's "Nov 21 09:00:00 2024 GMT", which is C's form but for the day of the week.
  private static func moment(_ text: String) -> Int? {
    text.hasSuffix(" GMT") ? HTTPDate("Day " + text.dropLast(4))?.seconds : nil
  }

  /// The moment as moments are written everywhere else; any other text stays as it is.
  private static func text(of text: String) -> String {
    moment(text).map { Timestamp(seconds: $0).text(in: .utc) } ?? text
  }
}
