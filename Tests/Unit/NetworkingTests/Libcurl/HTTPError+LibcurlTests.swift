import Foundation
import Testing

@testable import Networking

/// Failures as several releases of libcurl and OpenSSL tell them.
@Suite struct HTTPErrorOfLibcurlTests {
  private func problem(
    _ code: Int32, _ reason: String, systemError: Int32 = 0, proxyStatus: Int = 0,
    proxy: String = "", exceptions: String = "", hasAnswered: Bool = false
  ) throws -> HTTPError {
    let url = try #require(URL(string: "https://cloud.example.com/"))
    var configuration = LibcurlTransport.Configuration()
    configuration.environmentAuthorities = EnvironmentAuthorities([:])
    configuration.proxies = Proxies(environment: [
      "https_proxy": proxy, "no_proxy": exceptions,
    ])
    return HTTPError(
      .curl(
        CurlFailure(
          code: code, reason: reason, systemError: systemError, verification: 0,
          verificationReason: nil, proxyStatus: proxyStatus, hasResponded: hasAnswered)),
      of: try RedirectStep(HTTPRequest(url), allowsHTTP: false), configuration)
  }

  @Test(
    "A server without TLS is detected by OpenSSL's error number",
    arguments: [
      "error:0A00010B:SSL routines::wrong version number",
      "TLS connect error: error:0A00010B:SSL routines::wrong version number",
      "error:1408F10B:SSL routines:ssl3_get_record:wrong version number",
      "error:0A0000C6:SSL routines::packet length too long",
      "TLS connect error: error:0A0000C6:SSL routines::some other words",
    ]) func whoeverSpeaksNoTLSIsToldByOpenSSLsNumber(reason: String) throws
  {
    #expect(try problem(35, reason) == .speaksHTTP(host: "cloud.example.com"))
  }

