import Reprise

/// A search on the server: a text as a person typed it, and a kind of search.
struct EntitySearch: Hashable, Sendable {
  /// The text, as it was typed.
  let typed: String
  /// The kind of search; nil where the instance names none.
  let domain: SearchDomain?

  /// The number of characters from which on a text is searched for.
  static let minimumLength = 3

  /// Creates a search.
  ///
  ///     EntitySearch("binding", in: preferences.searchDomains.first)
  init(_ typed: String, in domain: SearchDomain? = nil) {
    self.typed = typed
    self.domain = domain
  }

  /// The text that is sent. Servers find what equals the text, so there is an asterisk at both
  /// ends, unless a wildcard or a quotation was typed.
  var sent: String {
    bare.isEmpty || bare.contains(where: { "*?\"".contains($0) }) ? bare : "*\(bare)*"
  }

  /// The text without blanks at either end, which would spoil a search.
  var bare: String {
    var text = typed[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// True if the text is long enough to be searched for; wildcards don't count.
  var isLongEnough: Bool {
    typed.filter { !$0.isWhitespace && !"*?\"".contains($0) }.count >= Self.minimumLength
  }
}

extension EntitySearch {
  /// The texts between wildcards and quotation marks, as a filter of what is kept.
  var query: FilterQuery {
    let texts = bare.split { "*?\"".contains($0) }.map { "\"\($0)\"" }
    return FilterQuery(texts.joined(separator: " "))
  }

  /// Returns the place of a match that no row shows: "Notes: a mild one". Nil if the entity's row
  /// shows the match, or nothing that is known of the entity has it.
  func place(in entity: Entity, _ query: FilterQuery) -> String? {
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
  /// Tells whether a user means this entity by a name: its id, its permId or its identifier.
  func isNamed(_ name: String) -> Bool {
    id.text == name || identifier?.lowercased() == name.lowercased()
      || V3Kind.of(self).map { $0.1 == name } ?? false
  }
}

/// The result of a search on the server.
struct SearchResult: Sendable {
  /// The entities that match.
  var hits: [Entity]
  /// The entities that the server sent with the hits because they belong to them, and that don't
  /// match themselves.
  var related: [Entity] = []
  /// The places of matches that the answer tells and the hits don't have: "Notes: a mild one".
  var places: [ResourceID: String] = [:]
  /// The number of all matches, if the hits are only some of them.
  var total: Int?
  /// The number of rows that couldn't be read.
  var unreadableCount = 0
}

extension SearchResult {
  /// Separates the rows of a service's answer into hits and the rows that it sends along with them.
  ///
  /// The iPad services send the children of each hit in the same table, unmarked. A row is taken
  /// for such a child if another row names it among its children and none of its own texts matches;
  /// a row that nothing names is a hit even if the text was found in a property that the row
  /// doesn't show.
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
