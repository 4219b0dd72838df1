import Core
import Testing

@testable import Networking

@Suite struct CertificateTests {
  private func certificate(_ names: [String]?, subject: String = "CN = openBIS") -> Certificate {
    Certificate(
      subject: subject, issuer: subject, validFrom: "Jul 24 09:00:00 2011 GMT",
      validUntil: "Jul 24 09:00:00 2021 GMT", fingerprint: "AA:BB", publicKey: "sha256//x",
      names: names)
  }

  private func remarks(
    _ certificate: Certificate, at server: String = "https://lab.example:8443",
    now: Int = 1_795_000_000,
    besides distrust: HTTPError.TrustFailure = .selfSigned
  ) -> [String] { certificate.warnings(at: server, besides: distrust, now: now) }

  @Test func anExpiredCertificateWithAnotherNameSaysBoth() {
    #expect(
      remarks(certificate([]))
        == ["It expired on 2021-07-24.", "It is for CN = openBIS, not for this address."])
    #expect(
      remarks(certificate(["*.example.org"]), now: 1_600_000_000)
        == ["It is for *.example.org, not for this address."])
  }

  @Test("A certificate's remarks leave out what is fine or already reported")
  func whatIsToldAlreadyOrIsInOrderIsNoRemark() {
    #expect(remarks(certificate(nil), besides: .expired).isEmpty)
    #expect(remarks(certificate([]), now: 1_600_000_000, besides: .wrongName).isEmpty)
    for names in [["lab.example"], ["*.example", "x"], ["LAB.EXAMPLE"]] {
      #expect(remarks(certificate(names), now: 1_600_000_000).isEmpty)
    }
    #expect(remarks(certificate([], subject: "CN = lab.example"), now: 1_600_000_000).isEmpty)
  }
}
