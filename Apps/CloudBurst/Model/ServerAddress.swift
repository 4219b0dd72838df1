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

  /// An IPv6 address stands in brackets in front of a port or a path, and here always.
  private static func bracketed(_ text: String) -> String {
    text.count { $0 == ":" } > 1 && !text.hasPrefix("[") ? "[\(text)]" : text
  }
}
