import Commands
import Controllers
import Core
import FoundationEssentials
import Networking
import Screens

/// The certificate of a server named on the command line, compared with the trusted one.
struct ServerCertificate {
  let address: ServerAddress
  private let url: URL
  private let transport: LibcurlTransport
  private let trusted: TrustedServers

  struct Seen {
    let server: String
    let certificate: Certificate
    let trustStatus: TrustStatus
  }

  enum TrustStatus {
    case vouchedFor, trusted
    case unknown(HTTPError.TrustFailure)
    case changed(from: Certificate)
  }

  init(_ server: String, _ settings: ServerSettings, _ trusted: TrustedServers) throws {
    guard let address = ServerAddress(server), let url = address.url("/") else {
      let problem = ServerAddress.problem(server) ?? "not a valid server address"
      throw UsageError(
        "“\(ServerAddress.withoutUser(server))”: \(problem)",
        advice: "For example https://appliance.example.com.")
    }
    self.address = address
    self.url = url
    self.trusted = trusted
    var configuration = LibcurlTransport.Configuration()
    configuration.authorityFile = settings.authorityFile(
      for: settings.account ?? Account(server: address.text))
    configuration.environmentAuthorities = EnvironmentAuthorities(settings.environment)
    configuration.trustedServers = trusted
    configuration.proxies = Proxies(environment: settings.environment)
    transport = LibcurlTransport(configuration)
  }

  /// Sends no request.
  func look() async throws -> Seen {
    do {
      try await transport.check(url)
      let pinned = try trusted.certificate(for: address.origin)
      return Seen(
        server: address.origin, certificate: try await transport.certificate(of: url),
        trustStatus: pinned == nil ? .vouchedFor : .trusted)
    } catch HTTPError.untrusted(let server, let found, let distrust) {
      return Seen(server: server, certificate: found, trustStatus: .unknown(distrust))
    } catch HTTPError.changedCertificate(let server, let trusted, let found) {
      return Seen(server: server, certificate: found, trustStatus: .changed(from: trusted))
    }
  }
}

extension ServerCertificate.Seen {
  var isChanged: Bool { if case .changed = trustStatus { true } else { false } }

  var question: String {
    isChanged
      ? """
      The connection to \(HostName(server).displayText) may be intercepted. To trust this one instead, type the first four \
      digits of its SHA-256, or more, as the server's administrator gives them; Enter alone trusts \
      nothing:
      """
      : "Trust this certificate for \(HostName(server).displayText)? Type yes to trust it; anything else trusts nothing:"
  }

  /// Replacing a trusted certificate must not happen by habit, so it requires the first digits of
  /// the new fingerprint.
  func isConfirmed(by answer: String) -> Bool {
    let answer = answer.filter { $0 != " " }
    return isChanged ? certificate.hasFingerprint(beginning: answer) : answer == "yes"
  }
}

extension Detail {
  init(_ seen: ServerCertificate.Seen, now: Int = WallClock.system.now()) {
    var rows = seen.certificate.rows()
    rows.append(.labelled("SHA-256", seen.certificate.fingerprint))
    let sentence: String
    switch seen.trustStatus {
    case .vouchedFor: sentence = "An authority vouches for this certificate."
    case .trusted: sentence = "This is the certificate that you trust."
    case .unknown(let distrust):
      let remarks = seen.certificate.warnings(at: seen.server, besides: distrust, now: now)
      sentence =
        ([distrust.sentence(about: seen.certificate)] + remarks + ["You don't trust it yet."])
        .joined(separator: " ")
    case .changed(let trusted):
      sentence = "This is NOT the certificate that you trust."
      rows.append(.labelled("Trusted", "SHA-256 \(trusted.fingerprint)"))
      rows.append(.labelled("", "\(trusted.subject), valid until \(trusted.validUntilText)"))
    }
    self.init(
      title: "Certificate", headline: HostName(seen.server).displayText, subtitle: sentence,
      sections: [DetailSection(rows: rows)])
  }
}
