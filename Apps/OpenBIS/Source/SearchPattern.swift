import Reprise

/// A search text that matches as on a server: whole values and case-sensitively, or with `*` and
/// `?` as wildcards and ignoring case.
struct SearchPattern: Sendable {
  private let text: String
  /// The text in lower case, if it contains wildcards.
  private let wildcards: LowercaseText?
  /// The characters of `wildcards`.
  private let characters: [Character]
  /// The minimum number of characters of a matching text.
  private let minimumLength: Int

  init(_ sent: String) {
    let isQuoted = sent.count > 1 && sent.hasPrefix("\"") && sent.hasSuffix("\"")
    text = isQuoted ? String(sent.dropFirst().dropLast()) : sent
    let hasWildcards = !isQuoted && sent.contains { $0 == "*" || $0 == "?" }
    wildcards = hasWildcards ? LowercaseText(text) : nil
    characters = wildcards?.characters ?? []
    minimumLength = characters.count { $0 != "*" }
  }

  func matches(_ entity: SearchedEntity) -> Bool {
    guard !text.isEmpty else { return false }
    guard let wildcards else { return entity.texts.contains { $0.text == text } }
    return entity.texts.contains { matches(wildcards, $0.lowercase) }
  }

  private func matches(_ pattern: LowercaseText, _ candidate: LowercaseText) -> Bool {
    switch (pattern, candidate) {
    case (.ascii(let pattern), .ascii(let candidate)):
      // Checked first, because a session file may contain a pattern of any length.
      guard candidate.count >= minimumLength else { return false }
      return Self.matches(
        pattern, candidate, any: UInt8(ascii: "*"), one: UInt8(ascii: "?"))
    case (.other, .ascii): return false
    case (_, .other(let candidate)):
      guard candidate.count >= minimumLength else { return false }
      return Self.matches(characters, candidate, any: "*", one: "?")
    }
  }

  /// Backtracks only to the last asterisk, so that no pattern takes exponential time.
  private static func matches<Element: Equatable>(
    _ pattern: [Element], _ text: [Element], any: Element, one: Element
  ) -> Bool {
    var (place, at) = (0, 0)
    var back: (place: Int, at: Int)?
    while at < text.count {
      if place < pattern.count, pattern[place] == any {
        back = (place + 1, at)
        place += 1
      } else if place < pattern.count, pattern[place] == one || pattern[place] == text[at] {
        place += 1
        at += 1
      } else if let last = back {
        (place, at) = (last.place, last.at + 1)
        back = (last.place, last.at + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == any }
  }
}

/// The searchable texts of an entity, prepared once because a search runs at every keystroke.
struct SearchedEntity: Sendable {
  fileprivate let texts: [(text: String, lowercase: LowercaseText)]

  /// The texts in their original case.
  var all: [String] { texts.map(\.text) }

  /// Collects the id, the texts of the row, and the values of the properties.
  init(_ entity: Entity) {
    let all =
      [entity.id.text, entity.header, entity.summary, entity.identifier, entity.category]
      + (entity.properties ?? []).map(\.value)
    texts = all.compactMap { $0.map { ($0, LowercaseText($0)) } }
  }
}

/// A text in lower case, as bytes if each byte is one character, and otherwise as characters.
private enum LowercaseText: Sendable {
  case ascii([UInt8])
  case other([Character])

  init(_ text: String) {
    let lowercase = text.lowercased()
    // CR LF is a single character.
    let isPlain = lowercase.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D }
    self = isPlain ? .ascii(Array(lowercase.utf8)) : .other(Array(lowercase))
  }

  var characters: [Character] {
    switch self {
    case .ascii(let bytes): bytes.map { Character(Unicode.Scalar($0)) }
    case .other(let characters): characters
    }
  }
}
