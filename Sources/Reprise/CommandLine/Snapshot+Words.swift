import Restoration
import Values

extension Snapshot {
  /// The servers that the screens' routes and states name, in small letters, each once.
  var servers: [String] {
    var found: [String] = []
    var known: Set<String> = []
    for entry in entries {
      guard let contents = entry.contents else { continue }
      var texts = Snapshot.texts(in: contents.state)
      if case .application(let json) = contents.route { texts += Snapshot.texts(in: json) }
      if case .framework(let json) = contents.route { texts += Snapshot.texts(in: json) }
      for text in texts {
        for match in text.matches(of: /[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s"'\/?#]+/) {
          let server = match.output.lowercased()
          if known.insert(server).inserted { found.append(server) }
        }
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
