import Controllers
import Networking
import Restoration
public import Screens

extension Connections {
  /// Shows a certificate that nobody vouches for. Whoever trusts it does so for this server alone.
  public func certificateScreen(for unknown: UnknownCertificate) -> any Screen {
    let trusted = settings.trustedServers
    return DetailController(
      name: "Certificate",
      bindings: [
        KeyBinding("t", label: "trust", help: "Trust this certificate for this server") {
          navigator in
          do {
            // Without a home there is nowhere to keep it, and who isn't told that presses the key for ever.
            guard let trusted else { throw SnapshotProblem.noHome }
            try trusted.trust(unknown.certificate, for: unknown.server)
            navigator.answer(.remedied)
          } catch {
            navigator.notify(Report(problem: "", error).text)
          }
        }
      ], isRefreshable: false
    ) { load in
      load.show(Detail(unknown))
    }
  }
}

extension Detail {
  fileprivate init(_ unknown: UnknownCertificate) {
    let certificate = unknown.certificate
    // Two lines of sixteen, so that they can be compared by eye.
    let parts = certificate.fingerprint.split(separator: ":")
    let fingerprint = stride(from: 0, to: parts.count, by: 16).map { start in
      parts[start..<min(start + 16, parts.count)].joined(separator: ":")
    }
    self.init(
      title: "Certificate", mark: Mark("✕", .warning), headline: "Is this \(unknown.server)?",
      subtitle: unknown.distrust.sentence,
      sections: [
        DetailSection(rows: [
          .labelled("Subject", certificate.subject), .labelled("Issuer", certificate.issuer),
          .labelled("Valid from", certificate.validFrom),
          .labelled(
            "Valid until", certificate.validUntil,
            role: unknown.distrust == .expired ? .warning : .text),
          .labelled("SHA-256", fingerprint.joined(separator: "\n")),
        ]),
        DetailSection(rows: [
          .text(
            id: "advice",
            "Nothing was sent yet. Ask whoever runs the server for the fingerprint and compare it: "
              + "only if it is the same, press t to trust it. Esc goes back.",
            role: .text)
        ]),
      ])
  }
}
