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

  /// A certificate from its parts, as a library reads them.
  public init(
    subject: String, issuer: String, validFrom: String, validUntil: String, fingerprint: String,
    publicKey: String
  ) {
    self.subject = subject
    self.issuer = issuer
    self.validFrom = validFrom
    self.validUntil = validUntil
    self.fingerprint = fingerprint
    self.publicKey = publicKey
  }
}
