import Foundation

/// The proxies through which servers are reached, as the environment names them to all programs.
///
/// Read are `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, in small letters or, save for `http_proxy`, in capitals: a web
/// server sets HTTP_PROXY from a client's header, so nobody believes it.
public struct Proxies: Hashable, Sendable {
  /// No proxies: every server is reached directly.
  public static let none = Proxies(environment: [:])

  private let environment: [String: String]

  /// The proxies of an environment.
  ///
  ///     Proxies(environment: ["https_proxy": "http://proxy.example.com:3128"])
  public init(environment: [String: String]) {
    self.environment = environment
  }

  /// The proxy for a scheme; empty for none.
  func proxy(scheme: String) -> String {
    let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return first(of: own + ["all_proxy", "ALL_PROXY"])
  }

  /// The hosts that are reached directly, as libcurl reads them.
  var exceptions: String { first(of: ["no_proxy", "NO_PROXY"]) }

  /// The proxy that stands before a server, as "proxy.example.com:3128", without a user and password; nil where there is none.
  ///
  /// The name is for words alone: libcurl decides. It reads networks like 10.0.0.0/8 among the exceptions, which are unknown here.
  func name(before address: ServerAddress) -> String? {
    let proxy = proxy(scheme: address.scheme)
    guard !proxy.isEmpty, !excepts(address.host) else { return nil }
    // A password with a slash in it, which should be %2F, would be taken for host and path.
    let rest = proxy.lastIndex(of: "@").map { proxy[proxy.index(after: $0)...] } ?? proxy[...]
    let name = ServerAddress.withoutUser(String(rest))
    let start = name.range(of: "://")?.upperBound ?? name.startIndex
    return String(name[start...].prefix { $0 != "/" })
  }

  /// Tells whether a host is an exception: `example.com` stands for the hosts below it, too, and `*`, if it is all there is, for all.
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
