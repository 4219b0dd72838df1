/// Who a server says it is: the part of its X.509 certificate that a person can compare.
public struct Certificate: Hashable, Sendable, Codable {
  /// For example "CN = appliance.example.com, O = Example".
  public let subject: String
  public let issuer: String
  /// As OpenSSL writes it: "Nov 21 09:00:00 2026 GMT".
  public let validFrom: String
  public let validUntil: String
  /// SHA-256 of the certificate, as other programs show it: "3A:7F:…", 32 bytes.
  public let fingerprint: String
  /// SHA-256 of its public key, in libcurl's notation: "sha256//…".
  public let publicKey: String

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
