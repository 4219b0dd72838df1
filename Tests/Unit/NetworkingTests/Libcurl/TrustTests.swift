import Foundation
import Networking
import RepriseTesting
import Testing

/// Whom a password may be sent to.
@Suite struct TrustTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(
    "An untrusted server gets no request, and its certificate is shown",
    arguments: [
      (TestCertificate.selfSigned, HTTPError.TrustFailure.selfSigned), (.wrongName, .wrongName),
      (.expired, .expired), (.future, .notYetValid),
    ])
  func nothingIsSentToAServerThatNobodyVouchesFor(
    certificate: TestCertificate, distrust: HTTPError.TrustFailure
  ) async throws {
    let server = try await TestServer(certificate)
    let problem = try await LibcurlTransport.forTests()
      .problem(getting: server.url("/"), as: .luca)
    guard case .untrusted(server.origin, let shown, distrust) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(shown == (try await certificate.asOpenSSLShowsIt()))
    #expect(try await server.seen().requests.isEmpty)
  }

  @Test("A trust check sends nothing and throws what a request would")
  func aCheckSendsNothingAndThrowsWhatARequestWould() async throws {
    let server = try await TestServer(.selfSigned)
    let trusted = TrustedServers(directory: directory.path)
    let transport = LibcurlTransport.forTests { $0.trustedServers = trusted }
    func check() async throws -> HTTPError? {
      do {
        try await transport.check(server.url("/"))
        return nil
      } catch let problem as HTTPError { return problem }
    }
    guard case .untrusted(server.origin, let shown, .selfSigned) = try await check() else {
      Issue.record("it was trusted")
      return
    }
    #expect(try await transport.certificate(of: server.url("/")) == shown)
    try trusted.trust(shown, for: server.origin)
    #expect(try await check() == nil)
    try await server.show(.changed)
    guard case .changedCertificate(server.origin, shown, _) = try await check() else {
      Issue.record("the change went unnoticed")
      return
    }
    #expect(try await server.seen().requests.isEmpty)
    let nobody = try #require(URL(string: "https://127.0.0.1:1/"))
    await #expect(throws: HTTPError.refused(host: "127.0.0.1:1")) {
      try await transport.check(nobody)
    }
  }

  @Test("A certificate of an unknown authority is untrusted")
  func anAuthorityThatNobodyKnowsVouchesForNobody() async throws {
    let server = try await TestServer(.vouchedFor)
    let problem = try await LibcurlTransport.forTests { $0.authorityFile = nil }
      .problem(getting: server.url("/"), as: .luca)
    guard case .untrusted(_, let shown, .unknownIssuer) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(shown.issuer == "O = Reprise tests, CN = Test authority")
    #expect(try await server.seen().requests.isEmpty)
  }

  @Test("An unreadable authority file is named in the error")
  func anAuthorityFileThatIsNoneIsNamed() async throws {
    let server = try await TestServer()
    for file in ["/nonexistent/authority.pem", #filePath] {
      let transport = LibcurlTransport.forTests { $0.authorityFile = file }
      #expect(
        try await transport.problem(getting: server.url("/")) == .unreadableAuthority(file: file))
    }
    #expect(try await server.seen().requests.isEmpty)
  }

  /// As in curl: each by itself, the user's file before them, and one that can't be read by its
  /// name.
  @Test("Authorities of the environment variables are trusted")
  func theEnvironmentsAuthoritiesAreBelieved() async throws {
    let server = try await TestServer(.vouchedFor)
    let hashed = directory.file("hashed")
    try FileManager.default.createDirectory(atPath: hashed, withIntermediateDirectories: true)
    let run = try ProgramRun(
      "/bin/sh", "-c",
      "cp \(TestCertificate.authorityFile) \(hashed)/a.pem && openssl rehash \(hashed)")
    try #require(run.exitCode == 0, "\(run.errorText)")
    func transport(
      _ environment: [String: String], file: String? = nil
    ) -> LibcurlTransport {
      .forTests {
        $0.authorityFile = file
        $0.environmentAuthorities = EnvironmentAuthorities(environment)
      }
    }
    for environment in [
      ["SSL_CERT_FILE": TestCertificate.authorityFile], ["SSL_CERT_DIR": "/none:\(hashed)"],
      ["CURL_CA_BUNDLE": TestCertificate.authorityFile, "SSL_CERT_FILE": "/none"],
    ] {
      #expect(try await transport(environment).get(server.url("/")).status == 404)
    }
    for (name, value) in [("SSL_CERT_FILE", "/none"), ("SSL_CERT_DIR", "/none:/nor/this")] {
      let environment = [name: value]
      #expect(
        try await transport(environment).problem(getting: server.url("/"))
          == .unreadableAuthority(file: "\(name)=\(value)"))
      let named = transport(environment, file: TestCertificate.authorityFile)
      #expect(try await named.get(server.url("/")).status == 404)
    }
    let other = "CURL_CA_BUNDLE=\(TestCertificate.selfSigned.file)"
    let problem = try await transport(["CURL_CA_BUNDLE": TestCertificate.selfSigned.file])
      .problem(getting: server.url("/"))
    guard case .untrusted(_, _, .unknownTo(authorities: other)) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(problem.errorDescription?.contains(other) == true)
  }

  @Test(
    "A certificate trusted by the user is enough, for its server only",
    arguments: [TestCertificate.selfSigned, .wrongName, .expired])
  func whatThePersonTrustsIsEnough(certificate: TestCertificate) async throws {
    let server = try await TestServer(certificate)
    let trusted = TrustedServers(directory: directory.path)
    let transport = LibcurlTransport.forTests { $0.trustedServers = trusted }
    let shown = try await transport.untrusted(server)
    try trusted.trust(shown, for: server.origin)
    #expect(try await transport.get(server.url("/"), as: .luca).status == 404)
    // For this server alone.
    let other = try await TestServer(certificate)
    #expect(try await transport.untrusted(other) == shown)
    #expect(try await other.seen().requests.isEmpty)
  }

  @Test(
    "A changed key of a trusted server throws changedCertificate",
    arguments: [TestCertificate.changed, .vouchedFor])
  func anotherKeyIsAHardStop(other: TestCertificate) async throws {
    let server = try await TestServer(.selfSigned)
    let trusted = TrustedServers(directory: directory.path)
    let transport = LibcurlTransport.forTests { $0.trustedServers = trusted }
    let before = try await transport.untrusted(server)
    try trusted.trust(before, for: server.origin)
    _ = try await transport.get(server.url("/"), as: .luca)
    try await server.show(other)
    // What is connected stays so: it was the trusted key that it began with.
    try await server.hangUp()
    let problem = try await transport.problem(getting: server.url("/"), as: .luca)
    guard case .changedCertificate(server.origin, before, let found) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(found == (try await other.asOpenSSLShowsIt()))
    #expect(problem.errorDescription?.contains(before.fingerprint) == true)
    #expect(problem.errorDescription?.contains(found.fingerprint) == true)
    #expect(try await server.seen().requests.count == 1)
  }

  @Test func aNewCertificateWithTheSameKeyIsStillTrusted() async throws {
    let server = try await TestServer(.selfSigned)
    let trusted = TrustedServers(directory: directory.path)
    let transport = LibcurlTransport.forTests { $0.trustedServers = trusted }
    try trusted.trust(try await transport.untrusted(server), for: server.origin)
    try await server.show(.renewed)
    #expect(try await transport.get(server.url("/")).status == 404)
  }

  @Test("A server no longer trusted gets no request on an open connection")
  func whoIsNoLongerTrustedIsNoLongerAsked() async throws {
    let server = try await TestServer(.selfSigned)
    let trusted = TrustedServers(directory: directory.path)
    let transport = LibcurlTransport.forTests { $0.trustedServers = trusted }
    let shown = try await transport.untrusted(server)
    try trusted.trust(shown, for: server.origin)
    _ = try await transport.get(server.url("/"))
    try trusted.forget(server.origin)
    // The connection is still there, but it isn't used: it was made on other terms.
    #expect(try await transport.untrusted(server) == shown)
    #expect(try await server.seen().requests.count == 1)
  }

  @Test("A damaged trust file throws and trusts nothing")
  func whatIsTrustedCannotBeReadIsNoReasonToTrust() async throws {
    let server = try await TestServer(.selfSigned)
    let trusted = TrustedServers(directory: directory.path)
    let transport = LibcurlTransport.forTests { $0.trustedServers = trusted }
    try trusted.trust(try await transport.untrusted(server), for: server.origin)
    let file = try #require(try directory.files().first)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: directory.path + "/" + file))
    await #expect(throws: TrustError.self) { try await transport.get(server.url("/")) }
    _ = try await transport.untrusted(server)
    #expect(try await server.seen().requests.isEmpty)
  }
}

