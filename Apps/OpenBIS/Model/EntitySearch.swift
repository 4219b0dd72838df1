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

  /// The text that is sent. Servers find what equals the text, so there is an asterisk at both ends, unless a wildcard or a quotation was
  /// typed. A blank at either end would spoil it.
  var sent: String {
    var text = typed[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    if text.isEmpty || text.contains(where: { "*?\"".contains($0) }) { return String(text) }
    return "*\(text)*"
  }

  /// True if the text is long enough to be searched for; wildcards don't count.
  var isLongEnough: Bool {
    typed.filter { !$0.isWhitespace && !"*?\"".contains($0) }.count >= Self.minimumLength
  }
}
