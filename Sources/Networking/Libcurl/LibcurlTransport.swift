public import Foundation

/// Asks real servers, over libcurl. A transport is for one server and one user: its cookies are their session.
///
/// A server's certificate is verified always, or else it has the very key that the person trusts; neither is ever off. Where it
/// isn't trusted nothing is sent, and the problem that is thrown shows the certificate. The library is opened by the first
/// request. Connections are kept and used again, until nobody holds the transport any more.
public final class LibcurlTransport: HTTPTransport {
  private let configuration: Configuration
  private let queue: TransferQueue

  /// A transport; nothing is opened yet.
  ///
  ///     LibcurlTransport(configuration)
  public init(_ configuration: Configuration = Configuration(), libcurl: Libcurl = .system) {
    self.configuration = configuration
    queue = TransferQueue(configuration, libcurl: libcurl)
  }

  deinit { queue.push(.stop) }

  /// Returns the answer, after at most five redirects within the same origin, which only a GET follows. Throws `HTTPError`, or
  /// `TrustError` if the trusted certificates can't be read.
  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var hop = try RedirectStep(request, allowsHTTP: configuration.allowsHTTP)
    for _ in 0...5 {
      let response = try await response(to: hop)
      guard let next = try hop.redirected(by: response) else { return response }
      hop = next
    }
    throw HTTPError.tooManyRedirects(request.url.place)
  }

  public nonisolated(nonsending) func forgetCookies() async {
    queue.push(.forgetCookies)
  }

  public nonisolated(nonsending) func check(_ url: URL) async throws {
    let hop = try RedirectStep(HTTPRequest(url), allowsHTTP: configuration.allowsHTTP).inspection
    _ = try await reply(to: hop) { .handshake(trustedKey: $0) }
  }

  /// The certificate that a server presents, whether it is trusted or not. Throws `HTTPError`.
  public nonisolated(nonsending) func certificate(of url: URL) async throws -> Certificate {
    let hop = try RedirectStep(HTTPRequest(url), allowsHTTP: false).inspection
    do throws(TransferFailure) {
      guard case .certificate(let found) = try await queue.reply(to: hop) else {
        preconditionFailure("a hop that asks for a certificate gets one")
      }
      return found
    } catch {
      throw HTTPError(error, of: hop, configuration)
    }
  }

  private nonisolated(nonsending) func response(to hop: RedirectStep) async throws -> HTTPResponse {
    guard case .answer(let response) = try await reply(to: hop, { .answer(trustedKey: $0) }) else {
      preconditionFailure("a hop that asks for an answer gets one")
    }
    // To a request in clear it is the proxy itself that answers so.
    if response.outcome == .proxyLogin,
      let proxy = configuration.proxies.name(before: hop.address)
    {
      throw HTTPError.proxyLogin(
        host: hop.address.name, proxy: proxy,
        schemes: AuthenticationSchemes(response.headers, "Proxy-Authenticate").names)
    }
    return response
  }

  /// The reply to a hop for a purpose with the key that is trusted.
  private nonisolated(nonsending) func reply(
    to hop: RedirectStep, _ purpose: (_ trustedKey: String?) -> RedirectStep.Purpose
  ) async throws -> TransferReply {
    var hop = hop
    let trusted =
      hop.address.isEncrypted
      ? try configuration.trustedServers?.certificate(for: hop.address.origin) : nil
    if hop.address.isEncrypted, trusted == nil, configuration.authorityFile == nil {
      try configuration.environmentAuthorities.requireReadable()
    }
    hop.purpose = purpose(trusted?.publicKey)
    do throws(TransferFailure) {
      return try await queue.reply(to: hop)
    } catch {
      if case .curl(let failure) = error, failure.isDistrust || failure.isChangedKey {
        throw await distrust(failure, of: hop, trusted: trusted)
      }
      throw HTTPError(error, of: hop, configuration)
    }
  }

  /// The reason for a distrust. A certificate that is out of date is said to be so, whoever has signed it.
  private func distrust(_ failure: CurlFailure, of found: Certificate) -> HTTPError.TrustFailure {
    let distrust = HTTPError.TrustFailure(failure)
    guard distrust == .selfSigned || distrust == .unknownIssuer else { return distrust }
    let now = Int(time(nil))
    if let end = found.validUntilTimestamp, end < now { return .expired }
    if let beginning = found.validFromTimestamp, beginning > now { return .notYetValid }
    guard distrust == .unknownIssuer, let words = configuration.authorityWords else {
      return distrust
    }
    return .unknownTo(authorities: words)
  }

  /// The problem with a certificate, and the certificate.
  private nonisolated(nonsending) func distrust(
    _ failure: CurlFailure, of hop: RedirectStep, trusted: Certificate?
  ) async -> HTTPError {
    let server = hop.address.origin
    do throws(TransferFailure) {
      guard case .certificate(let found) = try await queue.reply(to: hop.inspection) else {
        preconditionFailure("a hop that asks for a certificate gets one")
      }
      if failure.isChangedKey, let trusted {
        return .changedCertificate(server: server, trusted: trusted, found: found)
      }
      return .untrusted(server: server, found, distrust(failure, of: found))
    } catch .cancelled {
      return .cancelled
    } catch .missingLibrary(let name) {
      return .missingLibrary(name)
    } catch {
      return .notSecured(host: hop.address.name, reason: failure.reason)
    }
  }
}
