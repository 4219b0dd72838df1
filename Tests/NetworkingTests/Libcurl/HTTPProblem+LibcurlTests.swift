import Foundation
import Testing

@testable import Networking

/// Failures as several releases of libcurl and OpenSSL tell them.
@Suite struct HTTPProblemOfLibcurlTests {
  private func problem(
    _ code: Int32, _ reason: String, systemError: Int32 = 0, proxyStatus: Int = 0,
    proxy: String = "", exceptions: String = "", hasAnswered: Bool = false
  ) throws -> HTTPProblem {
    let url = try #require(URL(string: "https://cloud.example.com/"))
    var configuration = LibcurlTransport.Configuration()
    configuration.proxies = Proxies(environment: [
      "https_proxy": proxy, "no_proxy": exceptions,
    ])
    return HTTPProblem(
      .curl(
        CurlFailure(
          code: code, reason: reason, systemError: systemError, verification: 0,
          verificationReason: nil, proxyStatus: proxyStatus, hasAnswered: hasAnswered)),
      of: try Hop(HTTPRequest(url), allowsHTTP: false), configuration)
  }

  @Test(arguments: [
    "error:0A00010B:SSL routines::wrong version number",
    "TLS connect error: error:0A00010B:SSL routines::wrong version number",
    "error:1408F10B:SSL routines:ssl3_get_record:wrong version number",
    "error:0A0000C6:SSL routines::packet length too long",
    "TLS connect error: error:0A0000C6:SSL routines::some other words",
  ]) func whoeverSpeaksNoTLSIsToldByOpenSSLsNumber(reason: String) throws {
    #expect(try problem(35, reason) == .speaksHTTP(host: "cloud.example.com"))
  }

  @Test(arguments: [
    "TLS connect error: error:0A000410:SSL routines::ssl/tls alert handshake failure",
    "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to cloud.example.com:443", "",
  ]) func anyOtherFailureToSecureAConnectionIsNoneOfThose(reason: String) throws {
    #expect(
      try problem(35, reason) == .notSecured(host: "cloud.example.com", reason: reason))
  }

  /// 52 in the clear; 56 where the farewell of TLS is missing, or the connection was reset.
  @Test(arguments: [52, 55, 56] as [Int32])
  func aServerThatHangsUpBeforeItsFirstByteIsNotReached(code: Int32) throws {
    let problem = try problem(code, "Empty reply from server")
    #expect(problem == .hungUp(host: "cloud.example.com"))
    #expect(problem.isOffline)
    #expect(
      problem.errorDescription == "Connection closed without an answer: cloud.example.com.")
  }

  @Test(arguments: [18, 56] as [Int32])
  func anAnswerThatBreaksOffIsABadOne(code: Int32) throws {
    let problem = try problem(code, "transfer closed", hasAnswered: true)
    #expect(problem == .cutShort("https://cloud.example.com/"))
    #expect(!problem.isOffline)
  }

  /// 56 in libcurl 7.88, 7 in 8.23.
  @Test(arguments: [7, 56] as [Int32]) func aProxysAnswerComesBeforeTheCode(code: Int32) throws {
    #expect(
      try problem(
        code, "CONNECT tunnel failed, response 407", systemError: ECONNREFUSED, proxyStatus: 407,
        proxy: "http://luca:geheim@proxy:3128")
        == .unreachable(host: "cloud.example.com", reason: "the proxy proxy:3128 answered 407"))
  }

  /// Its words may have the whole URL in them: also where libcurl reads the exceptions otherwise than we do.
  @Test(arguments: [4, 5, 7, 97] as [Int32], ["", "*,x", "*", "cloud.example.com"])
  func whereThereIsAProxyTheWordsOfLibcurlAreNotShown(code: Int32, exceptions: String) throws {
    let proxy = "foo://bob:S3c/ret@proxy:3128"
    let problem = try problem(
      code, "Unsupported proxy scheme for '\(proxy)'", proxy: proxy, exceptions: exceptions)
    let words = [problem.errorDescription, problem.recoverySuggestion].compactMap(\.self).joined()
    #expect(problem.isOffline)
    for part in ["bob", "S3c", "ret@"] { #expect(!words.contains(part), "\(words)") }
  }

  @Test func withoutAProxyLibcurlSaysItself() throws {
    #expect(
      try problem(7, "Failed to connect")
        == .unreachable(host: "cloud.example.com", reason: "Failed to connect"))
  }

  @Test func thatTooManyFilesAreOpenIsNoMatterOfTheNetwork() throws {
    for code in [EMFILE, ENFILE] {
      let problem = try problem(7, "Couldn't connect to server", systemError: code)
      #expect(problem == .tooManyFiles)
      #expect(problem.recoverySuggestion?.contains("ulimit -n") == true)
    }
  }
}