  @Test(
    "Other TLS failures aren't taken for plain HTTP",
    arguments: [
      "TLS connect error: error:0A000410:SSL routines::ssl/tls alert handshake failure",
      "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to cloud.example.com:443", "",
    ]) func anyOtherFailureToSecureAConnectionIsNoneOfThose(reason: String) throws
  {
    #expect(
      try problem(35, reason) == .notSecured(host: "cloud.example.com", reason: reason))
  }

  /// 52 in the clear; 56 where the farewell of TLS is missing, or the connection was reset.
  @Test(
    "A connection closed before the first byte counts as offline",
    arguments: [52, 55, 56] as [Int32])
  func aServerThatHangsUpBeforeItsFirstByteIsNotReached(code: Int32) throws {
    let problem = try problem(code, "Empty reply from server")
    #expect(problem == .hungUp(host: "cloud.example.com"))
    #expect(problem.category == .unreachable)
    #expect(
      problem.errorDescription == "Connection closed without an answer: cloud.example.com.")
  }

  @Test("A response that breaks off is cut short and not offline", arguments: [18, 56] as [Int32])
  func anAnswerThatBreaksOffIsABadOne(code: Int32) throws {
    let problem = try problem(code, "transfer closed", hasAnswered: true)
    #expect(problem == .cutShort("https://cloud.example.com/"))
    #expect(problem.category != .unreachable)
  }

  /// 56 in libcurl 7.88, 7 in 8.23.
  @Test("A proxy's status wins over libcurl's error code", arguments: [7, 56] as [Int32])
  func aProxysAnswerComesBeforeTheCode(code: Int32) throws {
    #expect(
      try problem(
        code, "CONNECT tunnel failed, response 407", systemError: ECONNREFUSED, proxyStatus: 407,
        proxy: "http://luca:geheim@proxy:3128")
        == .proxyLogin(host: "cloud.example.com", proxy: "proxy:3128", schemes: []))
  }

  /// Its words may have the whole URL in them: also where libcurl reads the exceptions otherwise
  /// than we do.
  @Test(
    "An error with a proxy shows no text of libcurl", arguments: [4, 5, 7, 97] as [Int32],
    ["", "*,x", "*", "cloud.example.com"])
  func whereThereIsAProxyTheWordsOfLibcurlAreNotShown(code: Int32, exceptions: String) throws {
    let proxy = "foo://bob:S3c/ret@proxy:3128"
    let problem = try problem(
      code, "Unsupported proxy scheme for '\(proxy)'", proxy: proxy, exceptions: exceptions)
    let words = [problem.errorDescription, problem.recoverySuggestion].compactMap(\.self).joined()
    #expect(problem.category == .unreachable)
    for part in ["bob", "S3c", "ret@"] { #expect(!words.contains(part), "\(words)") }
  }

  @Test("Too many open files aren't reported as a network error")
  func thatTooManyFilesAreOpenIsNoMatterOfTheNetwork() throws {
    for code in [EMFILE, ENFILE] {
      let problem = try problem(7, "Couldn't connect to server", systemError: code)
      #expect(problem == .tooManyFiles)
      #expect(problem.recoverySuggestion?.contains("ulimit -n") == true)
    }
  }

  // MARK: By number

  private static let host = "cloud.example.com"
  private static let place = "https://cloud.example.com/"

  private static let meanings: [(codes: [Int32], problem: HTTPError)] = [
    ([3], .unsendable(reason: "words")), ([6], .nameNotFound(host: host)),
    ([1, 5, 7, 8, 97], .unreachable(host: host, reason: "words")),
    ([28], .timedOut(host: host, .connecting, seconds: 10)),
    (
      [35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98],
      .notSecured(host: host, reason: "words")
    ),
    ([16, 18, 92, 95], .cutShort(place)), ([61], .undecodable(place)),
    ([2, 4, 27, 43, 99], .libraryFailed("words")),
  ]

  @Test("Every error code of libcurl has its HTTP error", arguments: meanings, [false, true])
  func everyNumberHasItsMeaning(meaning: (codes: [Int32], problem: HTTPError), hasAnswered: Bool)
    throws
  {
    for code in meaning.codes {
      #expect(
        try problem(code, "words", hasAnswered: hasAnswered) == meaning.problem, "\(code)")
    }
  }

  @Test(
    "A connection closed after the first byte is cut short", arguments: [52, 55, 56] as [Int32])
  func aConnectionThatEndsBehindTheFirstByteIsCutShort(code: Int32) throws {
    #expect(try problem(code, "words", hasAnswered: true) == .cutShort(Self.place))
  }

  @Test("A failed connection reports the system's error")
  func theSystemsErrorSaysWhyNoConnectionIsMade() throws {
    #expect(try problem(7, "words", systemError: ECONNREFUSED) == .refused(host: Self.host))
    #expect(
      try problem(7, "words", systemError: ENETUNREACH)
        == .unreachable(host: Self.host, reason: String(cString: strerror(ENETUNREACH))))
  }

  @Test("A failed connection reports the proxy's part") func aProxysPartInAFailureIsSaid() throws {
    func reason(
      _ code: Int32, systemError: Int32 = 0, status: Int = 0, proxy: String = "http://proxy:3128"
    ) throws -> String? {
      let problem = try problem(
        code, "words", systemError: systemError, proxyStatus: status, proxy: proxy)
      guard case .unreachable(Self.host, let reason) = problem else { return nil }
      return reason
    }
    #expect(try reason(5) == "there is no proxy named proxy:3128")
    #expect(
      try reason(7, systemError: ECONNREFUSED) == "the proxy proxy:3128 refused the connection")
    let words = String(cString: strerror(ENETUNREACH))
    #expect(try reason(7, systemError: ENETUNREACH) == "the proxy proxy:3128: \(words)")
    #expect(try reason(7) == "the proxy proxy:3128 can't be reached")
    #expect(try reason(97) == "the proxy proxy:3128 can't be reached")
    #expect(try reason(4) == "no connection, directly or through the proxy")
    // Its answer is no failure of its own where it let the connection through.
    #expect(
      try [199, 200, 299, 300].map { try reason(56, status: $0) } == [
        "the proxy proxy:3128 answered 199", nil, nil, "the proxy proxy:3128 answered 300",
      ])
    // libcurl may know of one that we take for none.
    #expect(try reason(56, status: 403, proxy: "") == "the proxy answered 403")
  }

  @Test("HTTP errors report the configured limits, seconds rounded up")
  func limitsAreSaidAsTheyAreSetAndHalfASecondAsAWholeOne() throws {
    let hop = try RedirectStep(
      HTTPRequest(try #require(URL(string: Self.place))), allowsHTTP: false)
    var configuration = LibcurlTransport.Configuration()
    configuration.idleTimeout = .milliseconds(1500)
    configuration.slowness = .milliseconds(2001)
    configuration.connectTimeout = .seconds(3)
    configuration.sizeLimit = 7 << 20
    configuration.authorityFile = "lab.pem"
    func problem(_ failure: TransferFailure) -> HTTPError {
      HTTPError(failure, of: hop, configuration)
    }
    func curl(_ code: Int32) -> TransferFailure {
      .curl(
        CurlFailure(
          code: code, reason: "words", systemError: 0, verification: 0, verificationReason: nil,
          proxyStatus: 0, hasResponded: false))
    }
    #expect(problem(.silent) == .timedOut(host: Self.host, .responding, seconds: 2))
    #expect(problem(.slow) == .timedOut(host: Self.host, .receiving, seconds: 3))
    #expect(problem(curl(28)) == .timedOut(host: Self.host, .connecting, seconds: 3))
    #expect(problem(.tooLarge) == .tooLarge(Self.place, limit: 7 << 20))
    #expect(problem(.headTooLarge) == .tooLarge(Self.place, limit: Transfer.headLimit))
    #expect(problem(curl(77)) == .unreadableAuthority(file: "lab.pem"))
    #expect(problem(.cancelled) == .cancelled && problem(.tooManyFiles) == .tooManyFiles)
    #expect(problem(.missingLibrary("libcurl")) == .missingLibrary("libcurl"))
    #expect(problem(.libraryFailed("words")) == .libraryFailed("words"))
  }

  @Test("OpenSSL's verification result is the reason of a trust failure")
  func openSSLsVerdictIsTheReasonOfADistrust() {
    func failure(_ verdict: Int, code: Int32 = 60, words: String? = nil) -> CurlFailure {
      CurlFailure(
        code: code, reason: "curl's words", systemError: 0, verification: verdict,
        verificationReason: words, proxyStatus: 0, hasResponded: false)
    }
    let meanings: [(verdicts: [Int], distrust: HTTPError.TrustFailure)] = [
      ([18], .selfSigned), ([2, 19, 20, 21, 27], .unknownIssuer), ([10], .expired),
      ([9], .notYetValid), ([0, 1, 62, 64], .wrongName),
      ([3, 17, 23, 28, 63, 65], .other("curl's words")),
    ]
    for (verdicts, distrust) in meanings {
      for verdict in verdicts { #expect(HTTPError.TrustFailure(failure(verdict)) == distrust) }
    }
    #expect(HTTPError.TrustFailure(failure(23, words: "revoked")) == .other("revoked"))
    #expect(
      [50, 51, 52, 59, 60, 61].map { failure(0, code: $0).isTrustFailure }
        == [false, true, false, false, true, false])
    #expect(
      [60, 89, 90, 91].map { failure(0, code: $0).isChangedKey }
        == [false, false, true, false])
  }
}
