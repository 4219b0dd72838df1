import Foundation

extension LibcurlTransport {
  /// The settings of a transport: trusted authorities, proxies, header values, and limits of time
  /// and size.
  public struct Configuration: Sendable {
    /// The path of a PEM file with certificate authorities to trust instead of the system's. By
    /// default `nil`: `environmentAuthorities` applies.
    public var authorityFile: String?
    /// The certificate authorities to trust if `authorityFile` is `nil`. By default, they are read
    /// from the environment variables of this process.
    public var environmentAuthorities = EnvironmentAuthorities(
      ProcessInfo.processInfo.environment)
    /// The certificates that the user trusts in addition to those signed by an authority. By
    /// default `nil`: there are none.
    public var trustedServers: TrustedServers?
    /// The value of the header Accept-Language, for example "it-IT, it;q=0.9, en;q=0.8". By default
    /// `nil`: the header isn't sent.
    public var acceptLanguage: String?
    /// The value of the header User-Agent, for example "cloudburst/0.3". By default `nil`: the
    /// header isn't sent.
    public var userAgent: String?
    /// The time limit for connecting to the server, including the TLS handshake. After it, the
    /// request fails with `HTTPError.timedOut`.
    public var connectTimeout = Duration.seconds(10)
    /// The longest time without a byte from the server. After it, the request fails with
    /// `HTTPError.timedOut`.
    public var idleTimeout = Duration.seconds(30)
    /// The time by which a response may take longer than at `minimumRate`, counted from its first
    /// line. After it, the request fails with `HTTPError.timedOut`.
    public var slowness = Duration.seconds(60)
    /// The lowest average rate at which a response should arrive, in bytes per second. A transfer
    /// fails with `HTTPError.timedOut` if it takes more than `slowness` longer than at this rate.
    public var minimumRate = 256
    /// The largest body of a response, in bytes after decompression. A request with a larger
    /// response fails with `HTTPError.tooLarge`.
    public var sizeLimit = 128 << 20
    /// Whether requests may use plain `http`. Anyone on the network can read unencrypted requests
    /// and responses, so by default they fail with `HTTPError.notEncrypted`.
    public var allowsHTTP = false
    /// The largest number of requests that are sent at the same time. Further requests wait; their
    /// timeouts start after the wait.
    public var concurrentRequests = 6
    /// The proxies through which requests are sent. By default, they are read from the environment
    /// variables of this process.
    public var proxies = Proxies(environment: ProcessInfo.processInfo.environment)

    /// Creates a configuration with the default settings.
    ///
    ///     var configuration = LibcurlTransport.Configuration()
    ///     configuration.userAgent = "cloudburst/0.3"
    public init() {}

    /// For messages; `nil` for the system's authorities.
    var authorityText: String? { authorityFile ?? environmentAuthorities.text }
  }
}

/// The certificate authorities that the user has set for all programs with environment variables.
///
/// The file is `CURL_CA_BUNDLE`, or else `SSL_CERT_FILE`; it replaces the system's file of
/// authorities. The directory is `SSL_CERT_DIR`; it replaces the system's directory. Empty
/// variables are ignored.
public struct EnvironmentAuthorities: Hashable, Sendable {
  struct Variable: Hashable {
    let name: String
    let value: String
    var text: String { "\(name)=\(value)" }
  }

  /// `nil` for the system's file.
  let file: Variable?
  /// Several directories are separated by colons; `nil` for the system's.
  let directory: Variable?

  /// Reads the certificate authorities from environment variables.
  ///
  ///     EnvironmentAuthorities(["SSL_CERT_FILE": "/etc/company.pem"])
  public init(_ environment: [String: String]) {
    func first(_ names: String...) -> Variable? {
      names.map { Variable(name: $0, value: environment[$0] ?? "") }.first { !$0.value.isEmpty }
    }
    file = first("CURL_CA_BUNDLE", "SSL_CERT_FILE")
    directory = first("SSL_CERT_DIR")
  }

  var text: String? {
    let texts = [file, directory].compactMap { $0?.text }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  /// Throws if the file, or every directory, is unreadable: OpenSSL skips those silently.
  func requireReadable() throws(HTTPError) {
    if let file, access(file.value, R_OK) != 0 { throw .unreadableAuthority(file: file.text) }
    guard let directory else { return }
    let paths = directory.value.split(separator: ":").map { String($0) }
    guard paths.contains(where: { access($0, R_OK | X_OK) == 0 }) else {
      throw .unreadableAuthority(file: directory.text)
    }
  }
}

/// The proxies that the user has set for all programs with environment variables.
///
/// The variables are `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, in lower case or
/// upper case. Only the lower-case `http_proxy` is read, because a web server passes a client's
/// header to CGI programs as `HTTP_PROXY`.
public struct Proxies: Hashable, Sendable {
  /// A configuration without proxies: requests are sent directly to every server.
  public static let none = Proxies(environment: [:])

  private let environment: [String: String]

  /// Reads the proxies from environment variables.
  ///
  ///     Proxies(environment: ["https_proxy": "http://proxy.example.com:3128"])
  public init(environment: [String: String]) {
    self.environment = environment
  }

  func proxy(scheme: String) -> String {
    let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return first(of: own + ["all_proxy", "ALL_PROXY"])
  }

  /// In libcurl's format.
  var exceptions: String { first(of: ["no_proxy", "NO_PROXY"]) }

  /// Such as "proxy.example.com:3128", without user and password. Only for messages: libcurl
  /// decides, and also understands networks like 10.0.0.0/8 among the exceptions.
  func name(before address: ServerAddress) -> String? {
    let proxy = proxy(scheme: address.scheme)
    guard !proxy.isEmpty, !excepts(address.host) else { return nil }
    // A slash in the password (it should be %2F) would make a part of the password look like the
    // host.
    let rest = proxy.lastIndex(of: "@").map { proxy[proxy.index(after: $0)...] } ?? proxy[...]
    let name = ServerAddress.withoutUser(String(rest))
    let start = name.range(of: "://")?.upperBound ?? name.startIndex
    return String(name[start...].prefix { $0 != "/" })
  }

  /// `example.com` includes the hosts below it, and a single `*` all hosts.
  private func excepts(_ host: String) -> Bool {
    if exceptions == "*" { return true }
    return exceptions.lowercased().split { $0 == "," || $0 == " " }.contains { exception in
      let name = exception.drop { $0 == "." }
      return host == name || host.hasSuffix(".\(name)")
    }
  }

  private func first(of names: [String]) -> String {
    names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }
}
