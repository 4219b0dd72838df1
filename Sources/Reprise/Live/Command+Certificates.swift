import Networking
import Restoration

extension Command {
  /// The certificates that the person trusts though no authority vouches for them.
  public static func certificates(of application: String) -> Command {
    Command(
      "certificates", operands: "[list|forget SERVER]",
      help: "list the certificates you trust, or trust one no more"
    ) { arguments in
      let settings = try LiveSettings(application: application, arguments)
      guard let trusted = settings.trustedServers else { throw SnapshotProblem.noHome }
      let operands = arguments.operands
      guard operands.count <= 2 else { throw usage(application) }
      switch (operands.first ?? "list", operands.dropFirst().first) {
      case ("list", nil): return Output(try list(trusted))
      case ("forget", let server?): return Output(try forget(server, trusted))
      default:
        throw usage(application)
      }
    }
  }

  private static func usage(_ application: String) -> UsageProblem {
    UsageProblem(
      "certificates takes “list”, or “forget” and a server",
      advice: "“\(application) certificates” names the servers.")
  }

  private static func list(_ trusted: TrustedServers) throws -> String {
    let servers = try trusted.servers()
    guard !servers.isEmpty else { return "No certificate is trusted by name.\n" }
    return servers.map { server, certificate in
      "\(server)\n  \(certificate.subject)\n  valid until \(certificate.validUntil)\n"
        + "  SHA-256 \(certificate.fingerprint)\n"
    }
    .joined()
  }

  private static func forget(_ server: String, _ trusted: TrustedServers) throws -> String {
    guard let address = ServerAddress(server), try trusted.certificate(for: address.origin) != nil
    else {
      throw UsageProblem(
        "no certificate is trusted for “\(ServerAddress.withoutUser(server))”",
        advice: "Name the server as the list does, for example https://appliance.example.com.")
    }
    try trusted.forget(address.origin)
    return "The certificate of \(address.origin) isn't trusted any more.\n"
  }
}
