/// The representation of a resource that `v=` asks for.
indirect enum AskedRepresentation: Hashable, Sendable {
  case reference
  case standard
  case full
  case custom([Property])
  /// Any other word: no resource has it.
  case named(String)

  /// A key of a custom representation; one without a representation is given by default.
  struct Property: Hashable, Sendable {
    let name: String
    var representation: AskedRepresentation?
  }

  /// Reads `v`'s value as the servers of a profile do.
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
