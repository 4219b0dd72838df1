import Foundation
import RepriseTesting
import Testing

@testable import Networking

/// Servers that aren't reached.
@Suite struct UnreachableTests {
  private let transport = LibcurlTransport.forTests()

  @Test("A closed port throws refused") func aServerThatIsNotThereRefuses() async throws {
    let port = try SilentPort(isOpen: false)
    #expect(
      try await transport.problem(getting: port.url) == .refused(host: "127.0.0.1:\(port.number)"))
  }

  @Test("An unknown host name throws nameNotFound") func aNameThatNobodyHasIsNotFound() async throws
  {
    // Reserved for this by RFC 6761, so no resolver need be asked.
    let url = try #require(URL(string: "https://appliance.invalid:8443/"))
    #expect(
      try await transport.problem(getting: url) == .nameNotFound(host: "appliance.invalid:8443"))
  }

  @Test("A plain HTTP address isn't requested without permission")
  func anAddressWithoutEncryptionIsNotAsked() async throws {
    let server = try await TestServer(nil)
    let problem = try await transport.problem(getting: server.url("/a?b"), as: .luca)
    #expect(problem == .notEncrypted(location: server.origin + "/a"))
    #expect(try await server.seen().connections.isEmpty)
    let allowing = LibcurlTransport.forTests { $0.allowsHTTP = true }
    #expect(try await allowing.get(server.url("/a")).status == 404)
    // There is no certificate to ask for, whatever is allowed.
    await #expect(throws: HTTPError.notEncrypted(location: server.origin + "/a")) {
      try await allowing.certificate(of: server.url("/a"))
    }
  }

  @Test(
    "A URL that isn't a server's address is refused",
    arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "https://luca:geheim@127.0.0.1/"])
  func whatIsNoServersAddressIsRefused(text: String) async throws {
    let url = try #require(URL(string: text))
    guard case .unsendable(let reason) = try await transport.problem(getting: url) else {
      Issue.record("it was sent")
      return
    }
    #expect(!reason.contains("geheim"))
  }

  @Test("An HTTPS request to a plain HTTP server throws speaksHTTP")
  func aServerWithoutEncryptionIsNoSecureOneAndSaidToSpeakHTTP() async throws {
    let server = try await TestServer(nil)
    let name = "127.0.0.1:\(server.port)"
    let url = try #require(URL(string: "https://\(name)/"))
    let problem = try await transport.problem(getting: url)
    #expect(problem == .speaksHTTP(host: name))
    #expect(problem.category == .unreachable)
    #expect(problem.errorDescription?.contains("perhaps plain http") == true)
    #expect(problem.recoverySuggestion?.contains("http://\(name)") == true)
    #expect(problem.recoverySuggestion?.contains("--insecure-http") == true)
  }

  @Test("A missing libcurl is reported with the package to install")
  func withoutTheLibraryASentenceSaysWhatToInstall() async throws {
    let url = try #require(URL(string: "https://127.0.0.1:1/"))
    let transport = LibcurlTransport(libcurl: Libcurl(named: ["libnothing.so.4", "libno.so"]))
    for _ in 0..<2 {
      let problem = try await transport.problem(getting: url)
      #expect(problem == .missingLibrary("libnothing.so.4"))
      #expect(problem.recoverySuggestion?.contains("libcurl4") == true)
    }
  }

  /// In a process of its own, which can open nothing any more.
  @Test("Too many open files aren't reported as a missing libcurl")
  func thatTooManyFilesAreOpenIsNotTakenForAMissingLibrary() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = 0
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let failure = #expect(throws: TransferFailure.self) {
        try Libcurl(named: ["libcurl-of-nobody.so.4"]).loaded()
      }
      #expect(failure == .tooManyFiles)
    }
  }

  /// libcurl makes a loop all the same, whose wait nobody could end.
  @Test("A transfer loop without a file for its wake-up throws")
  func withoutAFileForItsWakeUpThereIsNoLoop() async {
    await #expect(processExitsWith: .success) {
      let configuration = LibcurlTransport.Configuration()
      let library = try Libcurl.system.loaded()
      let queue = TransferQueue(configuration, libcurl: .system)
      _ = try TransferLoop(configuration, library: library, queue: queue)
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = 0
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      #expect(throws: TransferFailure.tooManyFiles) {
        _ = try TransferLoop(configuration, library: library, queue: queue)
      }
    }
  }

  /// An option of a later release is done without; anything else that libcurl refuses ends the
  /// request.
  @Test("An option unknown to an older libcurl is ignored")
  func whatAnOlderLibraryDoesNotKnowIsDoneWithout() throws {
    let library = try Libcurl.system.loaded()
    #expect(throws: Never.self) { try library.requireIfKnown(0) }
    #expect(throws: Never.self) { try library.requireIfKnown(48) }
    #expect(throws: TransferFailure.self) { try library.requireIfKnown(43) }
    #expect(throws: TransferFailure.self) { try library.require(48) }
  }

  /// 0 is a certificate that is all right, and 1 a library's that is none of OpenSSL's.
  @Test(
    "OpenSSL's verification results have texts",
    arguments: [(0, nil), (1, nil), (10, "certificate has expired")] as [(Int, String?)])
  func openSSLSaysWhatIsWrongWithACertificate(verdict: Int, words: String?) throws {
    #expect(try Libcurl.system.loaded().text(ofVerification: verdict) == words)
  }

  @Test("A library that isn't libcurl throws libraryFailed") func anotherLibraryIsNotTakenForIt()
    async throws
  {
    let url = try #require(URL(string: "https://127.0.0.1:1/"))
    let transport = LibcurlTransport(libcurl: Libcurl(named: ["libc.so.6"]))
    guard case .libraryFailed = try await transport.problem(getting: url) else {
      Issue.record("it was")
      return
    }
  }

  @Test func aProxyOfTheEnvironmentIsUsed() async throws {
    let server = try await TestServer()
    let proxy = try await TestServer(nil)
    try await proxy.serve("CONNECT", TestResponse())
    try await server.serve("/", .json("[]").forLuca)
    let transport = LibcurlTransport.forTests {
      $0.proxies = Proxies(environment: ["https_proxy": proxy.origin])
    }
    #expect(try await transport.get(server.url("/"), as: .luca).status == 200)
    let asked = try await proxy.seen().requests
    #expect(asked.map(\.method) == ["CONNECT"])
    #expect(asked.map(\.path) == ["127.0.0.1:\(server.port)"])
    #expect(asked.first?.header("Authorization") == nil)
  }

  @Test("A host in no_proxy is reached directly")
  func anExceptionOfTheEnvironmentIsReachedDirectly() async throws {
    let server = try await TestServer()
    let transport = LibcurlTransport.forTests {
      $0.proxies = Proxies(environment: [
        "https_proxy": "http://127.0.0.1:1", "no_proxy": "127.0.0.1",
      ])
    }
    #expect(try await transport.get(server.url("/")).status == 404)
  }

  @Test("A proxy's 407 is reported as the proxy's") func aProxyThatSaysNoIsNotTakenForTheServer()
    async throws
  {
    let proxy = try await TestServer(nil)
    let url = try #require(URL(string: "https://appliance.invalid/"))
    var refusal = TestResponse(status: 407, reason: "Who are you?")
    refusal.headers = ["Proxy-Authenticate": "Negotiate, Basic realm=\"a\""]
    try await proxy.serve("CONNECT", refusal)
    let transport = LibcurlTransport.forTests {
      $0.proxies = Proxies(environment: ["https_proxy": proxy.origin])
    }
    #expect(
      try await transport.problem(getting: url)
        == .proxyLogin(
          host: "appliance.invalid", proxy: "127.0.0.1:\(proxy.port)",
          schemes: ["Basic", "Negotiate"]))
  }

  @Test("A proxy that refuses the connection is named")
  func aProxyThatIsNotThereIsNotTakenForTheServer() async throws {
    let port = try SilentPort(isOpen: false)
    let url = try #require(URL(string: "https://appliance.invalid/"))
    let transport = LibcurlTransport.forTests {
      $0.proxies = Proxies(environment: [
        "https_proxy": "http://luca:geheim@127.0.0.1:\(port.number)"
      ])
    }
    #expect(
      try await transport.problem(getting: url)
        == .unreachable(
          host: "appliance.invalid",
          reason: "the proxy 127.0.0.1:\(port.number) refused the connection"))
  }

  @Test("A proxy with an unknown name is named") func aProxyThatNobodyKnowsIsNotTakenForTheServer()
    async throws
  {
    let url = try #require(URL(string: "https://appliance.example.com/"))
    let transport = LibcurlTransport.forTests {
      $0.proxies = Proxies(environment: ["https_proxy": "proxy.invalid:3128"])
    }
    #expect(
      try await transport.problem(getting: url)
        == .unreachable(
          host: "appliance.example.com", reason: "there is no proxy named proxy.invalid:3128"))
  }

  @Test("A host in no_proxy that refuses is named itself")
  func whoIsReachedDirectlyRefusesByItself() async throws {
    let port = try SilentPort(isOpen: false)
    let transport = LibcurlTransport.forTests {
      $0.proxies = Proxies(environment: [
        "https_proxy": "http://127.0.0.1:1", "no_proxy": "example.com, 127.0.0.1",
      ])
    }
    #expect(
      try await transport.problem(getting: port.url) == .refused(host: "127.0.0.1:\(port.number)"))
  }
}
