public import Commands
import Controllers
import Core
import FoundationEssentials
import Glibc
import Networking
import Terminals

extension Command {
  /// The command for the certificates that the user trusts although no known authority signed them.
  ///
  ///     commands: [.certificates(of: "machines", settings)]
  public static func certificates(
    of application: String, _ settings: @escaping @Sendable (Arguments) throws -> ServerSettings
  ) -> Command {
    Command(
      "certificates", operands: "[list|show|trust|forget] [SERVER]",
      help: "list trusted certificates; show, trust or stop trusting a server's",
      options: [
        Option(
          "fingerprint", .required("SHA256"),
          help: "with trust: trust the server's certificate if it has this fingerprint")
      ]
    ) { arguments in
      let settings = try settings(arguments)
      let trusted = try settings.requireTrustedServers()
      let operands = arguments.operands
      let word = operands.first ?? "list"
      if arguments.has("fingerprint"), word != "trust" {
        throw UsageError(
          "--fingerprint goes with certificates trust", advice: advice(application))
      }
      switch (operands.count, word, operands.dropFirst().first) {
      case (...1, "list", nil): return Output(try list(trusted))
      case (2, "show", let server?):
        let server = try ServerCertificate(server, settings, trusted)
        let seen = try await server.look()
        return Output(Detail(seen).plain, exitCode: seen.isChanged ? .noPermission : .success)
      case (2, "trust", let server?):
        let server = try ServerCertificate(server, settings, trusted)
        return try await trust(server, arguments.value("fingerprint"), trusted)
      case (2, "forget", let server?): return try forget(server, trusted)
      case (1, "show", nil), (1, "trust", nil), (1, "forget", nil):
        throw UsageError("certificates \(word) needs a server", advice: advice(application))
      default:
        let words = ["list", "show", "trust", "forget"]
        let meant = Suggestion.nearest(to: word, among: words).map { "Did you mean “\($0)”? " }
        throw UsageError(
          "certificates doesn't take “\(operands.joined(separator: " "))”",
          advice: (meant ?? "") + advice(application))
      }
    }
  }

  private static func advice(_ application: String) -> String {
    "See \(application) certificates --help."
  }

  /// Control characters in certificates are made visible.
  static func list(_ trusted: TrustedServers) throws -> String {
    let servers = try trusted.servers()
    guard !servers.isEmpty else { return "No trusted certificates.\n" }
    return servers.map { server, certificate in
      // The server chooses the certificate's text.
      [
        HostName(server).displayText, "  \(certificate.subject)",
        "  valid until \(certificate.validUntilText)",
        "  SHA-256 \(certificate.fingerprint)",
      ]
      .map { SafeText.visible($0) + "\n" }.joined()
    }
    .joined()
  }

  private static func forget(_ server: String, _ trusted: TrustedServers) throws -> Output {
    guard let address = ServerAddress(server), try trusted.certificate(for: address.origin) != nil
    else {
      throw UsageError(
        "no certificate is trusted for “\(ServerAddress.withoutUser(server))”",
        advice: "Name the server as the list does, for example https://appliance.example.com.")
    }
    try trusted.forget(address.origin)
    return Output("The certificate of \(address.origin) is no longer trusted.\n")
  }

  /// If there is no fingerprint, the user at the terminal has to confirm it.
  private static func trust(
    _ server: ServerCertificate, _ fingerprint: String?, _ trusted: TrustedServers
  ) async throws -> Output {
    let seen = try await server.look()
    let origin = server.address.origin
    switch seen.trustStatus {
    case .vouchedFor:
      return Output("\(origin) needs no trust: an authority vouches for it.\n")
    case .trusted: return Output("The certificate of \(origin) is trusted already.\n")
    case .unknown, .changed: break
    }
    if let fingerprint {
      guard seen.certificate.hasFingerprint(fingerprint) else {
        throw OtherFingerprint(server: origin, presented: seen.certificate.fingerprint)
      }
    } else {
      guard isatty(STDIN_FILENO) == 1 else {
        throw UsageError(
          "certificates trust needs --fingerprint, or a terminal",
          advice: "The server's administrator knows its fingerprint: SHA-256.")
      }
      let question = Detail(seen).plain + "\n\(seen.question) "
      StandardError.write(question)
      guard seen.isConfirmed(by: readLine() ?? "") else {
        return Output("", note: "nothing was trusted")
      }
    }
    try trusted.trust(seen.certificate, for: origin)
    return Output("The certificate of \(origin) is trusted now.\n")
  }
}

private struct OtherFingerprint: ExitCoded {
  let server: String
  let presented: String
  var errorDescription: String? { "\(server) presents another certificate: SHA-256 \(presented)" }
  var recoverySuggestion: String? { "It wasn't trusted. Ask the server's administrator." }
  var exitCode: ExitCode { .unavailable }
}
