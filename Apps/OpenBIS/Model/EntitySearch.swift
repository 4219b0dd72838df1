import Reprise

/// A search on the server: the text that the user typed, and the kind of search.
struct EntitySearch: Hashable, Sendable {
  let typed: String
  let domain: SearchDomain?

  /// In characters, not counting wildcards.
  static let minimumLength = 3

  init(_ typed: String, in domain: SearchDomain? = nil) {
    self.typed = typed
    self.domain = domain
  }

  /// Servers search for whole values, so an asterisk is added at both ends, unless the user typed a
  /// wildcard or a quotation.
  var sent: String {
    bare.isEmpty || bare.contains(where: { "*?\"".contains($0) }) ? bare : "*\(bare)*"
  }

  /// Surrounding whitespace would prevent matches.
  var bare: String {
    var text = typed[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  var isLongEnough: Bool {
    typed.filter { !$0.isWhitespace && !"*?\"".contains($0) }.count >= Self.minimumLength
  }
}

extension EntitySearch {
  var query: FilterQuery {
    let texts = bare.split { "*?\"".contains($0) }.map { "\"\($0)\"" }
    return FilterQuery(texts.joined(separator: " "))
  }

  /// "Notes: a mild one"; `nil` if the row shows the match, or if no known property matches.
  func matchLocation(in entity: Entity, _ query: FilterQuery) -> String? {
    func isFound(_ text: String?) -> Bool {
      text.map { text in query.includes { $0.matches(text) } } ?? false
    }
    if [entity.title, entity.summary, entity.category].contains(where: isFound) { return nil }
    let facts =
      [("Identifier", entity.identifier), ("Permanent id", entity.id.text)]
      + (entity.properties ?? []).map { ($0.label, $0.display ?? $0.value) }
    return facts.first { isFound($0.1) }.map { label, value in
      let text = (value ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return "\(label): \(text.count > 80 ? text.prefix(79) + "…" : text)"
    }
  }
}

extension Entity {
  func isNamed(_ name: String) -> Bool {
    id.text == name || identifier?.lowercased() == name.lowercased()
      || V3Kind.of(self).map { $0.1 == name } ?? false
  }
}

struct SearchResult: Sendable {
  var hits: [Entity]
  /// Entities that don't match, and that the server sent because they belong to the hits.
  var related: [Entity] = []
  /// Match locations in the response that the hits themselves don't contain: "Notes: a mild one".
  var matchLocations: [ResourceID: String] = [:]
  /// Set if the hits are only some of all matches.
  var total: Int?
  var unreadableCount = 0
}

extension SearchResult {
  /// The iPad services send the children of each hit in the same table, unmarked. A row counts as
  /// such a child if another row names it and none of its own texts matches: the server may have
  /// matched a property that the row lacks.
  init(rows: [Entity], of search: EntitySearch) {
    let pattern = SearchPattern(search.sent)
    let children = Set(rows.flatMap { row in (row.children ?? []).filter { $0 != row.id } })
    var result = SearchResult(hits: [])
    for row in rows {
      if !children.contains(row.id) || pattern.matches(SearchedEntity(row)) {
        result.hits.append(row)
      } else {
        result.related.append(row)
      }
    }
    self = result
  }
}

/// A search text that matches as on a server: whole values and case-sensitively, or with `*` and
/// `?` as wildcards and ignoring case.
struct SearchPattern: Sendable {
  private let text: String
  /// In lower case; `nil` without wildcards.
  private let wildcards: LowercaseText?
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
    var (patternIndex, textIndex) = (0, 0)
    var back: (patternIndex: Int, textIndex: Int)?
    while textIndex < text.count {
      if patternIndex < pattern.count, pattern[patternIndex] == any {
        back = (patternIndex + 1, textIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count,
        pattern[patternIndex] == one || pattern[patternIndex] == text[textIndex]
      {
        patternIndex += 1
        textIndex += 1
      } else if let last = back {
        (patternIndex, textIndex) = (last.patternIndex, last.textIndex + 1)
        back = (last.patternIndex, last.textIndex + 1)
      } else {
        return false
      }
    }
    return pattern[patternIndex...].allSatisfy { $0 == any }
  }
}

/// The searchable texts of an entity, prepared once because a search runs at every keystroke.
struct SearchedEntity: Sendable {
  fileprivate let texts: [(text: String, lowercase: LowercaseText)]

  var all: [String] { texts.map(\.text) }

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
