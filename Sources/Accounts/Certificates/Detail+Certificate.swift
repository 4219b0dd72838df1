import Controllers
import Networking
import Screens
import Terminals

extension Detail {
  /// The row must have been visible before the certificate is trusted.
  static func fingerprintID(_ unknown: UnknownCertificate) -> String {
    unknown.trusted == nil ? "SHA-256" : "Presented"
  }

  init(_ unknown: UnknownCertificate, now: Int = WallClock.system.now()) {
    let certificate = unknown.certificate
    // Exposes look-alike names, which the user might trust by mistake.
    let server = HostName(unknown.server)
    let written: [DetailRow] =
      server.ascii == server.text ? [] : [.labelled("Written as", server.text)]
    if let trusted = unknown.trusted {
      self.init(
        title: "Certificate", mark: Mark("✕", .bad),
        headline: "\(server.ascii) presents a different certificate",
        subtitle: "than the one you trusted. Nothing was sent.",
        sections: [
          DetailSection(
            rows: [
              .labelled("Trusted", trusted.fingerprintLines),
              .labelled("Presented", certificate.fingerprintLines, role: .warning),
            ] + written),
          DetailSection(rows: [
            .text(
              id: "advice",
              "It may have been renewed, or the connection may be intercepted. Ask the server's "
                + "administrator for the new fingerprint (SHA-256). Only if it is the presented "
                + "one: Shift-Tab, Space confirms that, then Replace.",
              role: .text)
          ]),
          DetailSection("Presented", rows: certificate.rows()),
          DetailSection("Trusted", rows: trusted.rows()),
        ])
      return
    }
    self.init(
      title: "Certificate", mark: Mark("✕", .warning), headline: "Is this \(server.ascii)?",
      subtitle: ([unknown.distrust.sentence(about: certificate)]
        + certificate.warnings(at: unknown.server, besides: unknown.distrust, now: now))
        .joined(separator: " "),
      sections: [
        DetailSection(
          rows: [.labelled("SHA-256", certificate.fingerprintLines)] + written
            + certificate.rows(distrust: unknown.distrust)),
        DetailSection(rows: [
          .text(
            id: "advice",
            "Nothing was sent yet. Ask the server's administrator for the fingerprint and compare it. "
              + "Only if it is the same: Tab to Trust, then Enter. Cancel goes back.",
            role: .text)
        ]),
      ])
  }
}

extension Certificate {
  func rows(distrust: HTTPError.TrustFailure? = nil) -> [DetailRow] {
    func role(_ reason: HTTPError.TrustFailure) -> Role {
      distrust == reason ? .warning : .text
    }
    let names = names.map { $0.joined(separator: ", ") } ?? ""
    return [.labelled("Subject", subject)]
      + (names.isEmpty ? [] : [.labelled("Names", names, role: role(.wrongName))]) + [
        .labelled("Issuer", issuer),
        .labelled("Valid from", validFromText, role: role(.notYetValid)),
        .labelled("Valid until", validUntilText, role: role(.expired)),
      ]
  }
}

extension Certificate {
  /// Two lines of sixteen bytes, for comparison by eye. A narrow screen breaks a line at the blank
  /// after every fourth byte.
  var fingerprintLines: String {
    let bytes = fingerprint.split(separator: ":").map { String($0) }
    func groups(_ parts: [String], of count: Int, separator: String) -> [String] {
      stride(from: 0, to: parts.count, by: count).map { start in
        parts[start..<min(start + count, parts.count)].joined(separator: separator)
      }
    }
    return groups(groups(bytes, of: 4, separator: ":"), of: 4, separator: " ")
      .joined(separator: "\n")
  }

  /// In any usual format: "SHA256:3a7f…", "3A:7F:…".
  func hasFingerprint(_ text: String) -> Bool {
    let digits = text.split { $0 == "=" || $0 == " " }.last.map { String($0) } ?? ""
    return Certificate.digits(digits) == Certificate.digits(fingerprint)
  }

  func hasFingerprint(beginning text: String) -> Bool {
    let digits = Certificate.digits(text)
    return digits.count >= 4 && Certificate.digits(fingerprint).hasPrefix(digits)
  }

  private static func digits(_ text: String) -> String {
    let lower = text.lowercased()
    let bare = lower.hasPrefix("sha256:") ? lower.dropFirst("sha256:".count) : lower[...]
    return bare.filter { $0 != ":" }
  }
}
