import Commands
import Controllers
import Foundation
import Networking
import RepriseTesting
import Testing

@testable import Accounts

/// The command takes its folder from the process's own environment, so what it does is tested by
/// the parts it is made of in `TrustedServersTests`; here, what it takes and says.
@Suite struct CertificatesCommandTests {
  private let command = Command.certificates(of: "reprise-tests-without-any") {
    try ServerSettings(application: "reprise-tests-without-any", $0)
  }

  private func run(_ words: String...) async throws -> String {
    let arguments = try Arguments(
      ["certificates"] + words, commands: [command], options: Option.servers, program: "app")
    return try await command.run(arguments).text
  }

  @Test("The certificates command says that none is trusted") func whereNoneIsTrustedThatIsSaid()
    async throws
  {
    #expect(try await run() == "No trusted certificates.\n")
    #expect(try await run("list") == "No trusted certificates.\n")
  }

  /// A certificate's subject is the server's choice.
  @Test("The certificates command shows no control characters")
  func whatACertificateSaysCannotMoveTheCursorOrMakeALine() throws {
    let directory = try TemporaryDirectory()
    let trusted = TrustedServers(directory: directory.file("certificates"))
    let certificate = Certificate(
      subject: "CN = a\u{1B}[2J\u{1B}]52;c;eA==\u{7}\n\u{9B}2J\u{202E}b\rc", issuer: "CN = b",
      validFrom: "",
      validUntil: "", fingerprint: "3A:7F:01" + String(repeating: ":00", count: 29),
      publicKey: "sha256//" + Data(repeating: 7, count: 32).base64EncodedString())
    try trusted.trust(certificate, for: "https://host")
    let text = try Command.list(trusted)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 5)
    #expect(text.hasPrefix("https://host\n  CN = a"))
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 == "\n"
        || $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
    }
    #expect(isPlain, "\(text.debugDescription)")
  }

  @Test(
    "The certificates command can't forget an untrusted server",
    arguments: ["appliance.example.com", "not a server", "https://me:kanarienvogel@host"])
  func aServerThatIsNotTrustedCannotBeForgotten(server: String) async throws {
    let problem = await #expect(throws: UsageError.self) { try await run("forget", server) }
    #expect(problem?.errorDescription?.hasPrefix("no certificate is trusted for ") == true)
    #expect(problem?.errorDescription?.contains("kanarienvogel") == false)
  }

  @Test("The certificates command refuses other arguments") func anythingElseIsNotUnderstood()
    async throws
  {
    await #expect(throws: UsageError.self) { try await run("forget") }
    await #expect(throws: UsageError.self) { try await run("list", "all") }
    await #expect(throws: UsageError.self) { try await run("trust") }
    await #expect(throws: UsageError.self) { try await run("list", "--fingerprint", "AA") }
    let problem = await #expect(throws: UsageError.self) { try await run("forgte", "host") }
    #expect(problem?.recoverySuggestion?.hasPrefix("Did you mean “forget”?") == true)
  }

  private func seen(_ trustStatus: ServerCertificate.TrustStatus) -> ServerCertificate.Seen {
    let certificate = Certificate(
      subject: "CN = a", issuer: "CN = b", validFrom: "", validUntil: "",
      fingerprint: "3A:7F:01" + String(repeating: ":00", count: 29), publicKey: "")
    return ServerCertificate.Seen(
      server: "https://host", certificate: certificate, trustStatus: trustStatus)
  }

  @Test("The certificates command compares the seen and the trusted one")
  func whatIsSeenIsSaidWithWhatIsTrusted() {
    let fingerprint = seen(.trusted).certificate.fingerprint
    func lines(_ trustStatus: ServerCertificate.TrustStatus) -> [Substring] {
      Detail(seen(trustStatus)).plain.split(separator: "\n")
    }
    let trusted = lines(.trusted)
    #expect(
      trusted.prefix(4) == [
        "https://host", "This is the certificate that you trust.", "Subject      CN = a",
        "Issuer       CN = b",
      ])
    #expect(trusted.last == "SHA-256      \(fingerprint)")
    #expect(lines(.vouchedFor)[1] == "An authority vouches for this certificate.")
    let changed = lines(.changed(from: seen(.trusted).certificate))
    #expect(changed[1] == "This is NOT the certificate that you trust.")
    #expect(
      changed.suffix(3).prefix(2) == [
        "SHA-256      \(fingerprint)", "Trusted      SHA-256 \(fingerprint)",
      ])
    #expect(changed.last?.hasPrefix("             CN = a, valid until") == true)
  }

  @Test("An unknown certificate is trusted by typing yes")
  func anUnknownOneIsTrustedByTheWholeWord() {
    let seen = seen(.unknown(.selfSigned))
    #expect(seen.question.contains("Type yes"))
    #expect(seen.isConfirmed(by: "yes") && seen.isConfirmed(by: "yes "))
    for answer in ["", "y", "Y", "n", "no", "yess", "3A7F"] {
      #expect(!seen.isConfirmed(by: answer), "“\(answer)”")
    }
  }

  @Test("A changed certificate is trusted by its first four digits")
  func aChangedOneIsTrustedByTheNewFingerprintsBeginning() {
    let seen = seen(.changed(from: seen(.trusted).certificate))
    #expect(seen.question.contains("first four digits"))
    for answer in ["3A7F", "3a:7f", "3A 7F", "SHA256:3a7f01", seen.certificate.fingerprint] {
      #expect(seen.isConfirmed(by: answer), "“\(answer)”")
    }
    for answer in ["", "y", "yes", "3", "3A7", "3A:7", "7F01", "3A7E", "::::"] {
      #expect(!seen.isConfirmed(by: answer), "“\(answer)”")
    }
  }
}