extension LibcurlTransport {
  /// The certificate of a server that isn't trusted.
  fileprivate nonisolated(nonsending) func untrusted(
    _ server: TestServer
  ) async throws -> Certificate {
    let problem = try await problem(getting: server.url("/"), as: .luca)
    guard case .untrusted(server.origin, let certificate, _) = problem else { throw problem }
    return certificate
  }
}

extension TestCertificate {
  /// As it is shown by the `openssl` command, which is the judge here.
  fileprivate func asOpenSSLShowsIt() async throws -> Certificate {
    func ask(_ command: String) throws -> String {
      let run = try ProgramRun("/bin/sh", "-c", "<\(file) \(command)")
      try #require(run.exitCode == 0, "\(run.errorText)")
      return run.outputText
    }
    // How names are written differs between releases of OpenSSL, unless it is told.
    let shown = try ask(
      "openssl x509 -noout -subject -issuer -dates -fingerprint -sha256"
        + " -nameopt utf8,sep_comma_plus_space,space_eq,sname")
    let values = shown.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "=").map { String(line[line.index(after: $0)...]) }
    }
    try #require(values.count == 5)
    let key = try ask(
      "openssl x509 -noout -pubkey | openssl pkey -pubin -outform der"
        + "| openssl dgst -sha256 -binary | openssl base64")
    return Certificate(
      subject: values[0], issuer: values[1], validFrom: values[2], validUntil: values[3],
      fingerprint: values[4],
      publicKey: "sha256//" + key.trimmingCharacters(in: .whitespacesAndNewlines),
      names: try ask("openssl x509 -noout -ext subjectAltName").split(separator: "\n")
        .dropFirst().joined().split(separator: ",").map { name in
          name.split(separator: ":", maxSplits: 1).dropFirst().joined()
        })
  }
}
