import Core
import Foundation
import Networking
import RepriseTesting
import Testing

@Suite struct TrustedServersTests {
  private let directory: TemporaryDirectory
  private let servers: TrustedServers
  private let origin = "https://appliance.example.com:8443"

  init() throws {
    directory = try TemporaryDirectory()
    servers = TrustedServers(directory: directory.file("a/trusted"))
  }

  private func certificate(_ name: String) -> Certificate {
    Certificate(
      subject: "CN = \(name)", issuer: "CN = è", validFrom: "Jan  1 00:00:00 2020 GMT",
      validUntil: "Dec 31 00:00:00 2119 GMT", fingerprint: "AA:BB",
      publicKey: "sha256//" + Data(repeating: 7, count: 32).base64EncodedString())
  }

  @Test("Trusted servers are empty at first and write nothing") func atFirstNobodyIsTrusted() throws
  {
    #expect(try servers.certificate(for: origin) == nil)
    // And nothing is made to find that out.
    #expect(try directory.files().isEmpty)
    try servers.forget(origin)
  }

  @Test("A trusted certificate is stored for its server") func whatIsTrustedIsKeptForItsServer()
    throws
  {
    try servers.trust(certificate("a"), for: origin)
    try servers.trust(certificate("b"), for: "https://appliance.example.com")
    try servers.trust(certificate("c"), for: "https://[::1]:8443")
    // Another process reads the same.
    let others = TrustedServers(directory: servers.directory)
    #expect(try others.certificate(for: origin) == certificate("a"))
    #expect(try others.certificate(for: "https://appliance.example.com") == certificate("b"))
    #expect(try others.certificate(for: "https://[::1]:8443") == certificate("c"))
    #expect(try others.certificate(for: "https://[::1]") == nil)
  }

  @Test("A trusted certificate's file is readable text") func aPersonCanReadIt() throws {
    try servers.trust(certificate("a"), for: origin)
    let file = "a/trusted/https%3A%2F%2Fappliance.example.com%3A8443.json"
    let text = String(decoding: try directory.bytes(file), as: UTF8.self)
    #expect(text.split(separator: "\n").count > 7)
    #expect(text.contains("\"\(origin)\""))
  }

  @Test("A trusted certificate's file has permissions 0600") func onlyThePersonMayReadIt() throws {
    try servers.trust(certificate("a"), for: origin)
    #expect(try directory.permissions("a/trusted") == 0o700)
    let file = "a/trusted/https%3A%2F%2Fappliance.example.com%3A8443.json"
    #expect(try directory.files() == ["a", "a/trusted", file])
    #expect(try directory.permissions(file) == 0o600)
  }

  @Test("A newly trusted certificate replaces the server's old one")
  func anotherCertificateTakesTheFirstOnesPlace() throws {
    try servers.trust(certificate("a"), for: origin)
    try servers.trust(certificate("b"), for: origin)
    #expect(try servers.certificate(for: origin) == certificate("b"))
    try servers.forget(origin)
    #expect(try servers.certificate(for: origin) == nil)
  }

