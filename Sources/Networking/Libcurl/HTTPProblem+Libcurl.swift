import CLibcurl
import Foundation

extension HTTPProblem {
  /// What a failed transfer means to somebody who asked a server something.
  init(
    _ failure: TransferFailure, of hop: Hop, _ configuration: LibcurlTransport.Configuration
  ) {
    switch failure {
    case .cancelled: self = .cancelled
    case .silent:
      self = .timedOut(
        host: hop.address.name, .answering, seconds: configuration.idleTimeout.wholeSeconds)
    case .tooLarge: self = .tooLarge(hop.url.place, limit: configuration.sizeLimit)
    case .missingLibrary(let name): self = .missingLibrary(name)
    case .libraryFailed(let reason): self = .libraryFailed(reason)
    case .curl(let failure): self.init(failure, of: hop, configuration)
    }
  }

  // Numbers of CURLcode: they belong to the ABI. Those for a certificate that isn't trusted (51, 60, 90) come here only if it
  // couldn't be looked at.
  private init(
    _ failure: CurlFailure, of hop: Hop, _ configuration: LibcurlTransport.Configuration
  ) {
    let host = hop.address.name
    let hasProxy = !configuration.proxies.proxy(scheme: hop.address.scheme).isEmpty
    switch failure.code {
    case 3: self = .unsendable(reason: failure.reason)
    case 6: self = .nameNotFound(host: host)
    // Behind a proxy it isn't the server that refuses, and libcurl names who does.
    case 7 where failure.systemError == ECONNREFUSED && !hasProxy: self = .refused(host: host)
    case 7 where failure.systemError != 0 && !hasProxy:
      self = .unreachable(host: host, reason: String(cString: strerror(failure.systemError)))
    case 5, 7, 97: self = .unreachable(host: host, reason: failure.reason)
    case _ where failure.proxyStatus != 0 && !(200...299).contains(failure.proxyStatus):
      self = .unreachable(host: host, reason: "the proxy answered \(failure.proxyStatus)")
    case 28:
      self = .timedOut(
        host: host, .connecting, seconds: configuration.connectTimeout.wholeSeconds)
    case 77:
      self =
        configuration.authorityFile.map { .unreadableAuthority(file: $0) }
        ?? .notSecured(host: host, reason: failure.reason)
    case 35 where hasNoTLS(failure.reason): self = .speaksHTTP(host: host)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 80, 82, 83, 90, 91, 98:
      self = .notSecured(host: host, reason: failure.reason)
    case 16, 18, 52, 55, 56, 92, 95: self = .cutShort(hop.url.place)
    case 61: self = .undecodable(hop.url.place)
    // It isn't HTTP what comes.
    case 1, 8: self = .unreachable(host: host, reason: failure.reason)
    default: self = .libraryFailed(failure.reason)
    }
  }
}

/// Whether OpenSSL read something else than TLS. Its number for that differs between releases, its words hardly do.
private func hasNoTLS(_ reason: String) -> Bool {
  ["wrong version number", "packet length too long"].contains { reason.contains($0) }
}

extension HTTPProblem.Distrust {
  /// Numbers of X509_V_ERR, which belong to OpenSSL's ABI.
  init(_ failure: CurlFailure) {
    let prefix = "SSL certificate problem: "
    let isOpenSSLs = failure.reason.hasPrefix(prefix)
    switch failure.verification {
    case 18: self = .selfSigned
    // The issuer isn't there (2, 20, 21, 27), or is but signed by itself (19).
    case 2, 19, 20, 21, 27: self = .unknownIssuer
    case 10: self = .expired
    case 9: self = .notYetValid
    case 62, 64: self = .wrongName
    // OpenSSL had nothing against it (0), or curl didn't ask yet (1): it was curl who compared the names.
    case 0 where !isOpenSSLs, 1 where !isOpenSSLs: self = .wrongName
    default:
      self = .other(isOpenSSLs ? String(failure.reason.dropFirst(prefix.count)) : failure.reason)
    }
  }
}

extension Duration {
  /// Rounded up.
  fileprivate var wholeSeconds: Int { Int((self / .seconds(1)).rounded(.up)) }
}
