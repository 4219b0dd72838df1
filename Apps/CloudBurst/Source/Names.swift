import Reprise

/// The names of the things that links lead to: each link is followed once in a run, and again when a person asks.
struct Names: Hashable, Sendable {
  /// The names by link; nil for a link that leads nowhere, or to something that this user may not see.
  private var names: [String: Name?] = [:]
  /// The links that were answered in this run. A name out of the cache may be any age: it only stands there until its link is.
  private var answered: Set<String> = []

  /// Tells whether something is known of a link, from the cache or by its answer.
  func isKnown(_ link: String) -> Bool { names[link] != nil }

  /// Tells whether a link was answered, with a name or without.
  func isAnswered(_ link: String) -> Bool { answered.contains(link) }

  /// The name behind a link; nil if it hasn't been followed, or has none.
  subscript(link: String) -> Name? { names[link] ?? nil }

  /// Takes the answer to a link.
  mutating func learn(_ name: Name?, of link: String) {
    names[link] = .some(name)
    answered.insert(link)
  }

  /// Takes a name from the cache, which no answer has taken the place of.
  mutating func recall(_ name: Name?, of link: String) {
    if !isKnown(link) { names[link] = name }
  }

  /// Has links followed once more. Their names stay until they are answered.
  mutating func followAgain(_ links: [String]) { answered.subtract(links) }
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