  @Test("A trusted server's name can't escape the directory") func aHostIsNoPath() throws {
    let origin = "https://../../x"
    try servers.trust(certificate("a"), for: origin)
    #expect(
      try directory.files().last == "a/trusted/https%3A%2F%2F..%2F..%2Fx.json")
    #expect(try servers.certificate(for: origin) == certificate("a"))
  }

  /// Cyrillic letters: each is two bytes, and each byte three characters of the name.
  private static let long = "https://" + String(repeating: "ж", count: 54) + ".example.com"

  @Test("A trusted server's long name is cut in its file name")
  func aNameThatIsTooLongForAFileIsCut() throws {
    let other = Self.long + ":8443"
    try servers.trust(certificate("a"), for: Self.long)
    try servers.trust(certificate("b"), for: other)
    #expect(try servers.certificate(for: Self.long) == certificate("a"))
    #expect(try servers.certificate(for: other) == certificate("b"))
    #expect(try servers.certificate(for: Self.long + ":1") == nil)
    // The file says whose it is.
    #expect(Set(try servers.servers().map(\.server)) == [Self.long, other])
    try servers.forget(other)
    #expect(try servers.servers().map(\.server) == [Self.long])
    // Its name is for ever.
    let name = try #require(try directory.files().last)
    #expect(name.hasPrefix("a/trusted/https%3A%2F%2F%D0%B6") && name.hasSuffix("~90421de9.json"))
  }

  /// As they were written before long names were cut.
  @Test(
    "A trusted server's file name is cut only if too long",
    arguments: [(0, false), (246, false), (247, true)])
  func onlyANameThatCouldNotBeWrittenIsCut(length: Int, isCut: Bool) throws {
    let scheme = "https%3A%2F%2F"
    let host = String(repeating: "a", count: max(1, length - scheme.count))
    try servers.trust(certificate("a"), for: "https://" + host)
    #expect(try directory.files().contains("a/trusted/\(scheme)\(host).json") == !isCut)
    #expect(try servers.servers().map(\.server) == ["https://" + host])
  }

  @Test("A trusted server's cut file name with another server is damaged")
  func aCutNameWithAnothersCertificateIsDamaged() throws {
    try servers.trust(certificate("a"), for: Self.long)
    let name = try #require(try directory.files().last)
    let whole = String(decoding: try directory.bytes(name), as: UTF8.self)
    try directory.write(name, whole.replacing("example.com", with: "example.org"))
    #expect(throws: TrustError.self) { try servers.servers() }
    #expect(try servers.certificate(for: Self.long) == nil)
  }

  @Test("Trusted servers are listed by name") func serversAreListedByName() throws {
    #expect(try servers.servers().isEmpty)
    for name in ["b", "a"] { try servers.trust(certificate(name), for: "https://\(name)") }
    #expect(try servers.servers().map(\.server) == ["https://a", "https://b"])
    #expect(try servers.servers().map(\.certificate) == [certificate("a"), certificate("b")])
  }

  /// What a file could hold that isn't what was written for this server.
  enum Damage: CaseIterable {
    case empty, cut, otherServer, fileForAKey, short

    func bytes(_ whole: String) -> String {
      switch self {
      case .empty: ""
      case .cut: String(whole.dropLast(10))
      case .otherServer: whole.replacing("appliance", with: "other")
      // libcurl would take it for the name of a file with a key in it.
      case .fileForAKey: whole.replacing("sha256//", with: "/tmp/key")
      case .short: whole.replacing("BwcH\"", with: "\"").replacing("Bwc=\"", with: "\"")
      }
    }
  }

  @Test("A damaged trust file is quarantined and reported", arguments: Damage.allCases)
  func aDamagedFileIsSetAsideAndSaid(damage: Damage) throws {
    try servers.trust(certificate("a"), for: origin)
    let name = try #require(try directory.files().last)
    let damaged = damage.bytes(String(decoding: try directory.bytes(name), as: UTF8.self))
    try directory.write(name, damaged)
    let path = directory.file(name)
    let quarantine = try #require(name.split(separator: "/").last) + ".aside-1"
    #expect(throws: TrustError.damaged(path: path, quarantine: String(quarantine))) {
      try servers.certificate(for: origin)
    }
    #expect(try directory.bytes(name + ".aside-1") == Array(damaged.utf8))
    // From then on nobody is trusted there, and somebody can be again.
    #expect(try servers.certificate(for: origin) == nil)
    try servers.trust(certificate("b"), for: origin)
    #expect(try servers.certificate(for: origin) == certificate("b"))
  }

  @Test("A trust file that is a symbolic link is refused") func aLinkIsNotFollowed() throws {
    try servers.trust(certificate("a"), for: origin)
    let path = directory.file(try #require(try directory.files().last))
    try FileManager.default.moveItem(atPath: path, toPath: directory.file("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: directory.file("elsewhere"))
    let problem = TrustError.file(.unsafe(path: path, "it is a symbolic link"))
    #expect(throws: problem) { try servers.certificate(for: origin) }
  }

  /// Root may read everything, but a link that leads to itself.
  @Test("A trust directory that can't be read throws")
  func aFolderThatCannotBeReadIsNotTakenForNone() throws {
    #expect(try servers.servers().isEmpty)
    let loop = directory.file("loop")
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    #expect(throws: TrustError.file(.system("read", path: loop, code: ELOOP))) {
      try TrustedServers(directory: loop).servers()
    }
  }

  @Test("A trust directory that can't be created throws") func aFolderThatCannotBeOneIsSaid() throws
  {
    try directory.write("a", "a file")
    #expect(throws: TrustError.self) { try servers.certificate(for: origin) }
    #expect(throws: TrustError.self) { try servers.trust(certificate("a"), for: origin) }
  }

  @Test("Concurrent trust changes lose none") func manyAtOnceLoseNothing() async throws {
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask { [servers] in
          try servers.trust(certificate("\(number)"), for: "https://host\(number % 20)")
        }
      }
    }
    for number in 0..<20 {
      let kept = try servers.certificate(for: "https://host\(number)")
      #expect(kept == certificate("\(number)") || kept == certificate("\(number + 20)"))
    }
  }

  @Test("A trust error says what is asked next") func aProblemSaysWhatIsAskedNext() {
    let damaged = TrustError.damaged(path: "a.json", quarantine: "a.json.aside-1")
    #expect(
      damaged.errorDescription
        == "a.json, which names the certificate you trust, is damaged and wasn't used.")
    #expect(
      damaged.recoverySuggestion
        == "It was set aside as a.json.aside-1. Try again; you will be asked about the certificate again."
    )
    let other = TrustError.file(.unsafe(path: "a", "it is a folder"))
    #expect(
      other.errorDescription
        == "Can't read your trusted certificates: a: it is a folder.")
    #expect(
      other.recoverySuggestion
        == "Move it, or replace it with a plain file of your own.")
  }
}
