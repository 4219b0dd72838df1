import Networking
import Reprise

/// What links lead to, by name: each link is followed once.
struct Names: Hashable, Sendable {
  /// A link that leads nowhere, or to what this user may not see, has a known lack of a name.
  private var names: [String: Name?] = [:]

  /// Whether a link was followed, whatever came of it.
  func isKnown(_ link: String) -> Bool { names[link] != nil }

  /// What a link leads to; nil if it hasn't been followed, or has no name.
  subscript(link: String) -> Name? { names[link] ?? nil }

  mutating func learn(_ name: Name?, of link: String) { names[link] = .some(name) }
}

/// What something is called.
struct Name: Hashable, Sendable {
  /// In a list: "Luca Verdi".
  let short: String
  /// Where there is room: "Luca Verdi (lucav)".
  let long: String
}

/// What a link leads to, and so how its name is written.
enum LinkKind: Hashable, Sendable {
  case owner, pattern, cloud

  func name(_ json: JSON) -> Name? {
    switch self {
    case .owner: User(json).map { Name(short: $0.name, long: $0.title) }
    case .pattern, .cloud: json.text("name").map { Name(short: $0, long: $0) }
    }
  }
}
