import Foundation

/// What a person may type as a server: `host`, `host:port`, an IPv6 address, or an address pasted from a browser.
enum ServerAddress {
  /// What is wrong with a text, in a few words; nil if it names a server.
  static func problem(_ text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.contains(where: \.isWhitespace) { return "an address has no blanks" }
    if let scheme = text.range(of: "://"), text[..<scheme.lowerBound].lowercased() != "https" {
      return "only https:// is used"
    }
    let address = text.contains("://") ? text : "https://" + bracketed(text)
    guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty else {
      return "this is no server's address"
    }
    if parts.user != nil || parts.password != nil { return "leave user and password out" }
    if let port = parts.port, !(1...65535).contains(port) { return "ports are 1 to 65535" }
    return nil
  }

  /// The text without a user and password in it, as they stand in `https://luca:secret@host`, also while they are still being typed.
  ///
  /// What follows a colon and is no port is as good as a password.
  static func withoutUser(_ text: String) -> String {
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
