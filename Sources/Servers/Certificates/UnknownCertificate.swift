public import Networking

/// A certificate to be shown to the person before anything is sent: no authority vouches for it, or it isn't the one that was
/// trusted.
public struct UnknownCertificate: Codable, Hashable, Sendable {
  /// The server's scheme, host and port.
  public let server: String
  /// The certificate that the server presents.
  public let certificate: Certificate
  /// The reason why the certificate isn't trusted.
  public let distrust: HTTPError.TrustFailure
  /// The certificate that was trusted until now; nil if none was.
  public let trusted: Certificate?

  /// A certificate to be shown.
  ///
  ///     UnknownCertificate(server: "https://lab.example.com", certificate: found, distrust: .selfSigned)
  public init(
    server: String, certificate: Certificate, distrust: HTTPError.TrustFailure,
    trusted: Certificate? = nil
  ) {
    self.server = server
    self.certificate = certificate
    self.distrust = distrust
    self.trusted = trusted
  }

  /// True if another authority may vouch for the certificate.
  var isOfUnknownAuthority: Bool {
    switch distrust {
    case .selfSigned, .unknownIssuer, .unknownTo: trusted == nil
    case .expired, .notYetValid, .wrongName, .other: false
    }
  }

  /// The certificate that a problem is about; nil if the problem is about anything else.
  init?(_ problem: HTTPError) {
    switch problem {
    case .untrusted(let server, let found, let distrust):
      self.init(server: server, certificate: found, distrust: distrust)
    case .changedCertificate(let server, let trusted, let found):
      self.init(
        server: server, certificate: found, distrust: .other("it isn't the one you trusted"),
        trusted: trusted)
    default: return nil
    }
  }
}
