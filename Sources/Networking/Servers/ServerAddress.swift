public import Foundation

/// Where a server is: what a person may type as `host`, `host:port`, an IPv6 address, or paste from a browser.
public struct ServerAddress: Hashable, Sendable {
  /// "https", or "http" where that was allowed.
  public let scheme: String
  /// In lower case; an IPv6 address without brackets.
  public let host: String
  /// Nil for the scheme's own.
  public let port: Int?
  /// What stands behind the host, without a slash at the end: "" or "/openmrs".
  public let path: String

  /// Reads what a person typed; nil if `problem` has something to say about it.
  public init?(_ text: String, allowsHTTP: Bool = false) {
    guard ServerAddress.problem(text, allowsHTTP: allowsHTTP) == nil,
      let parts = ServerAddress.parts(text), let scheme = parts.scheme, let host = parts.host
    else { return nil }
    self.scheme = scheme.lowercased()
    self.host = host.lowercased().filter { $0 != "[" && $0 != "]" }
    let ownPort = self.scheme == "https" ? 443 : 80
    port = parts.port == ownPort ? nil : parts.port
    path = String(parts.percentEncodedPath.reversed().drop { $0 == "/" }.reversed())
  }

  private init(host: String) {
    (scheme, self.host, port, path) = ("https", host, nil, "")
  }

  /// Stands for the server that answers were recorded of. RFC 2606 keeps such names from ever being one.
  public static let recorded = ServerAddress(host: "recorded.invalid")
  /// Stands for an address that can't be one.
  public static let nowhere = ServerAddress(host: "nowhere.invalid")

  /// "https://appliance.example.com:8443/base": what names the server in sessions. It can be read back.
  public var text: String { origin + path }

  /// Scheme, host and port: what a certificate, a password and cookies belong to.
  public var origin: String { "\(scheme)://\(name)" }

  /// "appliance.example.com:8443", for the top line.
  public var name: String {
    (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
  }

  public var isEncrypted: Bool { scheme == "https" }

  /// The URL of a resource below this server's path: "/resources/users/6", with a query or without; nil if that is no path.
  public func url(_ resource: String) -> URL? {
    guard resource.hasPrefix("/"), !resource.hasPrefix("//") else { return nil }
    return URL(string: text + resource)
  }
}

extension ServerAddress {
  /// What is wrong with a text, in a few words; nil if it names a server.
  public static func problem(_ text: String, allowsHTTP: Bool = false) -> String? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.contains(where: \.isWhitespace) { return "an address has no spaces" }
    if let scheme = text.range(of: "://").map({ text[..<$0.lowerBound].lowercased() }) {
      if scheme == "http", !allowsHTTP { return "http needs --insecure-http" }
      if scheme != "https", scheme != "http" { return "only https:// is used" }
    }
    guard let parts = parts(text), let host = parts.host, !host.isEmpty else {
      return "not a valid server address"
    }
    if parts.user != nil || parts.password != nil { return "leave user and password out" }
    // A number that no Int holds is there, and yet it is no port.
    let hasPort = parts.rangeOfPort.map { !$0.isEmpty } ?? false
    if hasPort, !(1...65535).contains(parts.port ?? 0) { return "ports are 1 to 65535" }
    return nil
  }

  private static func parts(_ text: String) -> URLComponents? {
    let text = text.trimmingCharacters(in: .whitespaces)
    return URLComponents(string: text.contains("://") ? text : "https://" + bracketed(text))
  }

  /// The text without a user and password in it, as they stand in `https://luca:secret@host`, also while they are still being typed.
  ///
  /// What follows a colon and is no port is as good as a password.
  public static func withoutUser(_ text: String) -> String {
    let start = text.range(of: "://")?.upperBound ?? text.startIndex
    let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
    var authority = text[start..<end]
    if let at = authority.lastIndex(of: "@") {
      authority = authority[authority.index(after: at)...]
    }
    let isIPv6 = authority.hasPrefix("[") || authority.count { $0 == ":" } > 1
    if !isIPv6, let colon = authority.firstIndex(of: ":") {
      let port = authority[authority.index(after: colon)...]
      let isPort = port.count <= 5 && port.allSatisfy { $0.isASCII && $0.isNumber }
      if !isPort { authority = authority[..<colon] }
    }
    return String(text[..<start] + authority + text[end...])
  }

  /// An IPv6 address stands in brackets in front of a port or a path, and here always.
  private static func bracketed(_ text: String) -> String {
    text.count { $0 == ":" } > 1 && !text.hasPrefix("[") ? "[\(text)]" : text
  }
}
