import Foundation

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

  /// The hosts that are reached directly, in libcurl's format.
  var exceptions: String { first(of: ["no_proxy", "NO_PROXY"]) }

  /// The proxy for a server, such as "proxy.example.com:3128", without user and password; `nil` for
  /// none.
  ///
  /// Only for messages: libcurl decides, and also understands networks like 10.0.0.0/8 among the
  /// exceptions.
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

  /// Whether a host is an exception. `example.com` includes the hosts below it, and a single `*`
  /// all hosts.
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
