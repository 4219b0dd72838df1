import Core
public import FoundationEssentials

/// The address of a server: scheme, host, port and path.
///
/// It is parsed from text that the user typed (`host`, `host:port` or an IPv6 address) or copied
/// from a browser.
public struct ServerAddress: Hashable, Sendable {
  /// The scheme: "https", or "http" if the address was parsed with `allowsHTTP`.
  public let scheme: String
  /// The host in lower case; an IPv6 address has no brackets, and its zone in the system's format:
  /// "fe80::1%eth0".
  public let host: String
  /// The port; `nil` if the address uses the default port of its scheme.
  public let port: Int?
  /// The path below which the server's resources are, without a trailing slash: "" or "/openmrs".
  public let path: String

  /// Parses an address as a user types it. Returns `nil` if the address is invalid;
  /// `problem(_:allowsHTTP:)` describes the error.
  ///
  ///     ServerAddress("appliance.example.com:8443")
  ///
  /// - Parameters:
  ///   - text: The address; without a scheme, https is used.
  ///   - allowsHTTP: Whether an address with the unencrypted scheme "http" is accepted.
  public init?(_ text: String, allowsHTTP: Bool = false) {
    guard ServerAddress.problem(text, allowsHTTP: allowsHTTP) == nil,
      let parts = ServerAddress.parts(text), let scheme = parts.scheme, let host = parts.host
    else { return nil }
    self.scheme = scheme.lowercased()
    // The zone is the name of a network interface, which is case-sensitive.
    let zone = host.firstIndex(of: "%").map { host[$0...] } ?? ""
    self.host = (host.dropLast(zone.count).lowercased() + zone).filter { $0 != "[" && $0 != "]" }
    let ownPort = self.scheme == "https" ? 443 : 80
    port = parts.port == ownPort ? nil : parts.port
    path = String(parts.percentEncodedPath.reversed().drop { $0 == "/" }.reversed())
  }

  private init(scheme: String = "https", host: String, port: Int? = nil, path: String = "") {
    (self.scheme, self.host, self.port, self.path) = (scheme, host, port, path)
  }

  /// The placeholder address to use as the server when responses are replayed from a recording. Its
  /// host never exists, because RFC 2606 reserves the domain `.invalid`.
  public static let recorded = ServerAddress(host: "recorded.invalid")
  /// The placeholder address to use when the configured address is invalid. Its host never exists.
  public static let nowhere = ServerAddress(host: "nowhere.invalid")

  /// The address as text that can be parsed again: "https://appliance.example.com:8443/base".
  public var text: String { origin + path }

  /// The scheme, host and port. Certificates, passwords and cookies belong to an origin.
  public var origin: String { "\(scheme)://\(name.replacing("%", with: "%25"))" }

  /// The host and port, for display: "appliance.example.com:8443". The port is omitted if the
  /// address has none.
  public var name: String {
    (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
  }

  /// Whether the scheme is https, so that connections are encrypted.
  public var isEncrypted: Bool { scheme == "https" }

  /// Returns the server's base address if this is the address of one of its pages or resources,
  /// copied from a browser. Otherwise returns this address.
  ///
  ///     let address = ServerAddress("https://host/base/resources/users")
  ///     address?.base(before: ["resources"])?.text == "https://host/base"
  ///
  /// - Parameter names: The path components with which the server's own paths begin. A web page
  ///   such as "login.htm" always ends the base.
  public func base(before names: Set<String>) -> ServerAddress {
    let documents = [".htm", ".html", ".jsp", ".page", ".form"]
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let base = parts.prefix { part in
      !names.contains(String(part)) && !documents.contains { part.lowercased().hasSuffix($0) }
    }
    var path = base.joined(separator: "/")
    while path.hasSuffix("/") { path.removeLast() }
    return ServerAddress(scheme: scheme, host: host, port: port, path: path)
  }

  /// Returns the URL of a resource below this server's path; `nil` if the text isn't a path.
  ///
  /// - Parameter resource: The resource's path, with or without a query: "/resources/users/6".
  public func url(_ resource: String) -> URL? {
    guard resource.hasPrefix("/"), !resource.hasPrefix("//") else { return nil }
    return URL(string: text + resource)
  }
}

extension ServerAddress {
  /// Returns a short description of the error in an address; `nil` if the address is valid.
  public static func problem(_ text: String, allowsHTTP: Bool = false) -> String? {
    let text = text.trimmed
    if text.contains(where: \.isWhitespace) { return "an address has no spaces" }
    if let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound].lowercased() }) {
      if scheme == "http", !allowsHTTP { return "http needs --insecure-http" }
      if scheme != "https", scheme != "http" { return "only https:// is used" }
    }
    guard let parts = parts(text), let host = parts.host, isHost(host) else {
      return "not a valid server address"
    }
    if parts.user != nil || parts.password != nil { return "leave user and password out" }
    // The port may be too large for an Int.
    let hasPort = parts.rangeOfPort.map { !$0.isEmpty } ?? false
    if hasPort, !(1...65535).contains(parts.port ?? 0) { return "ports are 1 to 65535" }
    return nil
  }

  /// In brackets it must be an IPv6 address.
  private static func isHost(_ text: String) -> Bool {
    var inner = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
    // The zone of an IPv6 address isn't sent to the server.
    if inner.contains(":"), let zone = inner.firstIndex(of: "%"), zone > inner.startIndex {
      guard inner.index(after: zone) < inner.endIndex else { return false }
      inner.remove(at: zone)
    }
    // Other characters, escaped or not, aren't valid in a name and couldn't be parsed again.
    let isPlain = inner.utf8.allSatisfy { byte in
      byte >= 0x80 || Character(Unicode.Scalar(byte)).isLetter
        || Character(Unicode.Scalar(byte)).isNumber || "-._~:".utf8.contains(byte)
    }
    return !inner.isEmpty && isPlain
      && (!text.hasPrefix("[") || inner.contains(":")) && canBeReadBack(text)
  }

  /// For a long label that begins with `xn--`, Foundation returns letters that it later rejects.
  private static func canBeReadBack(_ host: String) -> Bool {
    let host = host.lowercased()
    return URLComponents(string: "https://" + host)?.host?.lowercased() == host
  }

  private static func parts(_ text: String) -> URLComponents? {
    let text = text.trimmed
    return URLComponents(string: text.contains("://") ? text : "https://" + bracketed(text))
  }

  /// Removes the user and password of `https://luca:secret@host`, even while they are still being
  /// typed.
  ///
  /// A text after a colon that isn't a port is removed as well, because it may be a password.
  public static func withoutUser(_ text: String) -> String {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
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

  private static func bracketed(_ text: String) -> String {
    let authority = text.prefix { !"/?#".contains($0) }
    guard authority.count(where: { $0 == ":" }) > 1, !authority.hasPrefix("[") else { return text }
    return "[\(authority)]" + text.dropFirst(authority.count)
  }
}
