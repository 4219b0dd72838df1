import Foundation

extension LibcurlTransport {
  /// How a server is reached, and how long and how much is waited for.
  public struct Configuration: Sendable {
    /// A PEM file of authorities that are believed instead of the system's own.
    public var authorityFile: String?
    /// The certificates that the person trusts, by server; nil if there is nowhere to keep them.
    public var trustedServers: TrustedServers?
    /// For example "it-IT, it;q=0.9, en;q=0.8".
    public var acceptLanguage: String?
    /// For example "cloudburst/0.3".
    public var userAgent: String?
    /// Until there is a connection, its encryption included.
    public var connectTimeout = Duration.seconds(10)
    /// Without a byte from the server.
    public var idleTimeout = Duration.seconds(30)
    /// The largest body, in bytes, decompressed.
    public var sizeLimit = 256 << 20
    /// Whether an `http` address is asked at all. Everybody on the line can read along then.
    public var allowsHTTP = false
    /// How many requests are under way at once; the others wait, and their time-outs with them.
    public var concurrentRequests = 6
    public var proxies = Proxies(environment: ProcessInfo.processInfo.environment)

    public init() {}
  }
}
