/// The two ways in which servers parse `(uuid,person:(display,names:ref))`.
extension AskedRepresentation {
  /// Parses a list as REST 2.50 and later do. Missing closing parentheses are ignored [141].
  static func properties(in list: some StringProtocol) -> [Property] {
    var rest = Substring(list)
    if rest.first == "(" { rest.removeFirst() }
    return properties(&rest)
  }

  private static func properties(_ rest: inout Substring) -> [Property] {
    var properties: [Property] = []
    while !rest.isEmpty {
      let name = rest.prefix { !",:()".contains($0) }
      rest = rest.dropFirst(name.count)
      var property = Property(name: String(name))
      if rest.first == ":" {
        rest.removeFirst()
        property.representation = representation(&rest)
      }
      if !name.isEmpty { properties.append(property) }
      if rest.popFirst() == ")" { return properties }
    }
    return properties
  }

  private static func representation(_ rest: inout Substring) -> AskedRepresentation {
    if rest.first == "(" {
      rest.removeFirst()
      return .custom(properties(&rest))
    }
    let word = rest.prefix { $0 != "," && $0 != ")" }
    rest = rest.dropFirst(word.count)
    return AskedRepresentation(word: word)
  }

  /// Parses a list as releases before REST 2.50 do, which split at commas first.
  ///
  /// In the piece where a nested list opens, one parenthesis is counted however many there are. A
  /// list that begins with a nested one therefore swallows the following keys until the count
  /// happens to match: "Unknown property 'display))'" [2.49: 530a]. At the very end there is
  /// nothing left to swallow [2.49: 500a].
  static func misread(_ list: some StringProtocol) -> [Property] {
    var inner = Substring(list)
    if inner.first == "(" { inner.removeFirst() }
    if inner.last == ")" { inner.removeLast() }
    let pieces = inner.split(separator: ",", omittingEmptySubsequences: false)
    var properties: [Property] = []
    var number = 0
    while number < pieces.count {
      let piece = pieces[number]
      number += 1
      guard let colon = piece.firstIndex(of: ":") else {
        properties.append(Property(name: String(piece)))
        continue
      }
      let name = String(piece[..<colon])
      var nested = String(piece[piece.index(after: colon)...])
      guard nested.hasPrefix("(") else {
        properties.append(Property(name: name, representation: AskedRepresentation(word: nested)))
        continue
      }
      var open = nested.hasSuffix(")") ? 0 : 1
      while open != 0, number < pieces.count {
        for character in pieces[number] {
          if character == "(" { open += 1 }
          if character == ")" { open -= 1 }
        }
        nested += "," + pieces[number]
        number += 1
      }
      properties.append(Property(name: name, representation: .custom(misread(nested))))
    }
    return properties
  }
}
