import Foundation

extension LibcurlTransport {
  /// How to connect to a server, and the limits of time and size.
  public struct Configuration: Sendable {
    /// A PEM file of authorities to trust instead of the system's.
    public var authorityFile: String?
    /// The authorities to trust if there is no `authorityFile`; by default those of the process's
    /// environment.
    public var environmentAuthorities = EnvironmentAuthorities(
      ProcessInfo.processInfo.environment)
    /// The certificates that the user trusts, by server; `nil` if there is no directory to store
    /// them.
    public var trustedServers: TrustedServers?
    /// The value of Accept-Language, for example "it-IT, it;q=0.9, en;q=0.8"; `nil` for none.
    public var acceptLanguage: String?
    /// The value of User-Agent, for example "cloudburst/0.3"; `nil` for none.
    public var userAgent: String?
    /// The time limit for connecting, including the TLS handshake.
    public var connectTimeout = Duration.seconds(10)
    /// The time limit without a byte from the server.
    public var idleTimeout = Duration.seconds(30)
    /// The time for which a response may stay below `minimumRate` on average, from its first line
    /// on.
    public var slowness = Duration.seconds(60)
    /// The lowest transfer rate, in bytes per second. It is far below any usable connection.
    public var minimumRate = 256
    /// The largest body, in bytes after decompression.
    public var sizeLimit = 128 << 20
    /// Whether plain `http` is allowed, which anyone on the network can read.
    public var allowsHTTP = false
    /// The number of concurrent requests. Others wait, and their timeouts start after the wait.
    public var concurrentRequests = 6
    /// The proxies; by default those of the process's environment.
    public var proxies = Proxies(environment: ProcessInfo.processInfo.environment)

    /// Creates a configuration with the defaults.
    ///
    ///     var configuration = LibcurlTransport.Configuration()
    ///     configuration.userAgent = "cloudburst/0.3"
    public init() {}

    /// The authorities that the user or the environment has chosen, for messages; `nil` for the
    /// system's.
    var authorityWords: String? { authorityFile ?? environmentAuthorities.words }
  }
}
