import Core
import Networking
import Restoration

extension Snapshot {
  /// The servers that the screens' routes and states name, without duplicates, starting with the
  /// top screen. They are normalized to origins if they are valid addresses.
  func servers(_ routes: RouteServers) -> [String] {
    var found: [String] = []
    var known: Set<String> = []
    for entry in entries.reversed() {
      guard let contents = entry.contents else { continue }
      var named: [String] = []
      var texts = Snapshot.texts(in: contents.state)
      switch contents.route {
      case .application(let json):
        named = routes.servers(json)
        texts = Snapshot.texts(in: json) + texts
      case .framework(let json):
        texts = Snapshot.texts(in: json) + texts
      }
      // Also finds addresses in states, and in routes that the application can't decode.
      named += texts.flatMap(Snapshot.addresses)
      for text in named {
        let server = ServerAddress(text, allowsHTTP: true)?.origin ?? text.lowercased()
        if !server.isEmpty, known.insert(server).inserted { found.append(server) }
      }
    }
    return found
  }

  /// Finds server addresses in a text, including ports.
  ///
  /// This runs before the first screen is shown; regular expressions would be too slow.
  private static func addresses(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return [] }
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.compactMap { place in
      guard scalars[place...].starts(with: "://".unicodeScalars) else { return nil }
      let before = String(String.UnicodeScalarView(scalars[..<place].suffix(5))).lowercased()
      guard let scheme = ["https", "http"].first(where: before.hasSuffix) else { return nil }
      let authority = scalars[(place + 3)...].prefix {
        !$0.properties.isWhitespace && !"\"'/?#".unicodeScalars.contains($0)
      }
      guard !authority.isEmpty else { return nil }
      let start = place - scheme.unicodeScalars.count
      return String(String.UnicodeScalarView(scalars[start..<authority.endIndex]))
    }
  }

  private static func texts(in json: JSON) -> [String] {
    switch json {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap { texts(in: $0) }
    case .object(let members): members.flatMap { [$0.key] + texts(in: $0.value) }
    default: []
    }
  }

  var place: String {
    entries.map { $0.contents?.title ?? "a screen that can't be read" }
      .filter { !$0.isEmpty }.joined(separator: " › ")
  }
}
