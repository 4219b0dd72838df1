import CLibcurl
import Foundation

/// The reason why a transfer failed, independent of its purpose.
enum TransferFailure: Error, Hashable, Sendable {
  case cancelled
  /// The transfer failed, because no byte was received for `idleTimeout` after connecting.
  case silent
  case tooLarge
  case headTooLarge
  case slow
  case missingLibrary(String)
  case libraryFailed(String)
  /// libcurl couldn't be loaded, because the process has too many open files.
  case tooManyFiles
  case curl(CurlFailure)
}

struct CurlFailure: Hashable, Sendable {
  let code: Int32
  /// Without a full stop.
  let reason: String
  /// 0 unless connecting failed.
  let systemError: Int32
  /// 0 for failures that aren't about the certificate.
  let verification: Int
  let verificationReason: String?
  /// The status in response to CONNECT; 0 without one.
  let proxyStatus: Int
  let hasResponded: Bool
  var proxySchemes: [String] = []
}

extension CurlFailure {
  var isTrustFailure: Bool { code == 60 || code == 51 }

  var isChangedKey: Bool { code == 90 }
}

extension HTTPError {
  init(
    _ failure: TransferFailure, of step: RedirectStep,
    _ configuration: LibcurlTransport.Configuration
  ) {
    switch failure {
    case .cancelled: self = .cancelled
    case .silent:
      self = .timedOut(
        host: step.address.name, .responding, seconds: configuration.idleTimeout.wholeSeconds)
    case .slow:
      self = .timedOut(
        host: step.address.name, .receiving, seconds: configuration.slowness.wholeSeconds)
    case .tooLarge: self = .tooLarge(step.url.location, limit: configuration.sizeLimit)
    case .headTooLarge: self = .tooLarge(step.url.location, limit: Transfer.headLimit)
    case .missingLibrary(let name): self = .missingLibrary(name)
    case .tooManyFiles: self = .tooManyFiles
    case .libraryFailed(let reason): self = .libraryFailed(reason)
    case .curl(let failure): self.init(failure, of: step, configuration)
    }
  }

  // Numbers of CURLcode, which are part of the ABI. Those for an untrusted certificate (51, 60, 90)
  // get here only if the certificate couldn't be inspected.
  private init(
    _ failure: CurlFailure, of step: RedirectStep, _ configuration: LibcurlTransport.Configuration
  ) {
    let host = step.address.name
    // The proxy refused, not the server.
    if failure.proxyStatus == 407 {
      self = .proxyLogin(
        host: host, proxy: configuration.proxies.name(before: step.address),
        schemes: failure.proxySchemes)
      return
    }
    if let reason = failure.reason(of: configuration.proxies.name(before: step.address)) {
      self = .unreachable(host: host, reason: reason)
      return
    }
    let hasProxy = !configuration.proxies.proxy(scheme: step.address.scheme).isEmpty
    switch failure.code {
    case _ where [EMFILE, ENFILE].contains(failure.systemError): self = .tooManyFiles
    case 3: self = .unsendable(reason: failure.reason)
    case 6: self = .nameNotFound(host: host)
    case 7 where failure.systemError == ECONNREFUSED: self = .refused(host: host)
    case 7 where failure.systemError != 0:
      self = .unreachable(host: host, reason: String(cString: strerror(failure.systemError)))
    // Not libcurl's text, which may contain the proxy's URL with its password, even if we except
    // the host and libcurl doesn't. 4: a kind of proxy that this libcurl was built without.
    case _ where hasProxy && [4, 5, 7, 97].contains(failure.code):
      self = .unreachable(host: host, reason: "no connection, directly or through the proxy")
    case 5, 7, 97: self = .unreachable(host: host, reason: failure.reason)
    case 28:
      self = .timedOut(
        host: host, .connecting, seconds: configuration.connectTimeout.wholeSeconds)
    case 77:
      self =
        configuration.authorityText.map { .unreadableAuthority(file: $0) }
        ?? .notSecured(host: host, reason: failure.reason)
    case 35 where failure.isAboutAnotherProtocol: self = .speaksHTTP(host: host)
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 80, 82, 83, 90, 91, 98:
      self = .notSecured(host: host, reason: failure.reason)
    // 52, or another code if the connection was reset or closed without TLS's close_notify.
    case _ where [52, 55, 56].contains(failure.code) && !failure.hasResponded:
      self = .hungUp(host: host)
    case 16, 18, 52, 55, 56, 92, 95: self = .cutShort(step.url.location)
    case 61: self = .undecodable(step.url.location)
    // The response isn't HTTP.
    case 1, 8: self = .unreachable(host: host, reason: failure.reason)
    default: self = .libraryFailed(failure.reason)
    }
  }
}

extension CurlFailure {
  /// `nil` if the proxy didn't cause the failure. The proxy's status is checked first: libcurl's
  /// code for its refusal, and its text for an unreachable proxy, differ between releases.
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

  /// libcurl passes OpenSSL's error on as text only. It contains the number, as in
  /// `error:0A00010B:`, whose last twelve bits are the reason in every release.
  fileprivate var isAboutAnotherProtocol: Bool {
    let numbers = reason.split(separator: ":").filter { $0.count == 8 }
      .compactMap { UInt32($0, radix: 16) }
    // SSL_R_HTTPS_PROXY_REQUEST, HTTP_REQUEST, PACKET_LENGTH_TOO_LONG, UNKNOWN_PROTOCOL and
    // WRONG_VERSION_NUMBER.
    return numbers.contains { [155, 156, 198, 252, 267].contains($0 & 0xFFF) }
  }
}

extension HTTPError.TrustFailure {
  /// The numbers of X509_V_ERR are part of OpenSSL's ABI.
  init(_ failure: CurlFailure) {
    switch failure.verification {
    case 18: self = .selfSigned
    // The issuer is missing (2, 20, 21, 27), or only self-signed (19).
    case 2, 19, 20, 21, 27: self = .unknownIssuer
    case 10: self = .expired
    case 9: self = .notYetValid
    case 62, 64: self = .wrongName
    // OpenSSL found no fault (0), or wasn't asked yet (1): curl itself compared the names.
    case 0, 1: self = .wrongName
    default: self = .other(failure.verificationReason ?? failure.reason)
    }
  }
}

extension Duration {
  /// Rounded up.
  fileprivate var wholeSeconds: Int { Int((self / .seconds(1)).rounded(.up)) }
}
