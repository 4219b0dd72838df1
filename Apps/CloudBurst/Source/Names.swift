import Reprise

/// The names of the things that links lead to: each link is followed once.
struct Names: Hashable, Sendable {
  /// The names by link; nil for a link that leads nowhere, or to something that this user may not see.
  private var names: [String: Name?] = [:]

  /// Tells whether a link was followed, with a name or without.
  func isKnown(_ link: String) -> Bool { names[link] != nil }

  /// The name behind a link; nil if it hasn't been followed, or has none.
  subscript(link: String) -> Name? { names[link] ?? nil }

  mutating func learn(_ name: Name?, of link: String) { names[link] = .some(name) }
}

/// The name of something.
struct Name: Hashable, Sendable {
  /// The form for a list: "Luca Verdi".
  let short: String
  /// The form for a screen with room: "Luca Verdi (lucav)".
  let long: String
}

/// The kind of thing that a link leads to, which decides how its name is written.
enum LinkKind: Hashable, Sendable {
  case owner, pattern, cloud

  func name(_ json: JSON) -> Name? {
    switch self {
    case .owner: User(json).map { Name(short: $0.name, long: $0.title) }
    case .pattern, .cloud: json.text("name").map { Name(short: $0, long: $0) }
    }
  }
}
