import Foundation

/// Asks real servers, over libcurl. One is for one server and one user: its cookies are their session.
///
/// A server's certificate is verified always, or else it has the very key that the person trusts; neither is ever off. Where it
/// isn't trusted nothing is sent, and the problem that is thrown shows the certificate. The library is opened by the first
/// request. Connections are kept and used again, until nobody holds the transport any more.
public final class LibcurlTransport: HTTPTransport {
  private let configuration: Configuration
  private let queue: TransferQueue

  public init(_ configuration: Configuration = Configuration(), libcurl: Libcurl = .system) {
    self.configuration = configuration
    queue = TransferQueue(configuration, libcurl: libcurl)
  }

  deinit { queue.push(.stop) }

  /// The answer, after at most five redirects, of which only a GET follows any. Throws `HTTPProblem`, or `TrustProblem` where it
  /// can't be read what the person trusts.
  public nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var hop = try Hop(request, allowsHTTP: configuration.allowsHTTP)
    for _ in 0...5 {
      let response = try await response(to: hop)
      guard let next = try hop.redirected(by: response) else { return response }
      hop = next
    }
    throw HTTPProblem.tooManyRedirects(request.url.place)
  }

  public nonisolated(nonsending) func forgetCookies() async {
    queue.push(.forgetCookies)
  }

  private nonisolated(nonsending) func response(to hop: Hop) async throws -> HTTPResponse {
    var hop = hop
    let trusted =
      hop.address.isEncrypted
      ? try configuration.trustedServers?.certificate(for: hop.address.origin) : nil
    hop.purpose = .answer(trustedKey: trusted?.publicKey)
    do throws(TransferFailure) {
      guard case .answer(let response) = try await queue.reply(to: hop) else {
        preconditionFailure("a hop that asks for an answer gets one")
      }
      return response
    } catch {
      if case .curl(let failure) = error, failure.isDistrust || failure.isChangedKey {
        throw await distrust(failure, of: hop, trusted: trusted)
      }
      throw HTTPProblem(error, of: hop, configuration)
    }
  }

  /// The problem with a certificate, and the certificate.
  private nonisolated(nonsending) func distrust(
    _ failure: CurlFailure, of hop: Hop, trusted: Certificate?
  ) async -> HTTPProblem {
    let server = hop.address.origin
    do throws(TransferFailure) {
      guard case .certificate(let found) = try await queue.reply(to: hop.inspection) else {
        preconditionFailure("a hop that asks for a certificate gets one")
      }
      if failure.isChangedKey, let trusted {
        return .changedCertificate(server: server, trusted: trusted, found: found)
      }
      return .untrusted(server: server, found, HTTPProblem.Distrust(failure))
    } catch .cancelled {
      return .cancelled
    } catch .missingLibrary(let name) {
      return .missingLibrary(name)
    } catch {
      return .notSecured(host: hop.address.name, reason: failure.reason)
    }
  }
}
