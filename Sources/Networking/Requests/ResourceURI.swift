import Core
public import FoundationEssentials
import Glibc

/// The path and query of a resource on a server. It is checked when it is parsed, so that its path
/// can safely name a file in a recording's directory.
///
/// Only paths of plain names are accepted, such as `/resources/users/6`. A path with `..`, an empty
/// or hidden name, a host or a special character is rejected, because links in a server's data
/// could otherwise lead out of the directory. The query may contain anything.
public struct ResourceURI: Hashable, Sendable {
  /// The components of the path: "resources", "users", "6".
  public let names: [String]
  /// The query without the question mark, percent-encoded as in a URL: "q=luca&limit=20". `nil` if
  /// there is none.
  public let query: String?

  /// Parses a link to a resource. Returns `nil` if the link isn't a valid path on this server.
  ///
  ///     ResourceURI("/resources/users/6")
  ///
  /// - Parameters:
  ///   - link: The path, with or without a query.
  ///   - base: The resource that contains the link. A link without a leading slash is relative to
  ///     it (RFC 3986).
  public init?(_ link: String, from base: ResourceURI? = nil) {
    let parts = link.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first else { return nil }
    var names = path.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    if names.first == "" {
      names.removeFirst()
    } else if let base {
      names.insert(contentsOf: base.names.dropLast(), at: 0)
    } else {
      return nil
    }
    // The server's API accepts a trailing slash.
    if names.last == "" { names.removeLast() }
    guard !names.isEmpty, names.allSatisfy({ Self.isPlain($0) }) else { return nil }
    self.names = names
    query = parts.count > 1 ? String(parts[1]) : nil
  }

  /// Converts a URL to the path and query below a base path. Returns `nil` if the URL isn't below
  /// it, or if its path isn't valid.
  ///
  ///     ResourceURI(of: request.url, below: "/openmrs/ws/rest/v1")
  public init?(of url: URL, below base: String = "") {
    let path = url.path(percentEncoded: true)
    guard path.hasPrefix(base) else { return nil }
    let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
    self.init(path.dropFirst(base.count) + query)
  }

  private static func isPlain(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= 200, name.utf8.first != UInt8(ascii: ".") else {
      return false
    }
    return name.utf8.allSatisfy(isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"): true
    default: false
    }
  }
}

extension ResourceURI {
  /// The path and query as text, without a trailing slash: "/resources/users/6?v=full".
  public var text: String { path + (query.map { "?" + $0 } ?? "") }

  /// The path as text, without the query: "/resources/users/6".
  public var path: String { "/" + names.joined(separator: "/") }

  /// The relative path of the file for this resource in a recording's directory:
  /// "resources/users/6.json", "patient@q=luca&limit=20.json".
  ///
  /// If the query is too long for a file name, it is cut off and a checksum is appended.
  public var fileName: String {
    let path = names.joined(separator: "/")
    guard let query, !query.isEmpty else { return path + ".json" }
    let name = query.utf8.map { byte in
      Self.isPlain(byte) || "=&,:()%+".utf8.contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true)
    }
    .joined()
    guard name.utf8.count > 150 else { return "\(path)@\(name).json" }
    var checksum = CRC32()
    checksum.update(name.utf8)
    return "\(path)@\(name.prefix(130))~\(checksum.hexadecimal).json"
  }
}
