import Foundation

extension LibcurlTransport {
  /// The way to a server, and the limits of time and size.
  public struct Configuration: Sendable {
    /// A PEM file of authorities that are believed instead of the system's own.
    public var authorityFile: String?
    /// The authorities that are believed where there is no `authorityFile`, by default those of the process's environment.
    public var environmentAuthorities = EnvironmentAuthorities(
      ProcessInfo.processInfo.environment)
    /// The certificates that the person trusts, by server; nil if there is nowhere to keep them.
    public var trustedServers: TrustedServers?
    /// The languages to ask for, for example "it-IT, it;q=0.9, en;q=0.8"; nil for none.
    public var acceptLanguage: String?
    /// The name of the application, for example "cloudburst/0.3"; nil for none.
    public var userAgent: String?
    /// The time limit for a connection, its encryption included.
    public var connectTimeout = Duration.seconds(10)
    /// The time limit without a byte from the server.
    public var idleTimeout = Duration.seconds(30)
    /// The time that an answer may go below `minimumRate` on average, from its first line on.
    public var slowness = Duration.seconds(60)
    /// The least rate in bytes a second: far below any line that a person would work on.
    public var minimumRate = 256
    /// The largest body, in bytes, decompressed.
    public var sizeLimit = 128 << 20
    /// True if `http` addresses may be asked. Everybody on the line can read along then.
    public var allowsHTTP = false
    /// The number of requests that are under way at once; the others wait, and their time-outs with them.
    public var concurrentRequests = 6
    /// The proxies, by default those of the process's environment.
    public var proxies = Proxies(environment: ProcessInfo.processInfo.environment)

    /// The defaults.
    ///
    ///     var configuration = LibcurlTransport.Configuration()
    ///     configuration.userAgent = "cloudburst/0.3"
    public init() {}

    /// The authorities that the user or the environment has chosen, for messages; nil for the system's own.
    var authorityWords: String? { authorityFile ?? environmentAuthorities.words }
  }
}
