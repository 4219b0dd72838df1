package import Commands
import Networking

/// The advice about an untrusted certificate for the command line, including a command to type.
package struct CertificateAdvice {
  private let unknown: UnknownCertificate
  private let program: String
  private let hasCommand: Bool

  /// Creates the advice for an error; `nil` unless the error is about a certificate.
  package init?(_ error: any Error, program: String, commands: [Command]) {
    guard let unknown = (error as? HTTPError).flatMap({ UnknownCertificate($0) }) else {
      return nil
    }
    self.unknown = unknown
    self.program = program
    hasCommand = commands.contains { $0.name == "certificates" }
  }

  /// The fingerprint for comparison, and a command to copy.
  package var text: String {
    var lines: [String] = []
    if unknown.trusted == nil {
      lines += [
        "Nothing was sent. It presents:", "SHA-256 \(unknown.certificate.fingerprint)",
        "\(unknown.certificate.subject), valid until \(unknown.certificate.validUntilText)",
      ]
    }
    if hasCommand, unknown.isOfUnknownAuthority {
      lines.append("If an authority of yours vouches for it, name that: --cacert FILE")
    }
    lines.append(
      unknown.trusted == nil
        ? "Compare the fingerprint with whoever runs the server, and only if it is the same:"
        : "It may have been renewed, or somebody is between you and the server. Only if whoever runs"
          + " the server names the new fingerprint:")
    lines.append(
      hasCommand
        ? "\(program) certificates trust \(HostName(unknown.server).ascii) --fingerprint \(unknown.certificate.fingerprint)"
        : "name its authority: --cacert FILE")
    return lines.joined(separator: "\n")
  }
}
