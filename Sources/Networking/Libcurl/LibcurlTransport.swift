public import FoundationEssentials
import Glibc

/// A transport that sends requests to a real server with libcurl. Create one for each server and
/// user, because it stores their session cookies.
///
/// Certificates are always verified: a server's certificate must be valid, or, if the user trusts a
/// certificate of this server, have exactly the key of that one. Otherwise nothing is sent, and the
/// error usually contains the certificate. The first request or check loads libcurl. Connections
/// are reused until the transport is released.
public final class LibcurlTransport: HTTPTransport {
  private let configuration: Configuration
  private let queue: TransferQueue

  /// Creates a transport with settings. The library isn't loaded until the first request.
  ///
  ///     LibcurlTransport(configuration)
  public init(_ configuration: Configuration = Configuration(), libcurl: Libcurl = .system) {
    self.configuration = configuration
    queue = TransferQueue(configuration, libcurl: libcurl)
  }

  deinit { queue.push(.stop) }

  /// Sends a request, and returns the response, whatever its status.
  ///
  /// A GET follows at most five redirects within the server's origin. Throws `HTTPError`, or
  /// `TrustError` if the trusted certificates can't be read.
  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var step = try RedirectStep(request, allowsHTTP: configuration.allowsHTTP)
    for _ in 0...5 {
      let response = try await response(to: step)
      guard let next = try step.redirected(by: response) else { return response }
      step = next
    }
    throw HTTPError.tooManyRedirects(request.url.location)
  }

  public nonisolated(nonsending) func forgetCookies() async {
    queue.push(.forgetCookies)
  }

  public nonisolated(nonsending) func check(_ url: URL) async throws {
    let step = try RedirectStep(HTTPRequest(url), allowsHTTP: configuration.allowsHTTP).inspection
    _ = try await reply(to: step) { .handshake(trustedKey: $0) }
  }

  /// Returns the certificate that a server presents, whether it is trusted or not, so that the user
  /// can inspect it. Throws `HTTPError`.
  public nonisolated(nonsending) func certificate(of url: URL) async throws -> Certificate {
    let step = try RedirectStep(HTTPRequest(url), allowsHTTP: false).inspection
    do throws(TransferFailure) {
      guard case .certificate(let found) = try await queue.reply(to: step) else {
        preconditionFailure("a hop that asks for a certificate gets one")
      }
      return found
    } catch {
      throw HTTPError(error, of: step, configuration)
    }
  }

  private nonisolated(nonsending) func response(to step: RedirectStep) async throws -> HTTPResponse
  {
    guard case .response(let response) = try await reply(to: step, { .response(trustedKey: $0) })
    else {
      preconditionFailure("a hop that asks for an answer gets one")
    }
    // For unencrypted requests the proxy itself sends the response.
    if response.outcome == .proxyLogin,
      let proxy = configuration.proxies.name(before: step.address)
    {
      throw HTTPError.proxyLogin(
        host: step.address.name, proxy: proxy,
        schemes: AuthenticationSchemes(response.headers, "Proxy-Authenticate").names)
    }
    return response
  }

  private nonisolated(nonsending) func reply(
    to step: RedirectStep, _ purpose: (_ trustedKey: String?) -> RedirectStep.Purpose
  ) async throws -> TransferReply {
    var step = step
    let trusted =
      step.address.isEncrypted
      ? try configuration.trustedServers?.certificate(for: step.address.origin) : nil
    if step.address.isEncrypted, trusted == nil, configuration.authorityFile == nil {
      try configuration.environmentAuthorities.requireReadable()
    }
    step.purpose = purpose(trusted?.publicKey)
    do throws(TransferFailure) {
      return try await queue.reply(to: step)
    } catch {
      if case .curl(let failure) = error, failure.isTrustFailure || failure.isChangedKey {
        throw await trustError(failure, of: step, trusted: trusted)
      }
      throw HTTPError(error, of: step, configuration)
    }
  }

  /// A date outside the certificate's validity takes precedence over its issuer.
  private func trustFailure(_ failure: CurlFailure, of found: Certificate) -> HTTPError.TrustFailure
  {
    let trustFailure = HTTPError.TrustFailure(failure)
    guard trustFailure == .selfSigned || trustFailure == .unknownIssuer else { return trustFailure }
    let now = Int(time(nil))
    if let end = found.validUntilTimestamp, end < now { return .expired }
    if let beginning = found.validFromTimestamp, beginning > now { return .notYetValid }
    guard trustFailure == .unknownIssuer, let authorities = configuration.authorityText else {
      return trustFailure
    }
    return .unknownTo(authorities: authorities)
  }

  private nonisolated(nonsending) func trustError(
    _ failure: CurlFailure, of step: RedirectStep, trusted: Certificate?
  ) async -> HTTPError {
    let server = step.address.origin
    do throws(TransferFailure) {
      guard case .certificate(let found) = try await queue.reply(to: step.inspection) else {
        preconditionFailure("a hop that asks for a certificate gets one")
      }
      if failure.isChangedKey, let trusted {
        return .changedCertificate(server: server, trusted: trusted, found: found)
      }
      return .untrusted(server: server, found, trustFailure(failure, of: found))
    } catch .cancelled {
      return .cancelled
    } catch .missingLibrary(let name) {
      return .missingLibrary(name)
    } catch {
      return .notSecured(host: step.address.name, reason: failure.reason)
    }
  }
}
