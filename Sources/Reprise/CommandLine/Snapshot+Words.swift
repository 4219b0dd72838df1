import Networking
import Restoration
import Values

extension Snapshot {
  /// The servers that the screens' routes and states name, the top screen's first, each once: as the origin that would be connected to, or
  /// as the text says where that is none.
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
      // A net for what no route says: addresses in states, and in routes that the application doesn't know.
      for text in texts {
        named += text.matches(of: /[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s"'\/?#]+/).map {
          String($0.output)
        }
      }
      for text in named {
        let server = ServerAddress(text, allowsHTTP: true)?.origin ?? text.lowercased()
        if !server.isEmpty, known.insert(server).inserted { found.append(server) }
      }
    }
    return found
  }

  private static func texts(in json: JSON) -> [String] {
    switch json {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap { texts(in: $0) }
    case .object(let members): members.flatMap { [$0.key] + texts(in: $0.value) }
    default: []
    }
  }

  /// The titles of a session's screens.
  var place: String {
    entries.map { $0.contents?.title ?? "a screen that can't be read" }
      .filter { !$0.isEmpty }.joined(separator: " › ")
  }
}
