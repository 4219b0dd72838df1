/// The representation of a resource that the `v` parameter asks for.
indirect enum AskedRepresentation: Hashable, Sendable {
  case reference
  case standard
  case full
  case custom([Property])
  /// An unknown name. No resource has such a representation.
  case named(String)

  /// A key of a custom representation. Without a representation its value uses the default one.
  struct Property: Hashable, Sendable {
    let name: String
    var representation: AskedRepresentation?
  }

  init(_ text: String, as profile: ServerProfile) {
    guard text.hasPrefix("custom:") else {
      self.init(word: text)
      return
    }
    let list = text.dropFirst("custom:".count)
    self = .custom(
      profile.parsesNesting
        ? AskedRepresentation.properties(in: list) : AskedRepresentation.misread(list))
  }

  init(word: some StringProtocol) {
    switch word.lowercased() {
    case "ref": self = .reference
    case "default": self = .standard
    case "full": self = .full
    default: self = .named(String(word))
    }
  }
}
