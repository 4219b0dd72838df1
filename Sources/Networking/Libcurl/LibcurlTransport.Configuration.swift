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

    /// For messages; `nil` for the system's authorities.
    var authorityText: String? { authorityFile ?? environmentAuthorities.text }
  }
}

/// The certificate authorities that the environment sets for all programs: `CURL_CA_BUNDLE`, or
/// else `SSL_CERT_FILE`, and `SSL_CERT_DIR`.
///
/// As in curl and OpenSSL, the file replaces the system's file, and the directory the system's
/// directory. Empty values are ignored.
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

  /// Reads the authorities from an environment.
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

/// The proxies that the environment sets for all programs.
///
/// Reads `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, in lower case or, except
/// `http_proxy`, in upper case: CGI programs get HTTP_PROXY from a client's header, so it is
/// ignored.
public struct Proxies: Hashable, Sendable {
  /// No proxies: every server is reached directly.
  public static let none = Proxies(environment: [:])

  private let environment: [String: String]

  /// Reads the proxies from an environment.
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
