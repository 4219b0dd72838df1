package import Commands
public import Networking

/// A server's certificate that isn't trusted, with the reason. For example, no known authority
/// signed it, it has expired, or it differs from the certificate that the user trusted earlier.
/// Show it to the user before any data is sent to the server.
public struct UnknownCertificate: Codable, Hashable, Sendable {
  /// The server's scheme, host and port.
  public let server: String
  /// The certificate that the server presents and that isn't trusted.
  public let certificate: Certificate
  /// Why the certificate isn't trusted.
  public let distrust: HTTPError.TrustFailure
  /// The certificate that the user trusted for this server before it changed; `nil` if the user
  /// trusts none for it.
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

/// The advice about an untrusted certificate for the command line, including a command to type.
package struct CertificateAdvice {
  private let unknown: UnknownCertificate
  private let program: String
  private let hasCommand: Bool

  /// `nil` unless the error is about a certificate.
  package init?(_ error: any Error, program: String, commands: [Command]) {
    guard let unknown = (error as? HTTPError).flatMap({ UnknownCertificate($0) }) else {
      return nil
    }
    self.unknown = unknown
    self.program = program
    hasCommand = commands.contains { $0.name == "certificates" }
  }

  package var text: String {
    var lines: [String] = []
    if unknown.trusted == nil {
      lines += [
        "Nothing was sent. It presents:", "SHA-256 \(unknown.certificate.fingerprint)",
        "\(unknown.certificate.subject), valid until \(unknown.certificate.validUntilText)",
      ]
    }
    if hasCommand, unknown.isOfUnknownAuthority {
      lines.append("If your own authority issued it, name that: --cacert FILE")
    }
    lines.append(
      unknown.trusted == nil
        ? "Compare the fingerprint with the server's administrator. Only if it is the same:"
        : "It may have been renewed, or the connection is intercepted. Only if the server's"
          + " administrator confirms the new fingerprint:")
    lines.append(
      hasCommand
        ? "\(program) certificates trust \(HostName(unknown.server).ascii) --fingerprint \(unknown.certificate.fingerprint)"
        : "name its authority: --cacert FILE")
    return lines.joined(separator: "\n")
  }
}
