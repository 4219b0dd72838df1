public import Networking

/// An untrusted certificate, to be shown to the user before anything is sent: no known authority
/// signed it, or it isn't the one that the user trusted.
public struct UnknownCertificate: Codable, Hashable, Sendable {
  /// The server's scheme, host and port.
  public let server: String
  /// The certificate that the server presents.
  public let certificate: Certificate
  /// Why the certificate isn't trusted.
  public let distrust: HTTPError.TrustFailure
  /// The certificate that was trusted until now; `nil` if there was none.
  public let trusted: Certificate?

  /// Creates a description of an untrusted certificate.
  ///
  ///     UnknownCertificate(server: "https://lab.example.com", certificate: found,
  ///       distrust: .selfSigned)
  public init(
    server: String, certificate: Certificate, distrust: HTTPError.TrustFailure,
    trusted: Certificate? = nil
  ) {
    self.server = server
    self.certificate = certificate
    self.distrust = distrust
    self.trusted = trusted
  }

  /// Whether adding a certificate authority could make the certificate trusted.
  var isOfUnknownAuthority: Bool {
    switch distrust {
    case .selfSigned, .unknownIssuer, .unknownTo: trusted == nil
    case .expired, .notYetValid, .wrongName, .other: false
    }
  }

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
