import CLibcurl
import Foundation

extension HTTPError {
  /// The problem that a failed transfer is to somebody who asked a server something.
  init(
    _ failure: TransferFailure, of hop: RedirectStep,
    _ configuration: LibcurlTransport.Configuration
  ) {
    switch failure {
    case .cancelled: self = .cancelled
    case .silent:
      self = .timedOut(
        host: hop.address.name, .answering, seconds: configuration.idleTimeout.wholeSeconds)
    case .slow:
      self = .timedOut(
        host: hop.address.name, .arriving, seconds: configuration.slowness.wholeSeconds)
    case .tooLarge: self = .tooLarge(hop.url.place, limit: configuration.sizeLimit)
    case .headTooLarge: self = .tooLarge(hop.url.place, limit: Transfer.headLimit)
    case .missingLibrary(let name): self = .missingLibrary(name)
    case .tooManyFiles: self = .tooManyFiles
    case .libraryFailed(let reason): self = .libraryFailed(reason)
    case .curl(let failure): self.init(failure, of: hop, configuration)
    }
  }

  // Numbers of CURLcode: they belong to the ABI. Those for a certificate that isn't trusted (51, 60, 90) come here only if it
  // couldn't be looked at.
  private init(
    _ failure: CurlFailure, of hop: RedirectStep, _ configuration: LibcurlTransport.Configuration
  ) {
    let host = hop.address.name
    // Behind a proxy it isn't the server that refuses.
    if failure.proxyStatus == 407 {
      self = .proxyLogin(
        host: host, proxy: configuration.proxies.name(before: hop.address),
        schemes: failure.proxySchemes)
      return
    }
    if let reason = failure.reason(of: configuration.proxies.name(before: hop.address)) {
      self = .unreachable(host: host, reason: reason)
      return
    }
    let hasProxy = !configuration.proxies.proxy(scheme: hop.address.scheme).isEmpty
    switch failure.code {
    case _ where [EMFILE, ENFILE].contains(failure.systemError): self = .tooManyFiles
    case 3: self = .unsendable(reason: failure.reason)
    case 6: self = .nameNotFound(host: host)
    case 7 where failure.systemError == ECONNREFUSED: self = .refused(host: host)
    case 7 where failure.systemError != 0:
      self = .unreachable(host: host, reason: String(cString: strerror(failure.systemError)))
    // libcurl's words may have the proxy's whole URL in them, with its password. They do also where the server is an exception to us and
    // not to libcurl. 4: a kind of proxy that this library was built without.
    case _ where hasProxy && [4, 5, 7, 97].contains(failure.code):
      self = .unreachable(host: host, reason: "no connection, directly or through the proxy")
    case 5, 7, 97: self = .unreachable(host: host, reason: failure.reason)
    case 28:
      self = .timedOut(
        host: host, .connecting, seconds: configuration.connectTimeout.wholeSeconds)
    case 77:
      self =
        configuration.authorityWords.map { .unreadableAuthority(file: $0) }
        ?? .notSecured(host: host, reason: failure.reason)
    case 35 where failure.isAboutAnotherProtocol: self = .speaksHTTP(host: host)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 80, 82, 83, 90, 91, 98:
      self = .notSecured(host: host, reason: failure.reason)
    // 52; but another code where the connection was reset, or TLS's farewell is missing.
    case _ where [52, 55, 56].contains(failure.code) && !failure.hasAnswered:
      self = .hungUp(host: host)
    case 16, 18, 52, 55, 56, 92, 95: self = .cutShort(hop.url.place)
    case 61: self = .undecodable(hop.url.place)
    // It isn't HTTP what comes.
    case 1, 8: self = .unreachable(host: host, reason: failure.reason)
    default: self = .libraryFailed(failure.reason)
    }
  }
}

extension CurlFailure {
  /// The proxy's part in the failure, in a few words; nil if it has none, and where there is no proxy.
  ///
  /// The proxy's answer comes first: libcurl's code for a refusal differs between its releases, and so do its words for a
  /// proxy that isn't there.
  fileprivate func reason(of proxy: String?) -> String? {
    if proxyStatus != 0, !(200...299).contains(proxyStatus) {
      return "the proxy \(proxy.map { $0 + " " } ?? "")answered \(proxyStatus)"
    }
    guard let proxy else { return nil }
    switch code {
    case 5: return "there is no proxy named \(proxy)"
    case 7 where systemError == ECONNREFUSED: return "the proxy \(proxy) refused the connection"
    case 7 where systemError != 0:
      return "the proxy \(proxy): \(String(cString: strerror(systemError)))"
    case 7, 97: return "the proxy \(proxy) can't be reached"
    default: return nil
    }
  }

  /// True if OpenSSL read something else than TLS, such as an answer of plain HTTP.
  ///
  /// libcurl hands on OpenSSL's error as a text alone; in it stands the number, as `error:0A00010B:`, whose last twelve bits are
  /// the reason in every release.
  fileprivate var isAboutAnotherProtocol: Bool {
    let numbers = reason.split(separator: ":").filter { $0.count == 8 }
      .compactMap { UInt32($0, radix: 16) }
    // SSL_R_HTTPS_PROXY_REQUEST, HTTP_REQUEST, PACKET_LENGTH_TOO_LONG, UNKNOWN_PROTOCOL and WRONG_VERSION_NUMBER.
    return numbers.contains { [155, 156, 198, 252, 267].contains($0 & 0xFFF) }
  }
}

extension HTTPError.TrustFailure {
  /// The distrust behind a failure, by the numbers of X509_V_ERR, which belong to OpenSSL's ABI.
  init(_ failure: CurlFailure) {
    switch failure.verification {
    case 18: self = .selfSigned
    // The issuer isn't there (2, 20, 21, 27), or is but signed by itself (19).
    case 2, 19, 20, 21, 27: self = .unknownIssuer
    case 10: self = .expired
    case 9: self = .notYetValid
    case 62, 64: self = .wrongName
    // OpenSSL had nothing against it (0), or curl didn't ask yet (1): it was curl who compared the names.
    case 0, 1: self = .wrongName
    default: self = .other(failure.verificationReason ?? failure.reason)
    }
  }
}

extension Duration {
  /// The duration in seconds, rounded up.
  fileprivate var wholeSeconds: Int { Int((self / .seconds(1)).rounded(.up)) }
}
