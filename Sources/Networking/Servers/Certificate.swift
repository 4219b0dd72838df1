import Core

/// A server's X.509 certificate: the fields by which a user can decide whether to trust it.
public struct Certificate: Hashable, Sendable, Codable {
  /// The owner for whom the certificate was issued, for example "CN = appliance.example.com, O =
  /// Example".
  public let subject: String
  /// The certificate authority that signed the certificate, in the format of `subject`.
  public let issuer: String
  /// The time from which the certificate is valid, in OpenSSL's format: "Nov 21 09:00:00 2026 GMT".
  public let validFrom: String
  /// The time at which the certificate expires, in OpenSSL's format: "Nov 21 09:00:00 2027 GMT".
  public let validUntil: String
  /// The SHA-256 hash of the whole certificate: 32 bytes in hexadecimal, separated by colons
  /// ("3A:7F:…").
  public let fingerprint: String
  /// The SHA-256 hash of the certificate's public key, in libcurl's format: "sha256//…".
  public let publicKey: String
  /// The host names and addresses for which the certificate is valid. `nil` if they aren't known,
  /// as in certificate files that earlier releases wrote.
  public let names: [String]?

  /// Creates a certificate from its fields.
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
  /// "2024-11-21 09:00:00 UTC".
  package var validFromText: String { Certificate.text(of: validFrom) }

  package var validUntilText: String { Certificate.text(of: validUntil) }

  /// The first three: "a.example.com, b.example.com and 3 more".
  package var namesText: String? {
    guard let names, !names.isEmpty else { return nil }
    let rest = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Sentences about faults other than `trustFailure`, which is shown already: libcurl reports only
  /// one, but a self-signed certificate may also have expired, or be for another name. `server` is
  /// an origin, "https://host:8443"; `now` is in seconds since 1970.
  package func warnings(
    at server: String, besides trustFailure: HTTPError.TrustFailure, now: Int
  ) -> [String] {
    var warnings: [String] = []
    if trustFailure != .expired, let end = validUntilTimestamp, end < now {
      warnings.append("It expired on \(validUntilText.prefix(10)).")
    }
    if trustFailure != .wrongName, names != nil,
      let host = ServerAddress(server, allowsHTTP: true)?.host, !isFor(host)
    {
      warnings.append("It is for \(namesText ?? subject), not for this address.")
    }
    return warnings
  }

  /// "*.example.com" stands for one label.
  private func isFor(_ host: String) -> Bool {
    // An IPv6 address can be written in several ways.
    if host.contains(":") { return true }
    let host = host.lowercased()
    let names = names ?? []
    if names.isEmpty { return subject.lowercased().contains("cn = \(host)") }
    return names.contains { name in
      let name = name.lowercased()
      guard name.hasPrefix("*.") else { return name == host }
      return host.drop { $0 != "." } == name.dropFirst()
    }
  }

  var validFromTimestamp: Int? { Certificate.timestamp(validFrom) }

  var validUntilTimestamp: Int? { Certificate.timestamp(validUntil) }

  /// Parses OpenSSL's "Nov 21 09:00:00 2024 GMT", which is C's asctime format without the weekday.
  private static func timestamp(_ text: String) -> Int? {
    text.hasSuffix(" GMT") ? HTTPDate("Day " + text.dropLast(4))?.seconds : nil
  }

  /// Any other text than a date is unchanged.
  private static func text(of text: String) -> String {
    timestamp(text).map { Timestamp(seconds: $0).text(in: .utc) } ?? text
  }
}
