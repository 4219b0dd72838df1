import Commands
import Networking
import Testing

@testable import Accounts

/// The lines at a command line, of which the last is to be copied.
@Suite struct CertificateAdviceTests {
  private static func certificate(_ fingerprint: String) -> Certificate {
    Certificate(
      subject: "CN = \(fingerprint)", issuer: "CN = b", validFrom: "",
      validUntil: "Nov 21 09:00:00 2034 GMT", fingerprint: fingerprint, publicKey: "sha256//x")
  }

  private func lines(_ error: any Error, commands: [Command] = []) -> [String]? {
    CertificateAdvice(error, program: "app", commands: commands)?.text.split(separator: "\n")
      .map { String($0) }
  }

  private let trust = Command.certificates(of: "app") { try ServerSettings(application: "app", $0) }
  private let unknown = HTTPError.untrusted(
    server: "https://bücher.example", certificate("AA:BB"), .selfSigned)

  @Test("Advice for an unknown certificate has fingerprint and command")
  func anUnknownOneIsDescribedSoThatItCanBeCompared() {
    #expect(
      lines(unknown, commands: [trust]) == [
        "Nothing was sent. It presents:", "SHA-256 AA:BB",
        "CN = AA:BB, valid until 2034-11-21 09:00:00 UTC",
        "If your own authority issued it, name that: --cacert FILE",
        "Compare the fingerprint with the server's administrator. Only if it is the same:",
        "app certificates trust https://xn--bcher-kva.example --fingerprint AA:BB",
      ])
  }

  @Test("Advice for a changed certificate warns and names the new one")
  func aChangedOneIsSuspectAndOnlyTheNewOneIsNamed() throws {
    let changed = try #require(
      lines(
        HTTPError.changedCertificate(
          server: "https://host", trusted: Self.certificate("AA:BB"),
          found: Self.certificate("CC:DD")), commands: [trust]))
    #expect(changed.count == 2)
    #expect(
      changed.first?.hasPrefix("It may have been renewed, or the connection is intercepted") == true
    )
    #expect(changed.last == "app certificates trust https://host --fingerprint CC:DD")
  }

  @Test("Certificate advice without the command names --cacert")
  func withoutTheCommandTheAuthorityIsNamed() {
    #expect(lines(unknown)?.last == "name its authority: --cacert FILE")
  }

  @Test("An error without a certificate has no certificate advice") func anyOtherErrorHasNone() {
    #expect(lines(HTTPError.refused(host: "host")) == nil)
  }
}
