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

  /// Returns sentences about what is wrong with a certificate besides the reason for which it isn't
  /// trusted: libcurl names one reason, and a certificate that a server signed itself may also have
  /// expired, and be for another name.
  ///
  /// - Parameters:
  ///   - server: The server that presents it: "https://host:8443".
  ///   - distrust: The reason that is told already.
  ///   - now: The present moment, in seconds since 1970.
  package func remarks(
    at server: String, besides distrust: HTTPError.TrustFailure, now: Int
  ) -> [String] {
    var remarks: [String] = []
    if distrust != .expired, let end = validUntilTimestamp, end < now {
      remarks.append("It expired on \(validUntilText.prefix(10)).")
    }
    if distrust != .wrongName, names != nil,
      let host = ServerAddress(server, allowsHTTP: true)?.host, !isFor(host)
    {
      remarks.append("It is for \(nameWords ?? subject), not for this address.")
    }
    return remarks
  }

  /// Tells whether one of the names is a host's: "*.example.com" stands for one label in front.
  private func isFor(_ host: String) -> Bool {
    // Of addresses in IPv6 there are several forms.
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

  /// The first moment at which the certificate is valid, in seconds since 1970; nil if the text is no date.
  var validFromTimestamp: Int? { Certificate.timestamp(validFrom) }

  /// The last moment at which the certificate is valid, in seconds since 1970; nil if the text is no date.
  var validUntilTimestamp: Int? { Certificate.timestamp(validUntil) }

  /// Reads OpenSSL's "Nov 21 09:00:00 2024 GMT", which is C's form but for the day of the week.
  private static func timestamp(_ text: String) -> Int? {
    text.hasSuffix(" GMT") ? HTTPDate("Day " + text.dropLast(4))?.seconds : nil
  }

  /// The moment as moments are written everywhere else; any other text stays as it is.
  private static func text(of text: String) -> String {
    timestamp(text).map { Timestamp(seconds: $0).text(in: .utc) } ?? text
  }
}
