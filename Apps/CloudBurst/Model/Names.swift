import Reprise

/// The names of the resources to which links lead. A process follows each link once, and again when
/// the user refreshes.
struct Names: Hashable, Sendable {
  /// The names by link; `nil` for a link that is broken or that this user may not follow.
  private var names: [String: Name?] = [:]
  /// Those of this run: a cached name is shown only until its link is resolved.
  private var resolved: Set<String> = []

  func isKnown(_ link: String) -> Bool { names[link] != nil }

  func isResolved(_ link: String) -> Bool { resolved.contains(link) }

  subscript(link: String) -> Name? { names[link] ?? nil }

  mutating func learn(_ name: Name?, of link: String) {
    names[link] = .some(name)
    resolved.insert(link)
  }

  mutating func recall(_ name: Name?, of link: String) {
    if !isKnown(link) { names[link] = name }
  }

  mutating func followAgain(_ links: [String]) { resolved.subtract(links) }
}

struct Name: Hashable, Sendable {
  /// "Luca Verdi".
  let short: String
  /// "Luca Verdi (lucav)".
  let long: String
}

enum LinkKind: Hashable, Sendable {
  case owner, pattern, cloud

  /// For an owner it reads the keys of both the classic and the newer products.
  func name(_ json: JSON) -> Name? {
    guard self == .owner else { return json.text("name").map { Name(short: $0, long: $0) } }
    let login = json.text("username") ?? json.text("user_id")
    guard let name = json.text("fullname") ?? json.text("name") ?? login else { return nil }
    let loginText = login.flatMap { $0 == name ? nil : " (\($0))" } ?? ""
    return Name(short: name, long: name + loginText)
  }
}
