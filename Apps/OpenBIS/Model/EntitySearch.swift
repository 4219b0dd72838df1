import Reprise

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
  var bare: String { typed.trimmed }

  var isLongEnough: Bool {
    typed.filter { !$0.isWhitespace && !"*?\"".contains($0) }.count >= Self.minimumLength
  }

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
    self.init(hits: [])
    for row in rows {
      if !children.contains(row.id) || pattern.matches(row) {
        hits.append(row)
      } else {
        related.append(row)
      }
    }
  }
}

/// A search text that matches as on a server: whole values and case-sensitively, or with `*` and
/// `?` as wildcards and ignoring case.
struct SearchPattern: Sendable {
  private let text: String
  /// In lower case; `nil` without wildcards.
  private let wildcards: [Unicode.Scalar]?
  private let minimumLength: Int

  init(_ sent: String) {
    let isQuoted = sent.count > 1 && sent.hasPrefix("\"") && sent.hasSuffix("\"")
    text = isQuoted ? String(sent.dropFirst().dropLast()) : sent
    let hasWildcards = !isQuoted && sent.contains { $0 == "*" || $0 == "?" }
    wildcards = hasWildcards ? Array(text.lowercased().unicodeScalars) : nil
    minimumLength = (wildcards ?? []).count { $0 != "*" }
  }

  func matches(_ entity: Entity) -> Bool {
    guard !text.isEmpty else { return false }
    guard let wildcards else { return entity.searchedTexts.contains(text) }
    return entity.searchedTexts.contains {
      matches(wildcards, Array($0.lowercased().unicodeScalars))
    }
  }

  /// Backtracks only to the last asterisk, so that no pattern takes exponential time.
  private func matches(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
    // Checked first, because a session file may contain a pattern of any length.
    guard text.count >= minimumLength else { return false }
    var (patternIndex, textIndex) = (0, 0)
    var back: (patternIndex: Int, textIndex: Int)?
    while textIndex < text.count {
      if patternIndex < pattern.count, pattern[patternIndex] == "*" {
        back = (patternIndex + 1, textIndex)
        patternIndex += 1
      } else if patternIndex < pattern.count,
        pattern[patternIndex] == "?" || pattern[patternIndex] == text[textIndex]
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
    return pattern[patternIndex...].allSatisfy { $0 == "*" }
  }
}

extension Entity {
  var searchedTexts: [String] {
    ([id.text, header, summary, identifier, category] + (properties ?? []).map(\.value))
      .compactMap(\.self)
  }
}
