import Core
import FoundationEssentials

/// Converts between paths and `file` URLs.
enum FileURL {
  /// Letters outside of ASCII are encoded as well.
  static func text(_ path: String) -> String {
    "file://" + path.percentEncoded(keeping: "/-._~")
  }

  static func path(_ text: String) -> String? {
    guard text.lowercased().hasPrefix("file:") else { return nil }
    var rest = text.utf8.dropFirst(5)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
      guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
      rest = rest.dropFirst(host.utf8.count)
    }
    guard rest.first == UInt8(ascii: "/"),
      let path = String(Substring(rest)).percentDecoded, !path.utf8.contains(0)
    else { return nil }
    return path
  }
}
