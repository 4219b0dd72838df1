import Foundation

/// Which servers are reached through another, as the environment says it to all programs.
///
/// `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, in small letters or, save for `http_proxy`, in capitals: a web
/// server sets HTTP_PROXY from what a client sends, so nobody believes it.
public struct Proxies: Hashable, Sendable {
  /// Every server is reached directly.
  public static let none = Proxies(environment: [:])

  private let environment: [String: String]

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

  private func first(of names: [String]) -> String {
    names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  }
}
